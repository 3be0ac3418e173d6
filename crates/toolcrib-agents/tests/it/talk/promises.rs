//! Agents that promise what their answer looks like.

use serde_json::{Value, json};
use toolcrib::TurnLimits;
use toolcrib_agents::{Message, Profile};

use crate::scripted::script;
use crate::stage::{Stage, brief};
use crate::tools::{answers, profile, specialist};

fn city() -> Value {
    json!({ "type": "object", "properties": { "city": { "type": "string" } },
        "required": ["city"], "additionalProperties": false })
}

/// An agent that promises a city, and the answers that it gives.
async fn promised(first: &str, second: &str) -> (String, Vec<Vec<Message>>) {
    let finder = Profile { output: Some(city()), ..profile("finder") };
    let stage = Stage::new(vec![specialist(finder)]);
    let model = script(json!([
        { "agent": "assistant", "rounds": [
            { "calls": [{ "name": "finder", "arguments": { "message": "Where?" } }] },
            { "text": "So." },
        ] },
        { "agent": "finder", "when": ["Where?"], "rounds": [{ "text": first }] },
        { "agent": "finder", "when": ["not what was asked for"], "rounds": [{ "text": second }] },
    ]));
    stage.crew.hire("assistant", model.clone(), &["finder"]);
    stage.crew.hire("finder", model.clone(), &[]);
    let played = stage.play("assistant", "Go.").await;
    let asked = model.asked().into_iter().filter(|asked| asked.agent == "finder");
    (played.outcomes()[0].to_owned(), asked.map(|asked| asked.messages).collect())
}

#[tokio::test]
async fn an_answer_that_is_not_what_was_promised_is_asked_for_again() {
    let right = r#"{"city":"Tokyo"}"#;
    for fine in [right.to_owned(), format!("```json\n{right}\n```"), format!("```\n{right}```")] {
        let (outcome, asked) = promised(&fine, "never said").await;
        assert_eq!((outcome.as_str(), asked.len()), (right, 1));
    }
    let (outcome, asked) = promised(r#"{"town":"Tokyo"}"#, right).await;
    assert_eq!(outcome, right);
    let [_, Message::Assistant(said), Message::User { text }] = asked[1].as_slice() else {
        panic!("{asked:?}")
    };
    assert_eq!(said.text, r#"{"town":"Tokyo"}"#);
    let why = "Your answer is not what was asked for: The answer of `finder` does not fit what it \
               promises. /town: is not allowed here; /city: is required but missing. Answer again with a JSON value that fits this schema, and with \
               nothing else: ";
    assert_eq!(*text, format!("{why}{}", city()));
}

#[tokio::test]
async fn an_agent_that_never_keeps_its_promise_is_broken() {
    let (outcome, asked) = promised("In Tokyo.", "Tokyo, I said!").await;
    let broken = "INTERNAL: The agent `finder` did not answer as it promises: it is no JSON \
                  (expected value at line 1 column 1).\n\
                  Part of the work may already have been done.\n\
                  Next: Do not repeat the call; go on without this tool or tell the user.";
    assert_eq!((outcome.as_str(), asked.len()), (broken, 2));
}

#[tokio::test]
async fn an_agent_that_is_asked_again_has_no_more_to_use_up_than_before() {
    let finder = Profile { output: Some(city()), ..profile("finder") };
    let stage = Stage::new(vec![specialist(finder), answers("note", "noted")]);
    let rounds = |text: &str| json!([{ "calls": [{ "name": "note" }] }, { "text": text }]);
    let model = script(json!([
        { "agent": "assistant", "rounds": [
            { "calls": [{ "name": "finder", "arguments": { "message": "Where?" } }] },
            { "text": "So." },
        ] },
        { "agent": "finder", "when": ["Where?"], "rounds": rounds("In Tokyo.") },
        { "agent": "finder", "rounds": rounds(r#"{"city":"Tokyo"}"#) },
    ]));
    stage.crew.hire("assistant", model.clone(), &["finder"]);
    stage.crew.hire("finder", model.clone(), &["note"]);
    let turn = TurnLimits { calls_max: 1, retrievals_max: 1 };
    stage.crew.change("finder", |agent| agent.limits.turn = turn);
    let played = stage.play("assistant", "Go.").await;
    assert_eq!(played.outcomes(), [r#"{"city":"Tokyo"}"#]);
    let asked = model.asked();
    let last = asked.iter().rfind(|asked| asked.agent == "finder").unwrap();
    let expected =
        ["user: Where?", "assistant:  [note]", "outcomes: noted", "assistant: In Tokyo."];
    let told = brief(&last.messages);
    assert_eq!(told[..4], expected);
    let spent = "BUDGET_EXCEEDED: This turn has used up its 1 calls. Answer with what you have.";
    assert_eq!(told[6].lines().next(), Some(format!("outcomes: {spent}").as_str()));
}
