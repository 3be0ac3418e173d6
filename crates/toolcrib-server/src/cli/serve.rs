//! `toolcrib serve`.

pub(super) mod log;
pub(super) mod signals;

use std::convert::Infallible;
use std::io::Write;
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Result;
use futures_util::future;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use toolcrib_handlers::folders::{LoadError, Report};

use super::arguments::Serve;
use super::place::Place;
use super::{Exit, Streams, agents};
use crate::crib::Crib;
use crate::rest::{self, Ended, RestSettings};

/// How long it may take to stop before somebody wonders.
const UNSEEN: Duration = Duration::from_millis(300);

pub(super) async fn run(
    serve: &Serve,
    place: Place,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    let traces = match log::start(&place.config) {
        Ok(traces) => traces,
        Err(message) => return streams.fail(Exit::Usage, &message.to_string(), json),
    };
    if !is_address(&serve.listen) {
        let message = format!(
            "`{}` is no address to listen on: give a host and a port, such as 127.0.0.1:7420",
            serve.listen
        );
        return streams.fail(Exit::Usage, &message, json);
    }
    let listener = match TcpListener::bind(&serve.listen).await {
        Ok(listener) => listener,
        Err(error) => {
            let mut message = format!("cannot listen on `{}`: {error}", serve.listen);
            if error.kind() == std::io::ErrorKind::AddrInUse {
                message.push_str("; take another port with --listen, such as 127.0.0.1:7421");
            }
            return streams.fail(Exit::Failed, &message, json);
        }
    };
    let address = listener.local_addr()?;
    let (config, location) = (place.config.clone(), place.location.to_string());
    let flags = place.flags();
    let (crib, workspace) = place.open().await?;
    let open_to_all = address.ip().is_loopback();
    let keys_required = serve.require_keys || config.require_keys() || !open_to_all;
    if keys_required && crib.keys().count() == 0 {
        let id = workspace.id();
        let message = format!(
            "{}, and no key lets anybody in; make one with `toolcrib keys create{flags} \
             --workspace {id} --scope read,call,manage,approve`",
            match open_to_all {
                true => "keys are required".to_owned(),
                false => format!("{address} can be reached from elsewhere, so keys are required"),
            },
        );
        return streams.fail(Exit::Usage, &message, json);
    }
    agents::take_in(&crib, &workspace).await?;
    let own = workspace.id().to_string();
    drop(workspace);
    let _watch = crib.watch(told)?;
    // Whoever reads the greeting may stop us that moment.
    let stop = signals::stop()?;
    greet(address, &crib, &location, keys_required, streams)?;
    let settings = RestSettings {
        keys_required,
        address: Some(address),
        hosts: config.hosts().to_vec(),
        workspace: Some(own),
        stop: stop.clone(),
    };
    let router = rest::router(crib.clone(), settings);
    let serving = rest::serve(listener, router, stop.clone(), rest::GRACE);
    let ended = tokio::select! {
        ended = serving => ended,
        _ = future::join5(
            crib.warm(),
            crib.follow(),
            crib.follow_books(),
            crib.follow_upstreams(),
            crib.tidy(config.keep_records()),
        ) => {
            unreachable!("changes are followed for ever")
        }
        never = say_what_it_waits_for(&stop, &mut streams.err) => match never {},
    };
    let lost = crib.close().await;
    if let Some(traces) = traces {
        traces.shutdown().await;
    }
    let (grace, calls) = (rest::GRACE.as_secs(), if lost == 1 { "call" } else { "calls" });
    let words = match (ended, lost) {
        (Ended::InPeace, 0) => "every call was answered and recorded".to_owned(),
        (Ended::InPeace, lost) => format!("{lost} {calls} could not be recorded"),
        (Ended::CutOff, 0) => format!("some calls took longer than {grace} s and were cut off"),
        (Ended::CutOff, lost) => format!(
            "some calls took longer than {grace} s and were cut off, and {lost} {calls} could \
             not be recorded"
        ),
    };
    writeln!(streams.err, "Stopped; {words}.")?;
    Ok(if ended == Ended::InPeace && lost == 0 { Exit::Done } else { Exit::Failed })
}

/// A host and a port.
fn is_address(text: &str) -> bool {
    text.rsplit_once(':')
        .is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok())
}

/// Tells whoever stopped the server why it is still there.
async fn say_what_it_waits_for(stop: &CancellationToken, err: &mut impl Write) -> Infallible {
    stop.cancelled().await;
    tokio::time::sleep(UNSEEN).await;
    // Who does not read it does not need it.
    let _ = writeln!(err, "Waiting for running calls to end; Ctrl-C again cuts them off.");
    std::future::pending().await
}

/// Says where it is and what to try.
fn greet(
    address: SocketAddr,
    crib: &Crib,
    location: &str,
    keys_required: bool,
    streams: &mut Streams,
) -> Result<()> {
    let tools = crib.base().snapshot().len();
    let key = if keys_required { " -H \"Authorization: Bearer $TOOLCRIB_KEY\"" } else { "" };
    writeln!(
        streams.out,
        "Toolcrib serves {tools} tools at http://{address}\n\
         Page            http://{address}/\n\
         MCP             http://{address}/mcp\n\
         Documentation   http://{address}/docs\n\
         Records         {location}\n\n\
         Three things to try:\n\
         1. Open the page: a short tour calls a tool.\n\
         2. curl -s http://{address}/api/tools/calculator/call -H 'X-Workspace-Id: default'{key} \\\n    \
         -d '{{\"arguments\": {{\"a\": 6, \"b\": 7, \"operation\": \"multiply\"}}}}'\n\
         3. Give your agent the address of MCP, or the command `toolcrib mcp`.\n\n\
         Ctrl-C stops it."
    )?;
    streams.out.flush()?;
    for id in crib.missing_defaults() {
        writeln!(streams.err, "agents.default_tools: there is no tool `{id}` yet")?;
    }
    for broken in crib.base().snapshot().all_broken() {
        writeln!(streams.err, "broken: {} (from {})", broken.tool_id, broken.source)?;
        for problem in &broken.problems {
            writeln!(streams.err, "  {problem}")?;
        }
    }
    Ok(())
}

/// Tells the operator that tool folders have changed.
pub(super) fn told(loaded: Result<&Report, &LoadError>) {
    match loaded {
        Ok(report) => {
            tracing::warn!(tools = report.tools, "tool folders were read anew");
            for broken in &report.broken {
                let problem = broken.problems.first().map(ToString::to_string);
                tracing::warn!(tool = broken.tool_id, problem, "a tool is broken");
            }
            for stale in &report.stale {
                let problem = stale.problems.first().map(ToString::to_string);
                tracing::warn!(
                    tool = stale.tool_id,
                    problem,
                    "files are broken; the last good version serves"
                );
            }
        }
        Err(error) => {
            let error = error as &dyn std::error::Error;
            tracing::error!(error, "tool folders could not be read; the tools stay as they were");
        }
    }
}
