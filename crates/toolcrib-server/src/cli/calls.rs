//! `toolcrib calls`.

use std::io::Write as _;

use anyhow::Result;
use toolcrib_store::{CallFilter, Store, now_ms};

use super::arguments::{Calls, CallsExport};
use super::{Exit, Streams};
use crate::moment;
use crate::rest::WholeCall;

/// Calls that are read at once.
const PAGE: usize = 200;

pub(super) async fn run(
    calls: &Calls,
    store: &Store,
    workspace: &str,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    let Calls::Export(export) = calls;
    let filter = match filter(export) {
        Ok(filter) => filter,
        Err(error) => return streams.fail(Exit::Usage, &error.to_string(), json),
    };
    let (mut after, mut count) = (None::<String>, 0_u64);
    loop {
        let page = store.whole_calls(workspace, &filter, after.as_deref(), PAGE).await?;
        let is_last = page.len() < PAGE;
        after = page.last().map(|whole| whole.call.id.clone());
        for whole in page {
            writeln!(streams.out, "{}", serde_json::to_string(&WholeCall::from(whole))?)?;
            count += 1;
        }
        if is_last {
            break;
        }
    }
    streams.out.flush()?;
    writeln!(streams.err, "{count} {}.", if count == 1 { "call" } else { "calls" })?;
    Ok(Exit::Done)
}

fn filter(export: &CallsExport) -> Result<CallFilter, moment::NoMoment> {
    let now = now_ms();
    let moment =
        |said: &Option<String>| said.as_ref().map(|said| moment::parse(said, now)).transpose();
    Ok(CallFilter {
        tool_id: export.tool.clone(),
        agent_id: export.agent.clone(),
        session_id: export.session.clone(),
        since_ms: moment(&export.since)?,
        until_ms: moment(&export.until)?,
        ..CallFilter::default()
    })
}
