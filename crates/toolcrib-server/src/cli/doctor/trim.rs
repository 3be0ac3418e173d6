//! What takes up an agent's context, and what of it to trim.

use super::{Finding, Health};
use crate::observe::context::AgentContext;

/// Tools that are named as worth a trim.
const NAMED_MAX: usize = 3;

/// Tokens of a schema that are worth a word.
const LARGE_SCHEMA: usize = 1_000;

/// What the context of an agent says, and what to trim.
pub(super) fn judged(context: &AgentContext, share_max: f64) -> Finding {
    let percent = context.share * 100.0;
    let message = format!(
        "`{}`: its tools take up {percent:.1} % of {} tokens ({} for schemas, {} for the outcomes \
         of a full turn)",
        context.agent_id, context.window, context.schemas, context.outcomes
    );
    if context.share <= share_max {
        return Finding::new("context", Health::Ok, message);
    }
    let mut hints = Vec::new();
    let unused: Vec<&str> = context
        .tools
        .iter()
        .filter(|tool| tool.calls == 0 && !tool.is_agent)
        .map(|tool| tool.tool_id.as_str())
        .take(NAMED_MAX)
        .collect();
    if !unused.is_empty() {
        hints.push(format!("nobody called `{}` in 30 days: detach it", unused.join("`, `")));
    }
    let large = context.tools.iter().filter(|tool| tool.schema >= LARGE_SCHEMA).take(NAMED_MAX);
    for tool in large {
        hints.push(format!(
            "the schema of `{}` has {} tokens: shorten its descriptions and enums",
            tool.tool_id, tool.schema
        ));
    }
    let chatty = context.tools.iter().filter_map(|tool| Some((tool, tool.outcome?[1])));
    let mut chatty: Vec<_> = chatty.filter(|(_, tokens)| *tokens >= LARGE_SCHEMA).collect();
    chatty.sort_by_key(|(_, tokens)| std::cmp::Reverse(*tokens));
    for (tool, tokens) in chatty.into_iter().take(NAMED_MAX) {
        hints.push(format!(
            "outcomes of `{}` have {tokens} tokens and more: ask it for less (limits, pages)",
            tool.tool_id
        ));
    }
    if hints.is_empty() {
        hints
            .push("give the agent fewer tools, or fewer calls in a turn (`calls_per_turn`)".into());
    }
    Finding::new("context", Health::Warning, message).help(hints.join("; "))
}
