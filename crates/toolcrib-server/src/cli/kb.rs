//! `toolcrib kb`.

use std::io::{IsTerminal as _, Write as _};
use std::time::Duration;

use anyhow::Result;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;
use toolcrib_store::Store;

use super::arguments::{Kb, KbImport};
use super::call::cancel_on_ctrl_c;
use super::{Exit, Streams};
use crate::kb::{ImportError, import};

pub(super) async fn run(
    kb: &Kb,
    store: &Store,
    workspace: &str,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    match kb {
        Kb::Import(wanted) => bring(wanted, store, workspace, json, streams).await,
    }
}

async fn bring(
    wanted: &KbImport,
    store: &Store,
    workspace: &str,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    let bar = bar(!json && std::io::stderr().is_terminal());
    let mut told = |done: usize, total: usize| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    };
    let done = import(&wanted.path, workspace, store, &mut told, &cancel_on_ctrl_c()).await;
    bar.finish_and_clear();
    let summary = match done {
        Ok(summary) => summary,
        Err(ImportError::Store(error)) => return Err(error.into()),
        Err(error) => return streams.fail(Exit::Usage, &error.to_string(), json),
    };
    let is_in_vain = summary.kept == 0;
    if json {
        let skipped = summary.skipped.iter();
        let skipped =
            skipped.map(|(why, count, at)| json!({ "why": why, "count": count, "first": at }));
        streams.print_json(&json!({
            "kept": summary.kept, "skipped": skipped.collect::<Vec<_>>(), "stopped": summary.stopped,
        }))?;
    } else {
        let s = if summary.kept == 1 { "" } else { "s" };
        writeln!(streams.out, "Imported {} document{s}.", HumanCount(summary.kept))?;
        for (why, count, places) in &summary.skipped {
            let more = if *count > places.len() as u64 { "; …" } else { "" };
            writeln!(streams.err, "Skipped {count}: {why} ({}{more})", places.join("; "))?;
        }
        if summary.stopped {
            writeln!(
                streams.err,
                "Stopped. The same command starts over and replaces what is there."
            )?;
        }
    }
    Ok(if summary.stopped || is_in_vain { Exit::Failed } else { Exit::Done })
}

/// A bar for the person at the terminal, if there is one.
fn bar(is_seen: bool) -> ProgressBar {
    let target = if is_seen { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(None, target);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {human_pos}/{human_len} files") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
