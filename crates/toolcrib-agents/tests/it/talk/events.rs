//! What a client is told, and in which order.

use serde_json::{Value, json};
use toolcrib_agents::wire::Wire;
use toolcrib_agents::{EventKind, Usage};

use crate::replay::{Replay, Reply};
use crate::scripted::script;
use crate::stage::Stage;
use crate::tools::{answers, specialists, weather_tool};
use crate::vendors::{USED, WIRES, calls, model, says};

#[tokio::test]
async fn a_turn_is_told_from_its_start_to_its_end() {
    for wire in WIRES {
        let arguments = json!({ "city": "Rome" });
        let vendor = Replay::new([
            Reply::ok(calls(wire, &[("call_1", "weather", arguments)])),
            Reply::ok(says(wire, &["It is ", "sunny."])),
        ])
        .await;
        let stage = Stage::new(vec![weather_tool()]);
        stage.crew.hire("assistant", model(wire, &vendor.url), &["weather"]);
        let played = stage.play("assistant", "Weather in Rome?").await;
        let [call] = played.end.calls.as_slice() else { panic!("{:?}", played.end.calls) };
        let mut told: Vec<Value> =
            played.events.iter().map(|event| serde_json::to_value(event).unwrap()).collect();
        // Pieces of arguments are as the vendor cuts them.
        let pieces: String = told
            .iter()
            .filter_map(|event| match event["type"].as_str() {
                Some("tool-call-args") => event["delta"].as_str().map(str::to_owned),
                _ => None,
            })
            .collect();
        assert_eq!(pieces, r#"{"city":"Rome"}"#, "{wire:?}");
        told.retain(|event| event["type"] != "tool-call-args");
        let outcome = told[3]["outcome"].take();
        assert_eq!(outcome["data"], "22 °C and sunny in Rome");
        assert_eq!(outcome["meta"]["callId"].as_str(), call.record_id.as_deref());
        let usage = json!({ "input_tokens": 20, "output_tokens": 6, "cached_tokens": 0 });
        let expected = [
            json!({ "type": "message-start" }),
            json!({ "type": "tool-call-start", "call_id": call.id, "tool": "weather" }),
            json!({ "type": "tool-call-end", "call_id": call.id, "tool": "weather",
                "arguments": r#"{"city":"Rome"}"# }),
            json!({ "type": "tool-result", "call_id": call.id, "tool": "weather",
                "outcome": null, "text": "22 °C and sunny in Rome" }),
            json!({ "type": "text-delta", "delta": "It is " }),
            json!({ "type": "text-delta", "delta": "sunny." }),
            json!({ "type": "message-end", "finish": "stop", "usage": usage }),
        ];
        let expected = expected.map(|mut event| {
            event["message_id"] = "answer-1".into();
            event["agent_id"] = "assistant".into();
            event
        });
        assert_eq!(told, expected, "{wire:?}");
    }
}

#[tokio::test]
async fn of_an_agent_that_works_for_another_the_calls_are_told_and_not_the_words() {
    let mut tools = specialists(["helper", "clerk"]);
    tools.push(answers("note", "noted"));
    let stage = Stage::new(tools);
    let ask = |name: &str| json!({ "name": name, "arguments": { "message": "Help." } });
    let model = script(json!([
        { "agent": "assistant", "rounds": [
            { "text": "One moment.", "calls": [ask("helper")] },
            { "text": "Done." },
        ] },
        { "agent": "helper", "rounds": [
            { "text": "Secret helper words.", "calls": [ask("clerk")] },
            { "text": "More of them." },
        ] },
        { "agent": "clerk", "rounds": [
            { "text": "Secret clerk words.", "calls": [{ "name": "note" }] },
            { "text": "Even more." },
        ] },
    ]));
    stage.crew.hire("assistant", model.clone(), &["helper"]);
    stage.crew.hire("helper", model.clone(), &["clerk"]);
    stage.crew.hire("clerk", model, &["note"]);
    let played = stage.play("assistant", "Go.").await;
    assert_eq!(played.shown(), "One moment.Done.");
    let told = [
        ("assistant", "message-start"),
        ("assistant", "text-delta"),
        ("assistant", "tool-call-start"),
        ("assistant", "tool-call-args"),
        ("assistant", "tool-call-end"),
        ("helper", "tool-call-start"),
        ("helper", "tool-call-args"),
        ("helper", "tool-call-end"),
        ("clerk", "tool-call-start"),
        ("clerk", "tool-call-end"),
        ("clerk", "tool-result"),
        ("helper", "tool-result"),
        ("assistant", "tool-result"),
        ("assistant", "text-delta"),
        ("assistant", "message-end"),
    ];
    assert_eq!(played.told(), told);
    // Each names the call in which it happens.
    let call_of = |tool: &str| {
        let found = played.events.iter().find_map(|event| match &event.kind {
            EventKind::ToolCallStart { tool: known, call_id } if known == tool => Some(call_id),
            _ => None,
        });
        found.unwrap().clone()
    };
    for event in &played.events {
        let parent = match &*event.agent_id {
            "helper" => Some(call_of("helper")),
            "clerk" => Some(call_of("clerk")),
            _ => None,
        };
        assert_eq!(event.parent_call_id.as_deref(), parent.as_deref(), "{event:?}");
    }
}

#[tokio::test]
async fn what_a_turn_took_is_summed_by_agent() {
    let wire = Wire::OpenAi;
    let ask = |id| (id, "helper", json!({ "message": "Help." }));
    let priced = says(wire, &["Help."]).replace(r#""total_tokens":13"#, r#""cost":0.25"#);
    let vendor = Replay::new([
        Reply::ok(calls(wire, &[ask("call_1")])),
        Reply::ok(priced.clone()),
        Reply::ok(calls(wire, &[ask("call_2")])),
        Reply::ok(priced),
        Reply::ok(says(wire, &["Done."])),
    ])
    .await;
    let stage = Stage::new(specialists(["helper"]));
    stage.crew.hire("assistant", model(wire, &vendor.url), &["helper"]);
    stage.crew.hire("helper", model(wire, &vendor.url), &[]);
    let played = stage.play("assistant", "Go.").await;
    assert_eq!(played.end.text, "Done.");
    let used = played.end.usage_by_agent.iter().map(|(agent, usage)| (&**agent, *usage));
    let of = |times: u64, cost| Usage {
        input_tokens: times * USED.input_tokens,
        output_tokens: times * USED.output_tokens,
        cached_tokens: 0,
        cost,
    };
    assert_eq!(
        used.collect::<Vec<_>>(),
        [("assistant", of(3, None)), ("helper", of(2, Some(0.5)))]
    );
    assert_eq!(played.end.usage, of(5, Some(0.5)));
}

#[tokio::test]
async fn a_client_that_has_left_changes_nothing() {
    let stage = Stage::new(vec![answers("note", "noted")]);
    let model = script(json!([{ "rounds": [
        { "calls": [{ "name": "note" }] },
        { "text": "Noted, with nobody there." },
    ] }]));
    stage.crew.hire("assistant", model, &["note"]);
    let (tell, told) = tokio::sync::mpsc::channel(1);
    drop(told);
    let events = toolcrib_agents::Events::new("answer-1".into(), tell);
    let conversation =
        toolcrib_agents::Conversation { events, ..stage.conversation(&toolcrib_agents::NoJournal) };
    let mut history = vec![toolcrib_agents::Message::user("Go.")];
    let end = Box::pin(conversation.run("assistant", &mut history)).await;
    assert_eq!(end.text, "Noted, with nobody there.");
}
