//! `toolcrib sources`, and `toolcrib import mcp`.
//!
//! (1) What is approved is what somebody saw: a definition, by its digest. The
//!     server is started anew here and may have changed its mind since.

mod add;
mod import;

use std::io::Write as _;

use anyhow::Result;
use serde_json::json;
use toolcrib_upstream::{Pending, State, Status};

use super::arguments::{Sources, SourcesApprove};
use super::place::{PATIENCE, Place};
use super::{Exit, Streams};
use crate::crib::Crib;

pub(super) use import::import;

/// Characters of a digest that say enough.
const DIGEST_CHARS_MIN: usize = 8;

pub(super) async fn run(
    sources: &Sources,
    place: Place,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    let flags = place.flags();
    let (crib, workspace) = place.open_guarded().await?;
    if matches!(sources, Sources::List | Sources::Approve(_)) {
        crib.join_upstreams(PATIENCE).await;
    }
    let done = match sources {
        Sources::Add(typed) => add::add(&crib, workspace.id(), typed, json, streams).await,
        Sources::Remove(typed) => add::remove(&crib, workspace.id(), typed, json, streams).await,
        Sources::List => list(&crib, &flags, json, streams),
        Sources::Approve(typed) => approve(&crib, typed, &flags, json, streams).await,
    };
    crib.close().await;
    done
}

fn list(crib: &Crib, flags: &str, json: bool, streams: &mut Streams) -> Result<Exit> {
    if !crib.has_upstreams() {
        match json {
            true => streams.print_json(&json!({ "sources": [] }))?,
            false => writeln!(
                streams.err,
                "No other server is set up; `toolcrib sources add NAME URL` adds one, and \
                 `toolcrib import mcp FILE` takes those of another client over."
            )?,
        }
        return Ok(Exit::Done);
    }
    let (status, pending) = (crib.upstreams().status(), crib.upstreams().pending());
    if json {
        streams.print_json(&json!({ "sources": status, "pending": pending }))?;
        return Ok(Exit::Done);
    }
    let rows = status.iter().map(|server| {
        let tools = server.tools.len().to_string();
        [server.name.clone(), state(server), tools, server.transport.clone()]
    });
    streams.print_table(["SERVER", "STATE", "TOOLS", "HOW"], rows)?;
    for server in &status {
        for tool in &server.quarantined {
            writeln!(streams.err, "{}: {}", tool.tool_id, tool.reason)?;
        }
    }
    for server in &status {
        if let State::Connecting { at_most_ms, .. } = server.state {
            writeln!(
                streams.err,
                "{} has not answered yet. It may take {} s (`connect_timeout_ms`); a server that \
                 runs waits on and takes its tools in when they come.",
                server.name,
                at_most_ms / 1000
            )?;
        }
    }
    for changed in &pending {
        show(changed, flags, streams)?;
    }
    Ok(Exit::Done)
}

/// Shows what a tool was and is, and how to approve that.
fn show(changed: &Pending, flags: &str, streams: &mut Streams) -> Result<()> {
    let Pending { server, tool_id, digest, .. } = changed;
    writeln!(streams.out, "\n{tool_id} of {server} is another now:")?;
    let [before, after] = [&changed.before, &changed.after].map(serde_json::to_string_pretty);
    for line in before?.lines().filter(|line| !line.trim().is_empty()) {
        writeln!(streams.out, "- {line}")?;
    }
    for line in after?.lines().filter(|line| !line.trim().is_empty()) {
        writeln!(streams.out, "+ {line}")?;
    }
    writeln!(
        streams.err,
        "This lets it be called again, as it is shown here:\n  \
         toolcrib sources approve{flags} {server} {tool_id} --digest {digest}"
    )?;
    Ok(())
}

fn state(server: &Status) -> String {
    match &server.state {
        State::Connecting { for_ms, .. } => format!("connecting for {} s", for_ms / 1000),
        State::Ready => "ready".to_owned(),
        State::Disabled => "off".to_owned(),
        State::Closed => "closed".to_owned(),
        State::Waiting { why, .. } => format!("waiting: {why}"),
        State::Failed { why } => format!("failed: {why}"),
    }
}

async fn approve(
    crib: &Crib,
    typed: &SourcesApprove,
    flags: &str,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    let SourcesApprove { server, tool, digest } = typed;
    let known = if crib.has_upstreams() { crib.upstreams().status() } else { Vec::new() };
    let Some(status) = known.iter().find(|status| status.name == *server) else {
        let message = format!("there is no server `{server}`; `toolcrib sources list` shows them");
        return streams.fail(Exit::Failed, &message, json);
    };
    let is_digest = |text: &str| {
        text.len() >= DIGEST_CHARS_MIN && text.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    if digest.as_ref().is_some_and(|digest| !is_digest(digest)) {
        let message = format!(
            "--digest takes what `toolcrib sources list` shows, or at least its first \
             {DIGEST_CHARS_MIN} characters"
        );
        return streams.fail(Exit::Usage, &message, json);
    }
    let mut meant = crib.upstreams().pending();
    meant.retain(|it| it.server == *server && (it.tool_id == *tool || it.tool == *tool));
    // One tool's name may be another's id.
    meant.sort_by_key(|it| it.tool_id != *tool);
    let Some(first) = meant.first() else {
        let message = format!(
            "no tool `{tool}` of the server `{server}` waits for approval; it is {}",
            state(status)
        );
        return streams.fail(Exit::Failed, &message, json);
    };
    // (1)
    let Some(digest) = digest else {
        let message = format!("`{tool}` is not approved before somebody has seen what it is");
        return not_approved(first, &message, flags, json, streams);
    };
    let digest = digest.to_ascii_lowercase();
    let Some(seen) = meant.iter().find(|it| it.digest.starts_with(&digest)) else {
        let message = format!("`{tool}` of `{server}` is not what has the digest {digest}");
        return not_approved(first, &message, flags, json, streams);
    };
    match crib.upstreams().approve(server, &seen.tool_id, Some(&seen.digest)).await {
        Ok(()) if json => {
            let Pending { server, tool_id, digest, .. } = seen;
            streams.print_json(&json!({ "server": server, "tool": tool_id, "digest": digest }))?;
        }
        Ok(()) => writeln!(streams.err, "`{}` of `{server}` can be called again.", seen.tool_id)?,
        Err(error) => {
            let message = format!("{error}; `toolcrib sources list` shows what has changed");
            return streams.fail(Exit::Failed, &message, json);
        }
    }
    Ok(Exit::Done)
}

/// Shows what would have been approved, and changes nothing.
fn not_approved(
    changed: &Pending,
    message: &str,
    flags: &str,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    if json {
        streams.print_json(&json!({ "error": { "message": message }, "pending": changed }))?;
    } else {
        show(changed, flags, streams)?;
        writeln!(streams.err, "error: {message}")?;
    }
    Ok(Exit::Failed)
}
