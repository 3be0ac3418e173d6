//! `toolcrib emails`.

use std::io::{IsTerminal as _, Write as _};
use std::time::Duration;

use anyhow::Result;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;
use toolcrib_store::Store;

use super::arguments::{Emails, EmailsImport};
use super::call::cancel_on_ctrl_c;
use super::{Exit, Streams};
use crate::mail::{Import, ImportError, Progress, Summary, import};

pub(super) async fn run(
    emails: &Emails,
    store: &Store,
    workspace: &str,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    match emails {
        Emails::Import(wanted) => bring(wanted, store, workspace, json, streams).await,
        Emails::Inboxes => inboxes(store, workspace, json, streams).await,
    }
}

async fn bring(
    wanted: &EmailsImport,
    store: &Store,
    workspace: &str,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    let what = Import {
        workspace: workspace.to_owned(),
        path: wanted.path.clone(),
        format: wanted.format,
        inbox: wanted.inbox.clone(),
    };
    let mut bar = Bar::new(json);
    let done = import(&what, store, &mut bar, &cancel_on_ctrl_c()).await;
    bar.bar.finish_and_clear();
    let summary = match done {
        Ok(summary) => summary,
        Err(ImportError::Store(error)) => return Err(error.into()),
        Err(error) => return streams.fail(Exit::Usage, &error.to_string(), json),
    };
    if json {
        streams.print_json(&told(&summary))?;
    } else {
        write(&summary, streams)?;
    }
    let found = summary.new + summary.shared + summary.known;
    let is_in_vain = found == 0 && !summary.resumed;
    Ok(if summary.stopped || is_in_vain { Exit::Failed } else { Exit::Done })
}

fn told(summary: &Summary) -> serde_json::Value {
    let skipped = summary.skipped.iter();
    let skipped =
        skipped.map(|(why, count, at)| json!({ "why": why, "count": count, "first": at }));
    let inboxes = summary.inboxes.iter();
    let inboxes = inboxes.map(
        |inbox| json!({ "mailbox": inbox.mailbox, "address": inbox.address, "new": inbox.new }),
    );
    json!({
        "new": summary.new, "shared": summary.shared, "known": summary.known,
        "skipped": skipped.collect::<Vec<_>>(), "inboxes": inboxes.collect::<Vec<_>>(),
        "resumed": summary.resumed, "stopped": summary.stopped,
    })
}

fn write(summary: &Summary, streams: &mut Streams) -> Result<()> {
    if summary.resumed {
        writeln!(streams.err, "An import that was broken off went on where it had stopped.")?;
    }
    let s = if summary.new == 1 { "" } else { "s" };
    let mut said = format!("Imported {} message{s}", HumanCount(summary.new));
    if summary.shared > 0 {
        said.push_str(&format!(", put {} more into a second inbox", HumanCount(summary.shared)));
    }
    if summary.known > 0 {
        let were = if summary.known == 1 { "was" } else { "were" };
        said.push_str(&format!("; {} {were} there already", HumanCount(summary.known)));
    }
    writeln!(streams.out, "{said}.")?;
    if !summary.inboxes.is_empty() {
        let rows = summary.inboxes.iter().map(|inbox| {
            let address = inbox.address.clone().unwrap_or_else(|| "-".to_owned());
            [inbox.mailbox.clone(), address, inbox.new.to_string()]
        });
        streams.print_table(["MAILBOX", "ADDRESS", "NEW"], rows)?;
    }
    for (why, count, places) in &summary.skipped {
        let more = if *count > places.len() as u64 { ", …" } else { "" };
        writeln!(streams.err, "Skipped {count}: {why} ({}{more})", places.join(", "))?;
    }
    if summary.stopped {
        writeln!(streams.err, "Stopped. The same command goes on from here.")?;
    }
    Ok(())
}

async fn inboxes(
    store: &Store,
    workspace: &str,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    let inboxes = store.inboxes(workspace).await?;
    if json {
        let rows = inboxes.iter();
        let rows = rows.map(|inbox| json!({ "mailbox": inbox.mailbox, "address": inbox.address }));
        streams.print_json(&json!({ "inboxes": rows.collect::<Vec<_>>() }))?;
    } else if inboxes.is_empty() {
        writeln!(
            streams.err,
            "The workspace `{workspace}` has no mail; `toolcrib emails import PATH` brings some in."
        )?;
    } else {
        let rows = inboxes
            .into_iter()
            .map(|inbox| [inbox.mailbox.clone(), inbox.address.unwrap_or_else(|| "-".to_owned())]);
        streams.print_table(["MAILBOX", "ADDRESS"], rows)?;
    }
    Ok(Exit::Done)
}

/// A bar for the person at the terminal, if there is one.
struct Bar {
    bar: ProgressBar,
    is_bytes: bool,
    messages: u64,
}

impl Bar {
    fn new(json: bool) -> Self {
        let is_seen = !json && std::io::stderr().is_terminal();
        let target =
            if is_seen { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target);
        Self { bar, is_bytes: false, messages: 0 }
    }
}

impl Progress for Bar {
    fn begins(&mut self, total: u64, behind: u64, is_bytes: bool) {
        let text = match is_bytes {
            true => "{bar:30} {bytes}/{total_bytes}{msg}",
            false => "{bar:30} {human_pos}/{human_len} messages{msg}",
        };
        if let Ok(style) = ProgressStyle::with_template(text) {
            self.bar.set_style(style);
        }
        if behind > 0 {
            self.bar.println("Going on where the last import was broken off.");
        }
        self.bar.set_length(total);
        self.bar.set_position(behind);
        self.bar.reset_eta();
        self.bar.enable_steady_tick(Duration::from_millis(200));
        self.is_bytes = is_bytes;
    }

    fn moves(&mut self, messages: u64, bytes: u64) {
        self.messages += messages;
        self.bar.inc(if self.is_bytes { bytes } else { messages });
        let rate = self.messages as f64 / self.bar.elapsed().as_secs_f64().max(0.001);
        let count = match self.is_bytes {
            true => format!(", {} messages", HumanCount(self.messages)),
            false => String::new(),
        };
        let left = HumanDuration(self.bar.eta());
        self.bar.set_message(format!("{count}, {rate:.0}/s, {left:#} left"));
    }
}
