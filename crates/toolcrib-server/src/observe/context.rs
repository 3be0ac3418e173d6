//! What tools take up in the contexts of agents, before anybody asks them.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::Value;
use toolcrib::{Caller, Mode, ToolError};
use toolcrib_agents::BYTES_PER_TOKEN;
use toolcrib_store::{By, Store, StoreError, Stretch, now_ms};

use crate::crib::{Crib, Workspace};

/// How far back the records are looked at: 30 days.
const LOOK_BACK_MS: u64 = 30 * 24 * 60 * 60 * 1_000;

/// What tools take up in the context of one agent.
#[derive(Debug, Serialize)]
pub struct AgentContext {
    /// The agent.
    pub agent_id: String,
    /// Tokens that its model takes.
    pub window: usize,
    /// Tokens of what it is told.
    pub instructions: usize,
    /// Tokens of the schemas of its tools.
    pub schemas: usize,
    /// Tokens of outcomes that a full turn would bring: as many calls as it may
    /// make, each as large as those of the last 30 days were on average.
    pub outcomes: usize,
    /// The share of the window that tools take up.
    pub share: f64,
    /// Its tools, those that take up most first.
    pub tools: Vec<ToolContext>,
}

/// What one tool takes up.
#[derive(Debug, Serialize)]
pub struct ToolContext {
    /// The tool.
    pub tool_id: String,
    /// Tokens of its schema.
    pub schema: usize,
    /// Tokens of an outcome, on average and of all but the largest 5 percent, within
    /// what a model is handed.
    pub outcome: Option<[usize; 2]>,
    /// Whether it is another agent.
    pub is_agent: bool,
    /// Calls in the last 30 days.
    pub calls: i64,
}

/// What is known of each tool from the records.
type Known = HashMap<String, (i64, [usize; 2])>;

/// What the records say of the tools of a workspace.
///
/// # Errors
///
/// When the store does not answer.
pub async fn known(store: &Store, workspace: &str) -> Result<Known, StoreError> {
    let until_ms = now_ms() + 1;
    let stretch = Stretch { since_ms: until_ms.saturating_sub(LOOK_BACK_MS), until_ms };
    let stats = store.call_stats(workspace, stretch, By::Tool).await?;
    let tokens = |bytes: i64| usize::try_from(bytes).unwrap_or(0) / BYTES_PER_TOKEN;
    let known = stats.into_iter().map(|stats| {
        (stats.id, (stats.calls, [tokens(stats.bytes.mean), tokens(stats.bytes.p95)]))
    });
    Ok(known.collect())
}

/// What tools take up in the context of an agent.
///
/// # Errors
///
/// When nobody can ask the agent, in words for whoever wants to.
pub fn of_agent(
    crib: &Crib,
    workspace: &Workspace,
    id: &str,
    known: &Known,
) -> Result<AgentContext, ToolError> {
    let crew = workspace.crew(crib).0;
    let agent = crew.agent(id, Mode::Text)?;
    let caller = Caller {
        workspace: std::sync::Arc::clone(workspace.id()),
        agent: Some(id.into()),
        ..Caller::default()
    };
    let provider = agent.model.wire().provider();
    let offered = crew.offer(workspace.runtime(), &caller, Mode::Text, provider);
    let view = workspace.view();
    let most = agent.limits.outcome_bytes_max / BYTES_PER_TOKEN;
    let mut tools: Vec<ToolContext> = parts(&offered)
        .into_iter()
        .map(|(tool_id, bytes)| {
            let known = known.get(&tool_id);
            ToolContext {
                is_agent: view.agents.contains_key(&tool_id),
                schema: bytes / BYTES_PER_TOKEN,
                outcome: known.map(|(_, outcome)| outcome.map(|tokens| tokens.min(most))),
                calls: known.map_or(0, |(calls, _)| *calls),
                tool_id,
            }
        })
        .collect();
    tools.sort_by_key(|tool| std::cmp::Reverse(tool.schema));
    let window = agent.model.context_tokens();
    let schemas = tools.iter().map(|tool| tool.schema).sum();
    let outcomes = usual_outcome(&tools) * agent.limits.turn.calls_max as usize;
    #[expect(clippy::cast_precision_loss, reason = "no window has that many tokens")]
    let share = (schemas + outcomes) as f64 / window.max(1) as f64;
    let instructions = agent.instructions.len() / BYTES_PER_TOKEN;
    let agent_id = id.to_owned();
    Ok(AgentContext { agent_id, window, instructions, schemas, outcomes, share, tools })
}

/// Tokens of an outcome, on average over the calls that were made.
fn usual_outcome(tools: &[ToolContext]) -> usize {
    let calls: i64 = tools.iter().map(|tool| tool.calls).sum();
    let tokens = |tool: &ToolContext| {
        let mean = tool.outcome.map_or(0, |[mean, _]| mean);
        mean.saturating_mul(usize::try_from(tool.calls).unwrap_or(0))
    };
    let all: usize = tools.iter().map(tokens).sum();
    usize::try_from(calls).ok().filter(|calls| *calls > 0).map_or(0, |calls| all / calls)
}

/// Each tool of an offer, whichever vendor's, and the bytes of its part.
fn parts(offer: &Value) -> Vec<(String, usize)> {
    let name = |tool: &Value| {
        let name = tool.get("name").or_else(|| tool.get("function")?.get("name"));
        name.and_then(Value::as_str).map(str::to_owned)
    };
    let mut all = Vec::new();
    for part in offer.as_array().into_iter().flatten() {
        let declared =
            part.get("functionDeclarations").or_else(|| part.get("function_declarations"));
        let tools = match declared.and_then(Value::as_array) {
            Some(declared) => declared.iter().collect(),
            None => vec![part],
        };
        for tool in tools {
            all.extend(name(tool).map(|name| (name, tool.to_string().len())));
        }
    }
    all
}
