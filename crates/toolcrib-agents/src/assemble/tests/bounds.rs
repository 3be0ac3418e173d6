//! What has no end is cut (3).

use super::*;

/// Answers with this many pieces of a kind.
fn endless(wire: Wire, pieces: usize, piece: &Value) -> Assembler {
    let mut assembler = Assembler::with_ids(wire, fastrand::Rng::with_seed(1));
    let piece = piece.to_string();
    for _ in 0..pieces {
        wire.read(&piece, &mut assembler);
        assembler.deltas();
    }
    assembler
}

fn unreadable(assembler: Assembler) -> String {
    match assembler.end("model") {
        Err(Broken::Unreadable(why)) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn text_has_an_end() {
    let words = json!({ "choices": [{ "delta": { "content": "x".repeat(64 * 1024) } }] });
    assert!(!endless(Wire::OpenAi, 64, &words).is_broken());
    let assembler = endless(Wire::OpenAi, 65, &words);
    assert!(assembler.is_broken());
    assert_eq!(unreadable(assembler), "it has more than 4194304 bytes");
}

#[test]
fn thoughts_that_are_kept_have_an_end() {
    let mut assembler = Assembler::new(Wire::Anthropic);
    let block = json!({ "type": "thinking", "thinking": "", "signature": "" });
    let start = json!({ "type": "content_block_start", "index": 0, "content_block": block });
    Wire::Anthropic.read(&start.to_string(), &mut assembler);
    let more = json!({ "type": "content_block_delta", "index": 0,
        "delta": { "type": "thinking_delta", "thinking": "x".repeat(64 * 1024) } });
    let more = more.to_string();
    let read = (0..100).take_while(|_| {
        Wire::Anthropic.read(&more, &mut assembler);
        !assembler.is_broken()
    });
    assert_eq!(read.count(), 63);
    assert_eq!(unreadable(assembler), "its thoughts have more than 4194304 bytes");

    let details = json!({ "choices": [{ "delta": { "reasoning_details": [{
        "type": "reasoning.text", "index": 0, "text": "x".repeat(64 * 1024) }] } }] });
    let assembler = endless(Wire::OpenAi, 100, &details);
    assert_eq!(unreadable(assembler), "its thoughts have more than 4194304 bytes");
}

#[test]
fn calls_have_an_end() {
    let call = json!({ "candidates": [{ "content": { "parts": [
        { "functionCall": { "name": "one", "args": {} } }] } }] });
    assert!(!endless(Wire::Gemini, 128, &call).is_broken());
    let assembler = endless(Wire::Gemini, 129, &call);
    assert_eq!(unreadable(assembler), "it wants more than 128 calls");
}

/// The only call of an answer whose arguments come in these pieces, and how
/// many bytes of them were shown.
fn call_of(pieces: &[&str]) -> (ModelCall, usize) {
    let chunks = pieces.iter().map(|arguments| {
        json!([{ "index": 0, "id": "a", "function": { "name": "one", "arguments": arguments } }])
    });
    let heard = chat(&chunks.collect::<Vec<_>>(), "tool_calls");
    let shown = heard.deltas.iter().map(|delta| match delta {
        Delta::CallArguments { text, .. } => text.len(),
        _ => 0,
    });
    (heard.said().calls[0].clone(), shown.sum())
}

#[test]
fn arguments_have_an_end_and_cannot_be_read_then() {
    let some = "x".repeat(1_000);
    let pieces = [vec!["{\"x\":\""], vec![some.as_str(); 1_000], vec!["\"}"]].concat();
    let (call, shown) = call_of(&pieces);
    assert_eq!((call.arguments.len(), shown), (256 * 1024 + 1, 256 * 1024 + 1));
    assert_eq!(
        call.object().unwrap_err().message,
        "The arguments are too large: more than 262144 bytes."
    );
}

#[test]
fn a_character_that_has_no_room_is_not_simply_missing() {
    // Room for three bytes: the character needs four, what follows it two.
    let some = "x".repeat(256 * 1024 - 8);
    let (call, shown) = call_of(&["{\"x\":\"", &some, "🗼", "\"}"]);
    assert_eq!((call.arguments.len(), shown), (256 * 1024 + 1, 256 * 1024 - 2));
    assert_eq!(
        call.object().unwrap_err().message,
        "The arguments are too large: more than 262144 bytes."
    );
    let (call, _) = call_of(&["{\"x\":\"", &some, "\"}"]);
    assert!(call.object().is_ok(), "without it there is room for all");
}

/// A call whose members come one by one.
fn members(members: impl Iterator<Item = Value>) -> Heard {
    let part = |call: Value| json!({ "candidates": [{ "content": { "parts": [{ "functionCall": call }] } }] });
    let mut events = vec![part(json!({ "name": "one", "willContinue": true }))];
    events.extend(
        members.map(|member| part(json!({ "partialArgs": [member], "willContinue": true }))),
    );
    events.push(part(json!({})));
    events.push(json!({ "candidates": [{ "finishReason": "STOP" }] }));
    heard(Wire::Gemini, &events)
}

#[test]
fn members_have_an_end_and_cannot_be_read_then() {
    let text = "x".repeat(1024);
    let kinds: [&dyn Fn(usize) -> Value; 5] = [
        &|_| json!({ "jsonPath": "$.x", "stringValue": text }),
        &|at| json!({ "jsonPath": format!("$.x{at}"), "stringValue": text }),
        &|at| json!({ "jsonPath": format!("$.{text}{at}"), "boolValue": true }),
        &|at| json!({ "jsonPath": format!("$.x{at}[200]"), "numberValue": 1 }),
        // One takes the place of the other, so that little is left at the end.
        &|at| match at % 2 {
            0 => json!({ "jsonPath": "$.x", "stringValue": text }),
            _ => json!({ "jsonPath": "$.x", "numberValue": 1 }),
        },
    ];
    for kind in kinds {
        let few = members((0..100).map(kind));
        assert!(few.said().calls[0].object().is_ok(), "{}", kind(0));
        let many = members((0..600).map(kind));
        let arguments = &many.said().calls[0].arguments;
        assert!(arguments.len() <= 256 * 1024 + 1, "{}: {}", kind(0), arguments.len());
        let error = many.said().calls[0].object().unwrap_err();
        assert_eq!(error.kind, toolcrib::ErrorType::Validation, "{}", kind(0));
    }
}

#[test]
fn members_that_are_far_apart_or_have_long_names_are_not_kept_for_ever() {
    let name = "x".repeat(1024);
    let kinds: [(&dyn Fn(usize) -> String, usize); 2] = [
        // Fifty thousand bytes each.
        (&|at| format!("$.x{at}[9999]"), 6),
        (&|at| format!("$.{name}{at}"), 255),
    ];
    for (path, kept) in kinds {
        let mut assembler = Assembler::new(Wire::Gemini);
        assembler.open(Fragment { name: Some("one"), ..Fragment::default() });
        for at in 0..300 {
            assembler.member(&path(at), true.into());
        }
        let members = assembler.calls[0].members.as_ref().and_then(Value::as_object);
        assert_eq!(members.map(Map::len), Some(kept));
    }
}

#[test]
fn a_path_that_leads_nowhere_or_too_far_ends_the_answer() {
    let deep = format!("${}", ".a".repeat(100));
    for (path, shown) in [
        ("", ""),
        ("$", "$"),
        ("x", "x"),
        ("$x", "$x"),
        ("$[0]", "$[0]"),
        ("$.a[99999999]", "$.a[99999999]"),
        ("$.a[-1]", "$.a[-1]"),
        ("$.a[", "$.a["),
        (deep.as_str(), &deep[..100]),
    ] {
        let why = format!("it has arguments at `{shown}`");
        let member = json!({ "jsonPath": path, "stringValue": "x" });
        let heard = members([member].into_iter());
        assert_eq!(heard.broken(), &Broken::Unreadable(why), "{path}");
    }
}
