//! `toolcrib call`.

mod input;
mod report;

use anyhow::Result;
use toolcrib::record::MemoryRecorder;
use toolcrib::{CallRequest, Caller, CancellationToken, Door, Registry, Runtime};

use super::arguments::Call;
use super::terminal::Terminal;
use super::{Exit, Streams};

pub(super) async fn run(
    call: Call,
    registry: Registry,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    let bytes_max = registry.limits().argument_bytes_max;
    let from_input = call.arguments == ["-"];
    let arguments = match input::read(&call.arguments, &mut streams.input, bytes_max) {
        Ok(arguments) => arguments,
        Err(error) => return streams.fail(Exit::Usage, &error.to_string(), json),
    };
    let approver = match call.yes {
        true => Terminal::SaidYes,
        // The arguments took up the stream that a person would answer on.
        false if streams.interactive && !from_input => Terminal::Ask,
        false => Terminal::Nobody,
    };
    let recorder = MemoryRecorder::new(1);
    let runtime = Runtime::builder(registry).approver(approver).recorder(recorder.clone()).build();
    let request = CallRequest {
        mode: call.mode,
        dry_run: call.dry_run,
        ..CallRequest::new(call.tool, arguments)
    };
    let caller = Caller::at(Door::CommandLine);
    let outcome = runtime.call_with_cancel(&caller, request, cancel_on_ctrl_c()).await;
    if json {
        streams.print_json(&outcome)?;
    } else if call.dry_run {
        report::dry_run(&outcome, streams)?;
    } else {
        report::console(&recorder, streams)?;
        report::outcome(&outcome, streams)?;
    }
    Ok(if report::is_good(&outcome, call.dry_run) { Exit::Done } else { Exit::Failed })
}

/// A token that Ctrl-C fires.
pub(super) fn cancel_on_ctrl_c() -> CancellationToken {
    let cancel = CancellationToken::new();
    let fire = cancel.clone();
    // Ends with the process; without a handler Ctrl-C does what it always does.
    tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            fire.cancel();
        }
    });
    cancel
}
