//! Ids and echoes in a history that may have seen several vendors.

use super::*;

/// The ids of the calls and of their outcomes, as a request has them.
fn ids(wire: Wire, calls: Vec<ModelCall>) -> (Vec<Value>, Vec<Value>) {
    let outcomes = calls.iter().map(|call| outcome(&call.id, "Fine.")).collect();
    let messages = [said("", calls), Message::Outcomes { outcomes }];
    let body = wire.body(&manner("m"), &request(&messages));
    let all = |list: &Value, at: &str| -> Vec<Value> {
        let list = list.as_array().unwrap().iter();
        list.map(|item| item.pointer(at).cloned().unwrap_or_default()).collect()
    };
    match wire {
        Wire::OpenAi | Wire::Script => (
            all(&body["messages"][0]["tool_calls"], "/id"),
            body["messages"].as_array().unwrap()[1..]
                .iter()
                .map(|message| message["tool_call_id"].clone())
                .collect(),
        ),
        Wire::Anthropic => (
            all(&body["messages"][0]["content"], "/id"),
            all(&body["messages"][1]["content"], "/tool_use_id"),
        ),
        Wire::Gemini => (
            all(&body["contents"][0]["parts"], "/functionCall/id"),
            all(&body["contents"][1]["parts"], "/functionResponse/id"),
        ),
    }
}

/// The id under which a call and its outcome are sent.
fn sent(wire: Wire, call: ModelCall) -> Value {
    let (calls, outcomes) = ids(wire, vec![call]);
    assert_eq!(calls, outcomes, "both sides go by the same id");
    calls[0].clone()
}

const VENDORS: [Wire; 3] = [Wire::OpenAi, Wire::Anthropic, Wire::Gemini];

#[test]
fn a_vendor_gets_its_own_ids_back_and_ours_in_place_of_all_others() {
    for wire in VENDORS {
        for from in [Wire::OpenAi, Wire::Anthropic, Wire::Gemini, Wire::Script] {
            let id = sent(wire, call(from, "ours00001", Some("theirs_1")));
            let expected = match wire {
                _ if wire == from => json!("theirs_1"),
                // This vendor goes by the order, where it gave no id.
                Wire::Gemini => Value::Null,
                _ => json!("ours00001"),
            };
            assert_eq!(id, expected, "from {from:?} to {wire:?}");
        }
    }
}

#[test]
fn an_id_that_was_given_twice_is_replaced_by_two() {
    for wire in VENDORS {
        let twins = vec![
            call(wire, "ours00001", Some("same")),
            call(wire, "ours00002", Some("same")),
            call(wire, "ours00003", Some("other")),
        ];
        let (calls, outcomes) = ids(wire, twins);
        assert_eq!(calls, outcomes);
        match wire {
            Wire::Gemini => assert_eq!(calls, [Value::Null, Value::Null, json!("other")]),
            _ => assert_eq!(calls, [json!("ours00001"), json!("ours00002"), json!("other")]),
        }
    }
}

#[test]
fn an_id_that_was_given_again_in_a_later_round_is_replaced_there_too() {
    let round = |id: &str| {
        [
            said("", vec![call(Wire::OpenAi, id, Some("call_0"))]),
            Message::Outcomes { outcomes: vec![outcome(id, "Fine.")] },
        ]
    };
    let messages = [round("ours00001"), round("ours00002")].concat();
    let body = Wire::OpenAi.body(&manner("m"), &request(&messages));
    let ids: Vec<&Value> = (0..4)
        .map(|at| {
            let message = &body["messages"][at];
            message.pointer("/tool_calls/0/id").unwrap_or(&message["tool_call_id"])
        })
        .collect();
    assert_eq!(ids, ["ours00001", "ours00001", "ours00002", "ours00002"]);
}

#[test]
fn an_id_that_its_vendor_would_not_take_again_is_replaced() {
    let (long, longest) = ("x".repeat(65), "x".repeat(64));
    for (wire, id, is_kept) in [
        (Wire::OpenAi, "functions.weather:0", true),
        (Wire::Anthropic, "functions.weather:0", false),
        (Wire::OpenAi, "with space", false),
        (Wire::OpenAi, "größe", false),
        (Wire::OpenAi, &long, false),
        (Wire::OpenAi, &longest, true),
        (Wire::Anthropic, "toolu_01-A", true),
        (Wire::Anthropic, &long, false),
    ] {
        let expected = if is_kept { id } else { "ours00001" };
        assert_eq!(sent(wire, call(wire, "ours00001", Some(id))), expected, "{wire:?}: {id}");
    }
}

#[test]
fn a_call_without_an_id_goes_by_ours() {
    assert_eq!(sent(Wire::OpenAi, call(Wire::OpenAi, "ours00001", None)), "ours00001");
    assert_eq!(sent(Wire::Anthropic, call(Wire::Anthropic, "ours00001", None)), "ours00001");
    assert_eq!(sent(Wire::Gemini, call(Wire::Gemini, "ours00001", None)), Value::Null);
}

/// What a model of a vendor is sent of words that have an echo.
fn echoed(wire: Wire, model: &str, echo: Echo) -> Value {
    let said = Said { text: "So.".to_owned(), calls: Vec::new(), echo: Some(echo) };
    let messages = [Message::Assistant(said)];
    let body = wire.body(&manner(model), &request(&messages));
    if wire == Wire::Gemini { body["contents"][0].clone() } else { body["messages"][0].clone() }
}

#[test]
fn thoughts_go_back_to_the_model_that_had_them_and_to_no_other() {
    let thinking = json!({ "type": "thinking", "thinking": "Hm.", "signature": "sig" });
    let words = json!({ "type": "text", "text": "So." });
    for (wire, part, with, without) in [
        (
            Wire::OpenAi,
            json!({ "type": "reasoning.text", "text": "Hm." }),
            json!({ "role": "assistant", "content": "So.",
                "reasoning_details": [{ "type": "reasoning.text", "text": "Hm." }] }),
            json!({ "role": "assistant", "content": "So." }),
        ),
        (
            Wire::Anthropic,
            thinking.clone(),
            json!({ "role": "assistant", "content": [thinking, words] }),
            json!({ "role": "assistant", "content": [words] }),
        ),
        (
            Wire::Gemini,
            json!("sig"),
            json!({ "role": "model", "parts": [{ "text": "So.", "thoughtSignature": "sig" }] }),
            json!({ "role": "model", "parts": [{ "text": "So." }] }),
        ),
    ] {
        for from in VENDORS {
            for model in ["m", "other"] {
                let parts = vec![part.clone()];
                let echo = Echo { wire: from, model: "m".to_owned(), parts };
                let expected = if from == wire && model == "m" { &with } else { &without };
                assert_eq!(&echoed(wire, model, echo), expected, "{from:?} to {wire:?} {model}");
            }
        }
    }
}

#[test]
fn the_signature_of_a_call_goes_back_to_gemini_only() {
    for (wire, signature) in [(Wire::Gemini, json!("sig")), (Wire::OpenAi, Value::Null)] {
        let signed = ModelCall { signature: Some("sig".to_owned()), ..call(wire, "ours1", None) };
        let messages = [said("", vec![signed])];
        let body = Wire::Gemini.body(&manner("m"), &request(&messages));
        assert_eq!(body["contents"][0]["parts"][0]["thoughtSignature"], signature, "{wire:?}");
    }
}

#[test]
fn an_outcome_of_no_call_is_not_sent() {
    let messages = [
        said("", vec![call(Wire::OpenAi, "ours00001", None)]),
        Message::Outcomes { outcomes: vec![outcome("ours00001", "a"), outcome("gone", "b")] },
    ];
    let body = Wire::OpenAi.body(&manner("m"), &request(&messages));
    assert_eq!(
        body["messages"].as_array().unwrap()[1..],
        [json!({ "role": "tool", "tool_call_id": "ours00001", "content": "a" })]
    );
}
