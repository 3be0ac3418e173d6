//! `toolcrib doctor`: what is wrong, what could be, and what to do about it.

mod trim;

use std::io::Write as _;

use anyhow::Result;
use serde::Serialize;
use serde_json::json;
use toolcrib_upstream::State;

use super::place::{PATIENCE, Place};
use super::{Exit, Streams, agents};
use crate::config::Named;
use crate::crib::{Crib, MCP, Workspace};
use crate::observe::context::{self, AgentContext};

/// How a part is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
enum Health {
    Ok,
    Warning,
    Problem,
}

/// One thing that was looked at.
#[derive(Serialize)]
struct Finding {
    part: &'static str,
    health: Health,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
}

impl Finding {
    fn new(part: &'static str, health: Health, message: impl Into<String>) -> Self {
        Self { part, health, message: message.into(), help: None }
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

pub(super) async fn run(place: Place, json: bool, streams: &mut Streams) -> Result<Exit> {
    let (location, share_max) = (place.location.to_string(), place.config.context_share());
    let (crib, workspace) = place.open().await?;
    agents::take_in(&crib, &workspace).await?;
    let mut findings = vec![Finding::new("database", Health::Ok, location)];
    crib.join_upstreams(PATIENCE).await;
    tools(&crib, &mut findings);
    servers(&crib, &mut findings);
    rules(&crib, &workspace, &mut findings);
    python(&crib, &mut findings).await;
    let known = context::known(crib.store(), workspace.id()).await?;
    let mut contexts = Vec::new();
    for agent in workspace.view().agents.values() {
        let id = &agent.row.id;
        attachments(&workspace, id, &mut findings);
        if !agent.row.enabled {
            continue;
        }
        match context::of_agent(&crib, &workspace, id, &known) {
            Ok(context) => {
                findings.push(trim::judged(&context, share_max));
                contexts.push(context);
            }
            Err(error) => findings.push(Finding::new("agents", Health::Problem, error.message)),
        }
    }
    let waiting = crib.store().approvals(workspace.id(), Some("pending"), None, 200).await?;
    if !waiting.is_empty() {
        let message = format!("{} calls wait for a person", waiting.len());
        findings.push(
            Finding::new("approvals", Health::Warning, message)
                .help("`toolcrib approvals list` shows them"),
        );
    }
    crib.close().await;
    let worst = findings.iter().map(|finding| finding.health).max().unwrap_or(Health::Ok);
    match json {
        true => streams.print_json(&json!({ "findings": findings, "contexts": contexts }))?,
        false => show(&findings, &contexts, streams)?,
    }
    Ok(if worst == Health::Problem { Exit::Failed } else { Exit::Done })
}

fn tools(crib: &Crib, findings: &mut Vec<Finding>) {
    let snapshot = crib.base().snapshot();
    let message = format!("{} for everybody, version {}", snapshot.len(), snapshot.version());
    findings.push(Finding::new("tools", Health::Ok, message));
    for broken in snapshot.all_broken().filter(|broken| !broken.source.starts_with(MCP)) {
        let problem = broken.problems.first().map_or("unknown", |problem| &problem.message);
        let message = format!("`{}` (from {}) is broken: {problem}", broken.tool_id, broken.source);
        findings.push(
            Finding::new("tools", Health::Problem, message)
                .help("`toolcrib check` says everything that is wrong"),
        );
    }
    for id in crib.missing_defaults() {
        let message = format!("agents.default_tools names `{id}`, which does not exist");
        findings.push(Finding::new("tools", Health::Warning, message));
    }
}

/// The other MCP servers.
fn servers(crib: &Crib, findings: &mut Vec<Finding>) {
    if !crib.has_upstreams() {
        return;
    }
    for server in crib.upstreams().status() {
        let (health, how) = match &server.state {
            State::Ready => (Health::Ok, format!("{} tools", server.tools.len())),
            State::Disabled => (Health::Ok, "switched off".to_owned()),
            State::Connecting { .. } => (Health::Warning, "has not answered yet".to_owned()),
            State::Waiting { why, .. } | State::Failed { why } => (Health::Problem, why.clone()),
            State::Closed => (Health::Problem, "closed".to_owned()),
        };
        let message = format!("`{}` ({}): {how}", server.name, server.transport);
        findings.push(Finding::new("servers", health, message));
        for tool in &server.quarantined {
            let message = format!("`{}` is not offered: {}", tool.tool_id, tool.reason);
            findings.push(
                Finding::new("servers", Health::Warning, message)
                    .help("`toolcrib sources list` shows what has changed"),
            );
        }
    }
}

/// Rules for what is not there, which bind nobody.
fn rules(crib: &Crib, workspace: &Workspace, findings: &mut Vec<Finding>) {
    let (snapshot, view) = (workspace.registry().snapshot(), workspace.view());
    let is_tool = |id: &str| {
        let own = snapshot.get(id).is_some_and(|entry| entry.spec().tool_id == id);
        own || snapshot.broken(id).is_some() || view.agents.contains_key(id)
    };
    for (place, named) in crib.policies().named(workspace.id()) {
        let (kind, id, is_there) = match named {
            Named::Agent(id) => ("agent", id, view.agents.contains_key(id)),
            Named::Tool(id) => ("tool", id, is_tool(id)),
        };
        if !is_there {
            let message = format!("[{place}] binds nobody: there is no {kind} `{id}` here");
            findings.push(Finding::new("policy", Health::Warning, message));
        }
    }
}

async fn python(crib: &Crib, findings: &mut Vec<Finding>) {
    if cfg!(not(target_os = "linux")) {
        let message = "the cage for Python needs Linux; tools in Python refuse to run here";
        findings.push(Finding::new("python", Health::Warning, message));
        return;
    }
    crib.warm().await;
    findings.push(Finding::new("python", Health::Ok, "a worker can be started"));
}

fn attachments(workspace: &Workspace, id: &str, findings: &mut Vec<Finding>) {
    let view = workspace.view();
    let Some(agent) = view.agents.get(id) else { return };
    for (tool, given) in &agent.attachments {
        if let Some(problem) = given.problems.first() {
            let message = format!("`{id}` cannot call `{tool}`: {}", problem.message);
            findings.push(Finding::new("agents", Health::Problem, message));
        }
    }
}

fn show(findings: &[Finding], contexts: &[AgentContext], streams: &mut Streams) -> Result<()> {
    for finding in findings {
        let mark = match finding.health {
            Health::Ok => "ok",
            Health::Warning => "warning",
            Health::Problem => "PROBLEM",
        };
        writeln!(streams.out, "{mark:<8} {:<10} {}", finding.part, finding.message)?;
        if let Some(help) = &finding.help {
            writeln!(streams.out, "{:<8} {:<10} {help}", "", "")?;
        }
    }
    for context in contexts {
        writeln!(streams.out, "\n{}: what takes up its context", context.agent_id)?;
        writeln!(streams.out, "  {:<32} {:>8} tokens", "(instructions)", context.instructions)?;
        for tool in &context.tools {
            let outcome = tool.outcome.map_or(String::new(), |[mean, p95]| {
                format!(", outcomes {mean} (p95 {p95}), {} calls", tool.calls)
            });
            writeln!(streams.out, "  {:<32} {:>8} tokens{outcome}", tool.tool_id, tool.schema)?;
        }
    }
    Ok(())
}
