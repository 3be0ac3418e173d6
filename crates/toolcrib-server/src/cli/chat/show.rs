//! An answer, as it comes.

use std::collections::HashMap;

use anyhow::Result;
use tokio::sync::mpsc;
use toolcrib_agents::{Event, EventKind};

use crate::cli::Streams;

/// Letters of a call's arguments that are shown.
const SHOWN_MAX: usize = 100;

/// Words go out as they come; each call is one line among the words for people.
pub(super) async fn events(mut events: mpsc::Receiver<Event>, streams: &mut Streams) -> Result<()> {
    let mut calls: HashMap<String, String> = HashMap::new();
    let mut is_mid_line = false;
    while let Some(event) = events.recv().await {
        let deeper = if event.parent_call_id.is_some() { "  " } else { "" };
        match event.kind {
            EventKind::TextDelta { delta } => {
                is_mid_line = !delta.ends_with('\n');
                write!(streams.out, "{}", plain(&delta))?;
                streams.out.flush()?;
            }
            EventKind::ToolCallEnd { call_id, arguments, .. } => {
                calls.insert(call_id, arguments);
            }
            EventKind::ToolResult { call_id, tool, outcome, text } => {
                end_line(&mut is_mid_line, streams)?;
                let arguments = calls.remove(&call_id).unwrap_or_default();
                let ended = match &outcome {
                    Some(outcome) if outcome["ok"] == true => {
                        format!("{} ms", outcome["meta"]["duration"])
                    }
                    Some(outcome) => {
                        let kind = outcome["error"]["type"].as_str().unwrap_or("failed");
                        format!("{kind}: {}", outcome["error"]["message"].as_str().unwrap_or(&text))
                    }
                    None => text,
                };
                let line = format!("{deeper}· {tool} {} → {}", short(&arguments), short(&ended));
                writeln!(streams.err, "{}", dim(&plain(&line), streams.color))?;
            }
            EventKind::ApprovalRequired { approval_id, preview, .. } => {
                end_line(&mut is_mid_line, streams)?;
                writeln!(
                    streams.err,
                    "A person must approve: {}\nhelp: `toolcrib approvals approve {approval_id}`, \
                     then say it again.",
                    plain(&preview)
                )?;
            }
            EventKind::AgentSwitched { .. } => {
                end_line(&mut is_mid_line, streams)?;
                writeln!(streams.err, "You talk to `{}` now.", event.agent_id)?;
            }
            EventKind::Error { code, message } => {
                end_line(&mut is_mid_line, streams)?;
                writeln!(streams.err, "error: {} ({code})", plain(&message))?;
            }
            EventKind::MessageEnd { finish, .. } => {
                end_line(&mut is_mid_line, streams)?;
                match finish {
                    "cancelled" => writeln!(streams.err, "(stopped)")?,
                    "length" => writeln!(streams.err, "(cut off at the model's limit)")?,
                    "ended" => writeln!(streams.err, "(the session has ended)")?,
                    _ => {}
                }
            }
            EventKind::MessageStart
            | EventKind::ToolCallStart { .. }
            | EventKind::ToolCallArgs { .. }
            | EventKind::Intent { .. } => {}
        }
    }
    Ok(())
}

fn end_line(is_mid_line: &mut bool, streams: &mut Streams) -> Result<()> {
    if std::mem::take(is_mid_line) {
        writeln!(streams.out)?;
        streams.out.flush()?;
    }
    Ok(())
}

/// One line, and not too long a one.
fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SHOWN_MAX) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// Without what would steer the terminal: a model's words are a stranger's.
fn plain(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control() || matches!(letter, '\n' | '\t')).collect()
}

fn dim(text: &str, color: bool) -> String {
    if color { format!("\u{1b}[2m{text}\u{1b}[0m") } else { text.to_owned() }
}
