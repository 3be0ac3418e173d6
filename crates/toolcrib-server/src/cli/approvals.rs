//! `toolcrib approvals`.

use std::io::Write as _;

use anyhow::Result;
use serde_json::json;
use toolcrib_store::{ApprovalRow, Store};

use super::arguments::Approvals;
use super::{Exit, Streams};
use crate::desk::{Desk, NotDecided, Said};
use crate::rest::ApprovalBody;

/// Approvals that are listed.
const LIST_MAX: u32 = 200;

pub(super) async fn run(
    approvals: &Approvals,
    desk: &Desk,
    store: &Store,
    workspace: &str,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    let (id, said) = match approvals {
        Approvals::List(list) => {
            let state = (!list.all).then_some("pending");
            let rows = store.approvals(workspace, state, None, LIST_MAX).await?;
            return self::list(rows, workspace, json, streams);
        }
        Approvals::Approve(approve) => (&approve.id, Said::Yes),
        Approvals::Deny(deny) => (&deny.id, Said::No(deny.reason.clone())),
    };
    match desk.decide(workspace, id, said.clone(), "command_line").await {
        Ok(row) if json => streams.print_json(&ApprovalBody::from(row))?,
        Ok(row) => {
            let preview = &row.asked.preview;
            match said {
                Said::Yes if row.state == "used" => {
                    writeln!(streams.err, "It was approved, and the call was made: {preview}")?;
                }
                Said::Yes => writeln!(
                    streams.err,
                    "Approved, until {}: {preview}\nA call that waits in a conversation goes on by \
                     itself; any other is made again with `--approval {id}` (`approval_id` over \
                     REST).",
                    row.expires_at
                )?,
                Said::No(_) => writeln!(streams.err, "Denied: {preview}")?,
            }
        }
        Err(NotDecided::Store(error)) => return Err(error.into()),
        Err(error) => {
            let message = format!("{error}; `toolcrib approvals list` shows what waits");
            return streams.fail(Exit::Failed, &message, json);
        }
    }
    Ok(Exit::Done)
}

fn list(
    rows: Vec<ApprovalRow>,
    workspace: &str,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    if json {
        let rows: Vec<_> = rows.into_iter().map(ApprovalBody::from).collect();
        streams.print_json(&json!({ "approvals": rows }))?;
    } else if rows.is_empty() {
        writeln!(streams.err, "Nothing waits for approval in the workspace `{workspace}`.")?;
    } else {
        let rows = rows.into_iter().map(|row| {
            let agent = row.asked.bound.agent_id.unwrap_or_else(|| "-".to_owned());
            [row.asked.id, row.state, row.expires_at, agent, row.asked.preview]
        });
        streams.print_table(["APPROVAL", "STATE", "EXPIRES", "AGENT", "CALL"], rows)?;
    }
    Ok(Exit::Done)
}
