//! What a vendor reads of a history that it did not write.

use std::collections::HashSet;

use serde_json::{Value, json};
use toolcrib_agents::message::{ModelCall, Said};
use toolcrib_agents::wire::Wire;
use toolcrib_agents::{Ended, Message};

use crate::replay::{Replay, Reply};
use crate::stage::Stage;
use crate::tools::{answers, weather_tool};
use crate::vendors::{WIRES, calls, model, says};

/// The calls in a request, and the outcomes: their ids, and what they are.
fn calls_and_outcomes(wire: Wire, body: &Value) -> [Vec<(Option<String>, Value)>; 2] {
    let (messages, parts) = match wire {
        Wire::Gemini => ("contents", "parts"),
        _ => ("messages", "content"),
    };
    let [mut called, mut ended] = [Vec::new(), Vec::new()];
    for message in body[messages].as_array().unwrap() {
        let id = |id: &Value| id.as_str().map(str::to_owned);
        for call in message["tool_calls"].as_array().into_iter().flatten() {
            let arguments = call["function"]["arguments"].as_str().unwrap();
            called.push((id(&call["id"]), serde_json::from_str(arguments).unwrap()));
        }
        if message["role"] == "tool" {
            ended.push((id(&message["tool_call_id"]), message["content"].clone()));
        }
        for part in message[parts].as_array().into_iter().flatten() {
            if part["type"] == "tool_use" {
                called.push((id(&part["id"]), part["input"].clone()));
            } else if part["type"] == "tool_result" {
                ended.push((id(&part["tool_use_id"]), part["content"].clone()));
            } else if let Some(call) = part.get("functionCall") {
                called.push((id(&call["id"]), call["args"].clone()));
            } else if let Some(response) = part.get("functionResponse") {
                let words = response["response"].as_object().unwrap().values().next();
                ended.push((id(&response["id"]), words.unwrap().clone()));
            }
        }
    }
    [called, ended]
}

fn city(name: &str) -> Value {
    json!({ "city": name })
}

#[tokio::test]
async fn a_conversation_can_go_on_with_another_vendors_model() {
    for (before, after) in WIRES.iter().flat_map(|one| WIRES.map(|two| (*one, two))) {
        let wanted = [("call-1", "weather", city("Rome")), ("odd|id 2", "weather", city("Oslo"))];
        let first =
            Replay::new([Reply::ok(calls(before, &wanted)), Reply::ok(says(before, &["Sunny."]))])
                .await;
        let second = Replay::new([Reply::ok(says(after, &["As I said."]))]).await;
        let stage = Stage::new(vec![weather_tool()]);
        stage.crew.hire("assistant", model(before, &first.url), &["weather"]);
        let mut history = stage.play("assistant", "Weather?").await.history;
        history.push(Message::user("Again?"));
        stage.crew.hire("assistant", model(after, &second.url), &["weather"]);
        let played = stage.go_on("assistant", history).await;
        assert_eq!(played.end.text, "As I said.");

        let [body] = second.bodies().try_into().unwrap();
        let [called, ended] = calls_and_outcomes(after, &body);
        let of = |list: &[(Option<String>, Value)]| -> Vec<Value> {
            list.iter().map(|(_, what)| what.clone()).collect()
        };
        assert_eq!(of(&called), [city("Rome"), city("Oslo")]);
        assert_eq!(of(&ended), ["22 °C and sunny in Rome", "22 °C and sunny in Oslo"]);
        let ids = called.iter().map(|(id, _)| id.as_deref()).collect::<Vec<_>>();
        assert_eq!(ids, ended.iter().map(|(id, _)| id.as_deref()).collect::<Vec<_>>());
        // A vendor's own id comes back to it as long as it is a plain one.
        assert_eq!(ids[0] == Some("call-1"), before == after, "{before:?} {after:?}");
        assert_ne!(ids[1], Some("odd|id 2"), "{before:?} {after:?}");
        if after != Wire::Gemini {
            assert!(ids[0].is_some() && ids[1].is_some() && ids[0] != ids[1], "{ids:?}");
        }
    }
}

#[tokio::test]
async fn calls_to_which_a_vendor_gave_the_same_id_are_told_apart() {
    for wire in WIRES {
        let wanted = [("call_1", "weather", city("Rome")), ("call_1", "weather", city("Oslo"))];
        let vendor =
            Replay::new([Reply::ok(calls(wire, &wanted)), Reply::ok(says(wire, &["Sunny."]))])
                .await;
        let stage = Stage::new(vec![weather_tool()]);
        stage.crew.hire("assistant", model(wire, &vendor.url), &["weather"]);
        let played = stage.play("assistant", "Weather?").await;
        assert_eq!(played.end.text, "Sunny.", "{wire:?}");
        let [called, ended] = calls_and_outcomes(wire, &vendor.bodies()[1]);
        let ids = |list: &[(Option<String>, Value)]| -> Vec<Option<String>> {
            list.iter().map(|(id, _)| id.clone()).collect()
        };
        assert_eq!(ids(&called), ids(&ended));
        let distinct: HashSet<_> = ids(&called).into_iter().flatten().collect();
        // Gemini tells calls without an id apart by their order.
        assert_eq!(distinct.len(), if wire == Wire::Gemini { 0 } else { 2 }, "{wire:?}");
    }
}

#[tokio::test]
async fn arguments_that_nobody_could_read_do_not_poison_what_comes_later() {
    for wire in WIRES {
        let wanted = [("call_1", "weather", json!("oops"))];
        let vendor =
            Replay::new([Reply::ok(calls(wire, &wanted)), Reply::ok(says(wire, &["Sorry."]))])
                .await;
        let stage = Stage::new(vec![weather_tool()]);
        stage.crew.hire("assistant", model(wire, &vendor.url), &["weather"]);
        let played = stage.play("assistant", "Weather?").await;
        assert_eq!(played.end.text, "Sorry.", "{wire:?}");
        assert!(played.outcomes()[0].starts_with("VALIDATION: "), "{:?}", played.outcomes());
        let [called, ended] = calls_and_outcomes(wire, &vendor.bodies()[1]);
        let id = Some("call_1".to_owned());
        assert_eq!(called, [(id.clone(), json!({ "INVALID_JSON": r#""oops""# }))], "{wire:?}");
        assert_eq!(ended, [(id, json!(played.outcomes()[0]))], "{wire:?}");
    }
}

#[tokio::test]
async fn a_call_that_never_ended_gets_an_outcome_before_anybody_is_asked() {
    for wire in WIRES {
        let vendor = Replay::new([Reply::ok(says(wire, &["Where were we?"]))]).await;
        let stage = Stage::new(vec![answers("note", "noted")]);
        stage.crew.hire("assistant", model(wire, &vendor.url), &["note"]);
        let call = ModelCall {
            id: "abc123def".to_owned(),
            wire_id: Some("call_1".to_owned()),
            wire,
            name: "note".to_owned(),
            arguments: String::new(),
            is_cut: false,
            signature: None,
        };
        // As a process leaves it that dies in the middle of a call.
        let said = Said { text: String::new(), calls: vec![call], echo: None };
        let history =
            vec![Message::user("Note it."), Message::Assistant(said), Message::user("Well?")];
        let played = stage.go_on("assistant", history).await;
        assert!(matches!(played.end.how, Ended::Answered), "{:?}", played.end.how);
        let [called, ended] = calls_and_outcomes(wire, &vendor.bodies()[0]);
        let told = "This call was interrupted before it ended. What it did is not known; make it \
                    again only if that does no harm.";
        let id = Some("call_1".to_owned());
        assert_eq!(called, [(id.clone(), json!({}))], "{wire:?}");
        assert_eq!(ended, [(id, json!(told))], "{wire:?}");
    }
}
