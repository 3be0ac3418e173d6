//! An outcome in words for people.

use std::io::Write as _;

use anyhow::Result;
use serde_json::Value;
use toolcrib::record::MemoryRecorder;
use toolcrib::{ErrorType, Outcome};

use crate::cli::Streams;

/// Whether the command did what was asked; a dry run must also have come through.
pub(super) fn is_good(outcome: &Outcome, dry_run: bool) -> bool {
    match outcome.data() {
        Some(report) if dry_run => report["wouldRun"] == Value::Bool(true),
        Some(_) => true,
        None => false,
    }
}

/// What the handler said while it ran.
pub(super) fn console(recorder: &MemoryRecorder, streams: &mut Streams) -> Result<()> {
    for line in recorder.finished().iter().flat_map(|record| &record.console) {
        let level = serde_json::to_value(line.level)?;
        for text in line.text.lines() {
            writeln!(streams.err, "console {}: {text}", level.as_str().unwrap_or_default())?;
        }
    }
    Ok(())
}

pub(super) fn outcome(outcome: &Outcome, streams: &mut Streams) -> Result<()> {
    match &outcome.result {
        Ok(answer) => {
            match &answer.data {
                Value::String(text) => writeln!(streams.out, "{text}")?,
                data => streams.print_json(data)?,
            }
            for warning in &answer.warnings {
                writeln!(streams.err, "warning: {warning}")?;
            }
        }
        Err(error) => {
            writeln!(streams.err, "error[{}]: {}", error.kind, error.message)?;
            for fault in error.further_details() {
                writeln!(streams.err, "  {fault}")?;
            }
            if let Some(held) = error.confirmation_request() {
                let token = &held.token;
                writeln!(
                    streams.err,
                    "{}\nhelp: `toolcrib approvals approve {token}` approves it until {}; then \
                     make the call again with `--approval {token}`. `--yes` approves a call as it \
                     is made.",
                    held.preview, held.expires
                )?;
                return Ok(());
            }
            let help = match error.kind {
                ErrorType::NotFound => "`toolcrib list` shows all tools.",
                kind => kind.next_step(),
            };
            writeln!(streams.err, "help: {help}")?;
        }
    }
    for intent in outcome.intents() {
        writeln!(streams.err, "intent: {}", serde_json::to_string(intent)?)?;
    }
    Ok(())
}

pub(super) fn dry_run(outcome: &Outcome, streams: &mut Streams) -> Result<()> {
    let report = outcome.data().unwrap_or(&Value::Null);
    for step in report["stages"].as_array().into_iter().flatten() {
        let stage = step["stage"].as_str().unwrap_or_default();
        if step["ok"] == Value::Bool(true) {
            writeln!(streams.out, "{stage:<9}ok")?;
            continue;
        }
        let kind = step["type"].as_str().unwrap_or_default();
        let message = step["message"].as_str().unwrap_or_default();
        writeln!(streams.out, "{stage:<9}{kind}: {message}")?;
        for detail in step["details"].as_array().into_iter().flatten() {
            let at = detail["pointer"].as_str().unwrap_or_default();
            let what = detail["message"].as_str().unwrap_or_default();
            writeln!(streams.out, "         {at}: {what}")?;
        }
    }
    if report["wouldRun"] == Value::Bool(true) {
        writeln!(streams.out, "{:<9}would run with {}", "run", report["arguments"])?;
    }
    Ok(())
}
