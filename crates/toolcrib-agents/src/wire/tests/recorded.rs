//! Streams that were recorded from vendors, where the recordings are at hand.

use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::assemble::Assembler;
use crate::sse::SseReader;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/sse");

/// Recordings whose notes say something else than our rules: which, what is
/// true instead, and why.
const DIFFERENT: &[(&str, &str, &str)] = &[
    (
        "openrouter/rig_tool_truncation_contract_matrix_streaming_gpt41_low_agent.sse",
        r#"{ "finish_reason": "length" }"#,
        "the vendor's own reason says that a limit was reached, so the call must not run",
    ),
    (
        "openrouter/rig_tool_truncation_contract_matrix_streaming_gpt4o_low_agent.sse",
        r#"{ "finish_reason": "length" }"#,
        "the vendor's own reason says that a limit was reached, so the call must not run",
    ),
    (
        "openrouter/rig_tool_truncation_contract_matrix_streaming_gpt4o_mid_agent.sse",
        r#"{ "finish_reason": "length" }"#,
        "the vendor's own reason says that a limit was reached, so the call must not run",
    ),
    (
        "mistral/vercel_mistral-reasoning.sse",
        r#"{ "text": "2 + 2 = 4" }"#,
        "content may be a list, whose words count",
    ),
    (
        "anthropic/vercel_anthropic-programmatic-tool-calling.1.sse",
        r#"{ "tool_calls": [] }"#,
        "these are several messages; the last, which wants no call, takes the place of the others",
    ),
    (
        "anthropic/vercel_anthropic-tool-search-deferred-regex.sse",
        r#"{ "tool_calls": [] }"#,
        "these are several messages; the last, which wants no call, takes the place of the others",
    ),
    (
        "gemini/vercel_google-stream-no-args-tool-call.sse",
        r#"{ "tool_calls": [{ "name": "read_theme", "arguments": "" },
            { "name": "read_screen", "arguments": "{\"id\": \"A\"}" },
            { "name": "read_screen", "arguments": "{\"id\": \"B\"}" },
            { "name": "read_screen", "arguments": "{\"id\": \"C\"}" }] }"#,
        "the notes have no arguments that come member by member",
    ),
    (
        "gemini/vercel_google-stream-tool-call-arguments.sse",
        r#"{ "tool_calls": [
            { "name": "getWeather", "arguments": "{\"location\": \"Boston\"}" },
            { "name": "getWeather", "arguments": "{\"location\": \"San Francisco\"}" }] }"#,
        "the notes have no arguments that come member by member",
    ),
];

fn json_of(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path:?}: {error}"))
}

/// Every recorded stream, with the wire that it came on.
fn recordings(folder: &Path) -> Vec<(String, Wire)> {
    let list = |name: &str| match json_of(&folder.join(name)) {
        Value::Array(list) => list,
        other => panic!("{name}: {other}"),
    };
    let wire = |entry: &Value| match entry["wire"].as_str() {
        Some("openai-chat") => Wire::OpenAi,
        Some("anthropic-messages") => Wire::Anthropic,
        Some("gemini-streamGenerateContent") => Wire::Gemini,
        other => panic!("{other:?} is no wire"),
    };
    let single = list("manifest.json").into_iter().map(|entry| {
        let file = entry["file"].as_str().expect("a file has a name");
        (file.to_owned(), wire(&entry))
    });
    let sessions = list("sessions_manifest.json").into_iter().flat_map(|entry| {
        let turns = entry["turns"].as_array().map_or(0, Vec::len);
        let file = |turn: usize| format!("{}/turn{turn}.sse", entry["dir"].as_str().unwrap());
        (1..=turns).map(|turn| (file(turn), wire(&entry))).collect::<Vec<_>>()
    });
    single.chain(sessions).collect()
}

fn read(wire: Wire, stream: &[u8], piece: usize) -> Heard {
    let mut reader = SseReader::default();
    let mut assembler = Assembler::with_ids(wire, fastrand::Rng::with_seed(1));
    for piece in stream.chunks(piece) {
        reader.read(piece, |data| wire.read(data, &mut assembler)).unwrap();
    }
    reader.end(|data| wire.read(data, &mut assembler));
    let deltas = assembler.deltas().collect();
    Heard { end: assembler.end("model"), deltas }
}

/// What the notes say, where ours is the last word.
fn expected(folder: &Path, file: &str) -> Value {
    let notes = PathBuf::from(file).with_extension("expected.json");
    let mut expected = json_of(&folder.join(notes));
    for (_, truth, why) in DIFFERENT.iter().filter(|(name, ..)| *name == file) {
        let truth: serde_json::Map<String, Value> = serde_json::from_str(truth).unwrap();
        for (key, value) in truth {
            assert_ne!(expected[&key], value, "{file} is not different any more: {why}");
            expected[key] = value;
        }
    }
    expected
}

fn finish(reason: &Value) -> Finish {
    match reason.as_str() {
        Some("length" | "max_tokens" | "MAX_TOKENS") => Finish::Length,
        Some("stop" | "tool_calls" | "end_turn" | "tool_use" | "STOP") => Finish::Stop,
        other => panic!("{other:?} is no reason to stop"),
    }
}

/// Arguments as what they mean, or as they are where they mean nothing.
fn meaning(arguments: &str) -> Value {
    match arguments {
        "" | "null" => json!({}),
        text => serde_json::from_str(text).unwrap_or_else(|_| text.into()),
    }
}

fn check(file: &str, heard: &Heard, expected: &Value) {
    if let Some(error) = expected["errors"].get(0) {
        let why = error["message"].as_str().expect("an error has a message");
        return assert_eq!(heard.broken(), &failed(why), "{file}");
    }
    assert!(heard.end.is_ok(), "{file}: {:?}", heard.end);
    assert_eq!(heard.said().text, expected["text"].as_str().unwrap(), "{file}");
    let calls: Vec<_> =
        heard.calls().into_iter().map(|(name, text)| (name.into(), meaning(text))).collect();
    let noted: Vec<(Value, Value)> = expected["tool_calls"]
        .as_array()
        .unwrap()
        .iter()
        .map(|call| (call["name"].clone(), meaning(call["arguments"].as_str().unwrap())))
        .collect();
    assert_eq!(calls, noted, "{file}");
    assert_eq!(heard.finish(), finish(&expected["finish_reason"]), "{file}");
    // A call is cut where a limit was reached and it is no object.
    let are_cut: Vec<bool> = heard.said().calls.iter().map(|call| call.is_cut).collect();
    let is_short = heard.finish() == Finish::Length;
    let should_be: Vec<bool> = noted.iter().map(|(_, it)| is_short && !it.is_object()).collect();
    assert_eq!(are_cut, should_be, "{file}");
    check_usage(file, heard.usage(), &expected["usage"]);
}

/// The notes have the last numbers of the stream only, so some may be missing.
fn check_usage(file: &str, usage: Usage, noted: &Value) {
    let count = |keys: &[&str]| -> Option<u64> {
        let counts: Vec<u64> = keys.iter().filter_map(|key| noted[*key].as_u64()).collect();
        (!counts.is_empty()).then(|| counts.iter().sum())
    };
    let input = count(&["prompt_tokens"])
        .or(count(&["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"]))
        .or(count(&["promptTokenCount"]));
    let output = count(&["completion_tokens"])
        .or(count(&["output_tokens"]))
        .or(count(&["candidatesTokenCount", "thoughtsTokenCount"]));
    assert!(output.is_some(), "{file}: {noted}");
    assert_eq!(Some(usage.output_tokens), output, "{file}");
    assert_eq!(usage.input_tokens, input.unwrap_or(usage.input_tokens), "{file}");
}

#[test]
fn recorded_streams_say_what_their_notes_say() {
    let folder = Path::new(FOLDER);
    if !folder.exists() {
        eprintln!("skipped: no recorded streams at hand");
        return;
    }
    let recordings = recordings(folder);
    for (file, ..) in DIFFERENT {
        assert!(recordings.iter().any(|(name, _)| name == file), "{file} is no recording");
    }
    assert!(!recordings.is_empty());
    for (file, wire) in recordings {
        let stream = fs::read(folder.join(&file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let expected = expected(folder, &file);
        let whole = read(wire, &stream, stream.len());
        check(&file, &whole, &expected);
        let bytes = read(wire, &stream, 1);
        assert_eq!(bytes.end, whole.end, "{file}, byte by byte");
        assert_eq!(bytes.deltas, whole.deltas, "{file}, byte by byte");
    }
}
