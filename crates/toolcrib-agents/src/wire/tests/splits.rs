//! Where a stream is cut into pieces changes nothing.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::*;
use crate::assemble::Assembler;
use crate::sse::SseReader;

const OPENAI: &str = concat!(
    ": OPENROUTER PROCESSING\n\n",
    r#"data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"Grüße, "}}]}"#,
    "\n\n",
    r#"data: {"choices":[{"index":0,"delta":{"reasoning":"東京…","content":"🗼"}}]}"#,
    "\n\n: OPENROUTER PROCESSING\n\n",
    r#"data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"call_1","type":"function","#,
    r#""function":{"name":"weather","arguments":""}}]}}]}"#,
    "\n\n",
    r#"data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"city\""#,
    r#""}},{"index":1,"id":"","function":{"name":"date"}}]}}]}"#,
    "\n\n",
    r#"data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":":\"Zürich\"}"#,
    r#""}}]}}]}"#,
    "\n\n",
    r#"data: {"choices":[{"delta":{"role":"assistant"},"finish_reason":"tool_calls"}]}"#,
    "\n\n",
    r#"data: {"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":4}}"#,
    "\n\ndata: [DONE]\n\n",
);

const ANTHROPIC: &str = concat!(
    "event: message_start\r\n",
    r#"data: {"type":"message_start","message":{"usage":{"input_tokens":9,"output_tokens":1}}}"#,
    "\r\n\r\nevent: content_block_start\r\n",
    r#"data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","#,
    r#""thinking":"","signature":""}}"#,
    "\r\n\r\nevent: ping\r\ndata: {\"type\": \"ping\"}\r\n\r\n",
    "event: content_block_delta\r\n",
    r#"data: {"type":"content_block_delta","index":0,"delta":{"thinking":"Hm, 東京…"}}"#,
    "\r\n\r\nevent: content_block_delta\r\n",
    r#"data: {"type":"content_block_delta","index":0,"delta":{"signature":"EqQB"}}"#,
    "\r\n\r\nevent: content_block_delta\r\n",
    r#"data: {"type":"content_block_delta","index":1,"delta":{"text":"Grüße 🗼"}}"#,
    "\r\n\r\nevent: content_block_start\r\n",
    r#"data: {"type":"content_block_start","index":2,"content_block":{"type":"tool_use","#,
    r#""id":"toolu_1","name":"weather","input":{}}}"#,
    "\r\n\r\nevent: content_block_delta\r\n",
    r#"data: {"type":"content_block_delta","index":2,"delta":{"partial_json":"{\"city\""}}"#,
    "\r\n\r\nevent: content_block_delta\r\n",
    r#"data: {"type":"content_block_delta","index":2,"delta":{"partial_json":":\"Zürich\"}"}}"#,
    "\r\n\r\nevent: message_delta\r\n",
    r#"data: {"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":4}}"#,
    "\r\n\r\nevent: message_stop\r\ndata: {\"type\":\"message_stop\"}\r\n\r\n",
);

const GEMINI: &str = concat!(
    "\u{feff}",
    r#"data: {"candidates":[{"content":{"parts":[{"text":"Hm, 東京…","thought":true}]}}]}"#,
    "\r\r",
    r#"data: {"candidates":[{"content":{"parts":[{"text":"Grüße 🗼","thoughtSignature":"s"}]}}]}"#,
    "\r\rdata:{\"candidates\":\rdata:[{\"content\":{\"parts\":\r",
    r#"data: [{"functionCall":{"name":"weather","args":{"city":"Zürich"}}}]}}]}"#,
    "\r\r",
    r#"data: {"candidates":[{"content":{"parts":[{"functionCall":{"name":"plan","willContinue":"#,
    r#"true}}]}}]}"#,
    "\r\r",
    r#"data: {"candidates":[{"content":{"parts":[{"functionCall":{"partialArgs":[{"jsonPath":"#,
    r#""$.days","numberValue":3}]}}]}}]}"#,
    "\r\r",
    r#"data: {"candidates":[{"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":9,"#,
    r#""candidatesTokenCount":3,"thoughtsTokenCount":1}}"#,
);

/// What comes of a stream that is cut at these places.
fn cut(wire: Wire, stream: &str, mut at: Vec<usize>) -> Heard {
    at.sort_unstable();
    let mut reader = SseReader::default();
    let mut assembler = Assembler::with_ids(wire, fastrand::Rng::with_seed(1));
    let mut deltas = Vec::new();
    let (mut rest, mut done) = (stream.as_bytes(), 0);
    for at in at.into_iter().chain([stream.len()]) {
        let (piece, after) = rest.split_at(at - done);
        reader.read(piece, |data| wire.read(data, &mut assembler)).unwrap();
        deltas.extend(assembler.deltas());
        (rest, done) = (after, at);
    }
    reader.end(|data| wire.read(data, &mut assembler));
    deltas.extend(assembler.deltas());
    Heard { end: assembler.end("model"), deltas }
}

#[test]
fn the_streams_that_are_cut_say_something() {
    for (wire, stream, second) in [
        (Wire::OpenAi, OPENAI, Some(("date", ""))),
        (Wire::Anthropic, ANTHROPIC, None),
        (Wire::Gemini, GEMINI, Some(("plan", "{\"days\":3}"))),
    ] {
        let heard = cut(wire, stream, Vec::new());
        let words = if wire == Wire::OpenAi { "Grüße, 🗼" } else { "Grüße 🗼" };
        assert_eq!(heard.said().text, words);
        let first = ("weather", "{\"city\":\"Zürich\"}");
        assert_eq!(heard.calls(), [Some(first), second].into_iter().flatten().collect::<Vec<_>>());
        assert_eq!(heard.said().echo.is_some(), wire != Wire::OpenAi);
        assert_eq!(heard.finish(), Finish::Stop);
        let usage = Usage { input_tokens: 9, output_tokens: 4, ..Usage::default() };
        assert_eq!(heard.usage(), usage);
        let every_byte = cut(wire, stream, (0..stream.len()).collect());
        assert_eq!(every_byte.end, heard.end);
        assert_eq!(every_byte.deltas, heard.deltas);
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_cuts_give_the_same_answer(
        (wire, stream, at) in prop_oneof![
            cuts(Wire::OpenAi, OPENAI),
            cuts(Wire::Anthropic, ANTHROPIC),
            cuts(Wire::Gemini, GEMINI),
        ],
    ) {
        let whole = cut(wire, stream, Vec::new());
        let heard = cut(wire, stream, at);
        prop_assert_eq!(heard.end, whole.end);
        prop_assert_eq!(heard.deltas, whole.deltas);
    }
}

fn cuts(
    wire: Wire,
    stream: &'static str,
) -> impl Strategy<Value = (Wire, &'static str, Vec<usize>)> {
    vec(0..=stream.len(), 0..60).prop_map(move |at| (wire, stream, at))
}

/// The same cuts each time: a red test stays red.
fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 1_000,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}
