//! How far work is handed on, and to whom it is not.

use serde_json::{Value, json};

use crate::scripted::script;
use crate::stage::{Played, Stage};
use crate::tools::specialists;

/// Agents of whom each hands its work on to the next.
async fn chain<const N: usize>(agents: [&str; N]) -> Played {
    let mut distinct = agents.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let mut turns: Vec<Value> = Vec::new();
    for (agent, next) in agents.iter().zip(&agents[1..]) {
        turns.push(json!({ "agent": agent, "rounds": [
            { "calls": [{ "name": next, "arguments": { "message": "Go on." } }] },
            { "text": format!("{agent} heard <{{{{outcome}}}}>") },
        ] }));
    }
    turns.push(json!({ "rounds": [{ "text": "the end" }] }));
    let model = script(turns.into());
    let stage = Stage::new(specialists(["a", "b", "c", "d", "e"]));
    for agent in distinct {
        let next = agents.iter().zip(&agents[1..]).filter(|(before, _)| **before == agent);
        let next: Vec<&str> = next.map(|(_, next)| *next).collect();
        stage.crew.hire(agent, model.clone(), &next);
    }
    stage.play(agents[0], "Go.").await
}

const NEXT: &str = "Next: Do not repeat the call; try another way.";

#[tokio::test]
async fn work_is_handed_on_three_times() {
    let played = chain(["a", "b", "c", "d"]).await;
    assert_eq!(played.end.text, "a heard <b heard <c heard <the end>>>");
}

#[tokio::test]
async fn work_is_not_handed_on_a_fourth_time() {
    let played = chain(["a", "b", "c", "d", "e"]).await;
    let refused = "PERMANENT: Work was handed on 3 times already: do this part yourself.";
    let text = format!("a heard <b heard <c heard <d heard <{refused}\n{NEXT}>>>>");
    assert_eq!(played.end.text, text);
}

#[tokio::test]
async fn work_does_not_go_round_in_circles() {
    for (agents, again) in [(["a", "b", "c", "b"], "b"), (["a", "b", "c", "a"], "a")] {
        let played = chain(agents).await;
        let refused = format!(
            "PERMANENT: The agent `{again}` waits for this answer itself: do the work without it."
        );
        let text = format!("a heard <b heard <c heard <{refused}\n{NEXT}>>>");
        assert_eq!(played.end.text, text);
    }
}

#[tokio::test]
async fn no_agent_asks_itself() {
    let played = chain(["a", "a"]).await;
    let refused = "PERMANENT: The agent `a` waits for this answer itself: do the work without it.";
    assert_eq!(played.end.text, format!("a heard <{refused}\n{NEXT}>"));
}
