//! Ends an agent's work with its answer.

use schemars::JsonSchema;
use serde::Serialize;
use toolcrib::tool;

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct FinalAnswer {
    /// The answer, as it was given.
    answer: String,
    /// What it rests on, each once.
    sources: Vec<String>,
}

/// Gives the final answer to the user's question, with the messages that it rests on.
/// Call it once, when nothing is left to look up.
#[tool(
    title = "Return Final Answer",
    group = "general",
    side_effects = "none",
    quick,
    latency_budget_ms = 50,
    timeout_ms = 1_000,
    tags = ["answer", "email"],
    guide = include_str!("return_final_answer/guide.md")
)]
pub(super) async fn return_final_answer(
    /// The answer, in full sentences.
    #[schemars(length(min = 1))]
    answer: String,
    /// The ids of the messages that the answer rests on, such as `<1234@example.com>`.
    #[arg(default = Vec::new())]
    sources: Vec<String>,
) -> FinalAnswer {
    let mut once: Vec<String> = Vec::with_capacity(sources.len());
    for source in sources {
        if !once.contains(&source) {
            once.push(source);
        }
    }
    FinalAnswer { answer, sources: once }
}
