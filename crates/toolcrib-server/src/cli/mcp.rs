//! `toolcrib mcp`: the tools over standard input and output.
//!
//! Standard output belongs to the protocol; whatever is said to people goes to
//! standard error.

use std::io::Write as _;

use anyhow::Result;
use futures_util::future;

use super::arguments::Mcp;
use super::place::Place;
use super::serve::{log, told};
use super::{Exit, Streams, agents};
use crate::mcp::{self, Whom};

pub(super) async fn run(
    typed: Mcp,
    place: Place,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    let traces = match log::start(&place.config) {
        Ok(traces) => traces,
        Err(message) => return streams.fail(Exit::Usage, &message.to_string(), json),
    };
    let stop = place.stop.clone();
    let (crib, workspace) = place.open_guarded().await?;
    agents::take_in(&crib, &workspace).await?;
    if let Some(id) = &typed.agent
        && !workspace.view().agents.contains_key(id)
    {
        let message = format!("there is no agent `{id}`; `toolcrib agents` lists them");
        return streams.fail(Exit::Usage, &message, json);
    }
    if let Some(id) = &typed.session
        && crib.store().session(workspace.id(), id).await?.is_none()
    {
        return streams.fail(Exit::Usage, &format!("there is no session `{id}`"), json);
    }
    if streams.interactive {
        writeln!(
            streams.err,
            "A client starts this command and speaks MCP with it; docs/guide/mcp.md shows how to \
             set one up. Ctrl-D ends it."
        )?;
    }
    let _watch = crib.watch(told)?;
    let stop = stop.heed();
    let then = workspace.view();
    let (agent, session) = (typed.agent, typed.session);
    let whom = Whom { workspace, key: None, agent, session, then };
    let served = tokio::select! {
        served = mcp::Mcp::serve_stdio(crib.clone(), whom) => served,
        () = stop.cancelled() => Ok(()),
        _ = future::join4(
            crib.warm(),
            crib.follow(),
            crib.follow_books(),
            crib.follow_upstreams(),
        ) => {
            unreachable!("changes are followed for ever")
        }
    };
    let lost = crib.close().await;
    if let Some(traces) = traces {
        traces.shutdown().await;
    }
    if lost > 0 {
        writeln!(streams.err, "{lost} calls could not be recorded.")?;
    }
    match served {
        Ok(()) if lost == 0 => Ok(Exit::Done),
        Ok(()) => Ok(Exit::Failed),
        Err(error) => {
            streams.fail(Exit::Failed, &format!("{:#}", anyhow::Error::from(error)), json)
        }
    }
}
