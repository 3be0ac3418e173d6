//! `toolcrib call`.

mod input;
mod report;

use std::sync::Arc;

use anyhow::Result;
use toolcrib::record::{Event, MemoryRecorder, Receipt, Recorder};
use toolcrib::{CallRequest, Caller, CancellationToken, Door};
use toolcrib_store::StoreRecorder;

use super::arguments::Call;
use super::lines::Lines;
use super::place::{PATIENCE, Place};
use super::terminal::Terminal;
use super::{Exit, Streams};

/// Bytes of arguments that are read at all.
const INPUT_BYTES_MAX: usize = 4 * 1024 * 1024;

pub(super) async fn run(
    call: Call,
    place: Place,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    // Each tool has a limit of its own; this one is for whoever pipes in a film.
    let bytes_max = place.stock.limits().argument_bytes_max.max(INPUT_BYTES_MAX);
    let from_input = call.arguments == ["-"];
    let arguments = match input::read(&call.arguments, &mut streams.input, bytes_max) {
        Ok(arguments) => arguments,
        Err(error) => return streams.fail(Exit::Usage, &error.to_string(), json),
    };
    let approver = match call.yes {
        true => Some(Terminal::SaidYes),
        // The arguments took up the stream that a person would answer on.
        false if streams.interactive && !from_input && call.approval.is_none() => {
            Some(Terminal::Ask(Lines::new(Box::new(std::io::stdin()))))
        }
        false => None,
    };
    let stop = place.stop.clone();
    let (crib, workspace) = place.open_guarded().await?;
    if workspace.registry().get(&call.tool).is_none() {
        crib.join_upstreams(PATIENCE).await;
    }
    if let Some(id) = &call.agent
        && !workspace.view().agents.contains_key(id)
    {
        let message = format!("there is no agent `{id}` in the workspace `{}`", workspace.id());
        return streams.fail(Exit::Failed, &message, json);
    }
    let memory = MemoryRecorder::new(1);
    let recorder = Both { kept: crib.store().recorder(), shown: memory.clone() };
    let mut builder = workspace.runtime_builder(&crib).recorder(recorder);
    if let Some(approver) = approver {
        builder = builder.approver(approver);
    }
    let runtime = builder.build();
    let request = CallRequest {
        mode: call.mode,
        dry_run: call.dry_run,
        idempotency_key: call.idempotency_key.map(Arc::from),
        approval: call.approval.map(Arc::from),
        ..CallRequest::new(call.tool, arguments)
    };
    let caller = Caller {
        workspace: Arc::clone(workspace.id()),
        agent: call.agent.map(Arc::from),
        ..Caller::at(Door::CommandLine)
    };
    let outcome = runtime.call_with_cancel(&caller, request, stop.heed()).await;
    drop(runtime);
    crib.close().await;
    if json {
        streams.print_json(&outcome)?;
    } else if call.dry_run {
        report::dry_run(&outcome, streams)?;
    } else {
        report::console(&memory, streams)?;
        report::outcome(&outcome, streams)?;
    }
    Ok(if report::is_good(&outcome, call.dry_run) { Exit::Done } else { Exit::Failed })
}

/// Keeps a record for good and shows it at once.
struct Both {
    kept: StoreRecorder,
    shown: MemoryRecorder,
}

impl Recorder for Both {
    fn record(&self, event: &Event<'_>) -> Receipt {
        // Nobody waits for what is only shown.
        drop(self.shown.record(event));
        self.kept.record(event)
    }
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
