//! The calls of a round, and what the model reads of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::Notify;
use toolcrib::Answer;
use toolcrib_agents::wire::Wire;
use toolcrib_agents::{Ended, Message};

use crate::replay::{Replay, Reply};
use crate::scripted::script;
use crate::stage::Stage;
use crate::tools::{answers, delicate, fails, fake, harmless, weather_tool};
use crate::vendors::{model, says};

#[tokio::test]
async fn outcomes_stand_in_the_order_of_calls_though_the_second_was_quicker() {
    let quick_is_done = Arc::new(Notify::new());
    let (waits, wakes) = (Arc::clone(&quick_is_done), quick_is_done);
    // The first ends only because the second runs beside it.
    let slow = fake(harmless("slow"), move || {
        let waits = Arc::clone(&waits);
        async move {
            waits.notified().await;
            Ok(Answer::new("slow"))
        }
    });
    let quick = fake(harmless("quick"), move || {
        wakes.notify_one();
        async { Ok(Answer::new("quick")) }
    });
    let stage = Stage::new(vec![slow, quick]);
    let model = script(json!([{ "rounds": [
        { "calls": [{ "name": "slow" }, { "name": "quick" }] },
        { "text": "Both." },
    ] }]));
    stage.crew.hire("assistant", model, &["slow", "quick"]);
    let played = stage.play("assistant", "Go.").await;
    assert_eq!(played.outcomes(), ["slow", "quick"]);
    let results = played.events.iter().filter(|event| event.kind.name() == "tool-result");
    let results = results.map(|event| serde_json::to_value(event).unwrap()["tool"].clone());
    assert_eq!(results.collect::<Vec<_>>(), ["slow", "quick"]);
    assert_eq!(played.end.text, "Both.");
}

#[tokio::test(start_paused = true)]
async fn four_calls_run_at_once_and_no_more() {
    let (running, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let peak = Arc::clone(&most);
    let busy = fake(harmless("busy"), move || {
        let running = Arc::clone(&running);
        most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        async move {
            tokio::time::sleep(Duration::from_millis(100)).await;
            running.fetch_sub(1, Ordering::SeqCst);
            Ok(Answer::new("done"))
        }
    });
    let stage = Stage::new(vec![busy]);
    let calls: Vec<Value> =
        (0..10).map(|n| json!({ "name": "busy", "arguments": { "n": n } })).collect();
    let model = script(json!([{ "rounds": [{ "calls": calls }, { "text": "All." }] }]));
    stage.crew.hire("assistant", model, &["busy"]);
    let played = stage.play("assistant", "Go.").await;
    assert_eq!(played.outcomes(), ["done"; 10]);
    assert_eq!(peak.load(Ordering::SeqCst), 4);
}

#[tokio::test]
async fn calls_that_fail_end_nothing() {
    let stage = Stage::new(vec![weather_tool(), fails()]);
    let model = script(json!([{ "rounds": [
        { "text": "Let me see.", "calls": [
            { "name": "fails" },
            { "name": "wether", "arguments": { "city": "Tokyo" } },
            { "name": "weather", "arguments": "city is Tokyo" },
            { "name": "weather", "arguments": {} },
            { "name": "weather", "arguments": { "city": "Tokyo" } },
        ] },
        { "text": "One of five." },
    ] }]));
    stage.crew.hire("assistant", model.clone(), &["weather", "fails"]);
    let played = stage.play("assistant", "Weather?").await;
    assert!(matches!(played.end.how, Ended::Answered), "{:?}", played.end.how);
    assert_eq!(played.end.text, "One of five.");
    let outcomes = [
        "PERMANENT: The service is gone.\nNext: Do not repeat the call; try another way.",
        "NOT_FOUND: There is no tool `wether`. Did you mean `weather`?\n\
         Next: Call one of the tools you were given.",
        "VALIDATION: The arguments cannot be read: expected value at line 1 column 1.\n\
         Next: Correct the arguments and call the tool again.",
        "VALIDATION: The arguments of `weather` do not fit: /city: is required but missing.\n\
         Next: Correct the arguments and call the tool again.",
        "22 °C and sunny in Tokyo",
    ];
    assert_eq!(played.outcomes(), outcomes);
    let ok: Vec<bool> = played.end.calls.iter().map(|call| call.ok).collect();
    assert_eq!(ok, [false, false, false, false, true]);
    // The model was asked again with exactly what happened.
    assert_eq!(model.asked()[1].messages, played.history[..3]);
}

#[tokio::test]
async fn a_call_that_somebody_must_agree_to_says_so_and_is_not_made() {
    let stage = Stage::new(vec![delicate()]);
    let model = script(json!([{ "rounds": [
        { "calls": [{ "name": "delicate" }] },
        { "text": "I may not." },
    ] }]));
    stage.crew.hire("assistant", model, &["delicate"]);
    let played = stage.play("assistant", "Do it.").await;
    let refused = "CONFIRMATION_REQUIRED: `delicate` was not called: a person must approve it, \
                   and nobody could be asked.\n\
                   Next: Tell the user what you want to do and wait for their approval.";
    assert_eq!(played.outcomes(), [refused]);
    let told: Vec<&str> = played.events.iter().map(|event| event.kind.name()).collect();
    let expected = [
        "message-start",
        "tool-call-start",
        "tool-call-end",
        "tool-result",
        "text-delta",
        "text-delta",
        "text-delta",
        "message-end",
    ];
    assert_eq!(told, expected);
    assert_eq!(played.end.text, "I may not.");
}

const CUT: &str = r#"data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"note","arguments":""}}]}}]}

data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"text\":\"abcd"}}]}}]}

data: {"choices":[{"delta":{},"finish_reason":"length"}]}

data: [DONE]

"#;

#[tokio::test]
async fn a_call_that_was_cut_off_is_not_made_and_the_model_is_told() {
    let again = Reply::ok(says(Wire::OpenAi, &["Shorter, then."]));
    let vendor = Replay::new([Reply::ok(CUT), again]).await;
    let stage = Stage::new(vec![answers("note", "noted")]);
    stage.crew.hire("assistant", model(Wire::OpenAi, &vendor.url), &["note"]);
    let played = stage.play("assistant", "Note the alphabet.").await;
    let told = "This call was cut off at the length limit before its arguments were complete, so \
                it was not made. Make it again with shorter arguments, or in several calls.";
    assert_eq!(played.outcomes(), [told]);
    let Message::Assistant(said) = &played.history[1] else { panic!("{:?}", played.history) };
    assert!(said.calls[0].is_cut);
    assert_eq!(played.end.calls[0].record_id, None);
    let [_, again] = vendor.bodies().try_into().unwrap();
    let outcome = json!({ "role": "tool", "tool_call_id": "call_1", "content": told });
    assert_eq!(again["messages"][3], outcome);
    assert_eq!(played.end.text, "Shorter, then.");
}
