//! Where a stream is cut changes nothing.

use std::time::Duration;

use toolcrib_agents::model::HttpSettings;
use toolcrib_agents::wire::{Manner, Wire};

use super::ask;
use super::streams::{expected, stream, whole};
use crate::replay::{Replay, Reply};
use crate::vendors::{WIRES, says, settings};

/// Inside a character, inside `data:`, between the two bytes of a line ending,
/// and between two of those.
fn hostile(body: &str) -> Vec<usize> {
    let bytes = body.as_bytes();
    let is_hostile = |at: &usize| {
        !body.is_char_boundary(*at)
            || bytes[..*at].ends_with(b"\r") && bytes[*at..].starts_with(b"\n")
            || bytes[..*at].ends_with(b"\n") && bytes[*at..].starts_with(b"\n")
            || (1..5).any(|n| {
                bytes[..*at].ends_with(&b"data:"[..n]) && bytes[*at..].starts_with(&b"data:"[n..])
            })
    };
    (1..bytes.len()).filter(is_hostile).collect()
}

#[tokio::test]
async fn a_stream_says_the_same_wherever_it_is_cut() {
    for wire in WIRES {
        for ending in ["\n", "\r\n", "\r"] {
            let body = stream(wire).replace('\n', ending);
            let places = hostile(&body);
            assert!(places.len() > 20, "{wire:?} {ending:?}: {}", places.len());
            let whole = Reply::ok(body.clone());
            let mut replies = vec![
                whole.clone(),
                whole.clone().in_pieces_of(1),
                whole.clone().in_pieces_of(2),
                whole.clone().in_pieces_of(7),
                whole.clone().unchunked(),
            ];
            replies.extend(places.iter().map(|place| whole.clone().cut_at([*place])));
            replies.push(whole.cut_at(places));
            let vendor = Replay::new(replies.clone()).await;
            for number in 0..replies.len() {
                let heard = ask(settings(wire, &vendor.url)).await.unwrap();
                assert_eq!(heard, expected(), "{wire:?} {ending:?}, reply {number}");
            }
        }
    }
}

#[tokio::test]
async fn a_stream_without_its_last_empty_line_is_whole() {
    for wire in WIRES {
        let vendor = Replay::new([Reply::ok(stream(wire).trim_end())]).await;
        let heard = ask(settings(wire, &vendor.url)).await.unwrap();
        assert_eq!(heard, expected(), "{wire:?}");
    }
}

fn in_one_piece(wire: Wire, url: &str) -> HttpSettings {
    let streamed = settings(wire, url);
    HttpSettings { manner: Manner { stream: false, ..streamed.manner }, ..streamed }
}

#[tokio::test]
async fn an_answer_in_one_piece_says_the_same() {
    for wire in WIRES {
        let reply = Reply::ok(whole(wire).to_string()).in_pieces_of(5);
        let vendor = Replay::new([reply]).await;
        let heard = ask(in_one_piece(wire, &vendor.url)).await.unwrap();
        assert_eq!(heard, expected(), "{wire:?}");
        let [request] = vendor.requests().try_into().unwrap();
        let (path, wants_stream) = match wire {
            Wire::Anthropic => ("/v1/messages", Some(false)),
            Wire::Gemini => ("/v1/models/test-1:generateContent", None),
            _ => ("/v1/chat/completions", Some(false)),
        };
        assert_eq!(request.line, format!("POST {path} HTTP/1.1"));
        assert_eq!(request.body["stream"].as_bool(), wants_stream, "{wire:?}");
    }
}

#[tokio::test]
async fn half_an_answer_in_one_piece_is_none() {
    for wire in WIRES {
        let body = whole(wire).to_string();
        let half = Reply::ok(&body.as_bytes()[..body.len() / 2]);
        let vendor = Replay::new([half.clone().broken_off(), half]).await;
        let error = ask(in_one_piece(wire, &vendor.url)).await.unwrap_err();
        assert_eq!(error.to_string(), "the model's answer broke off", "{wire:?}");
        // What is no JSON is no answer either, however politely it ends.
        let error = ask(in_one_piece(wire, &vendor.url)).await.unwrap_err();
        assert_eq!(error.code(), "MODEL_BROKE_OFF", "{wire:?}");
        assert_eq!(vendor.requests().len(), 2);
    }
}

#[tokio::test]
async fn a_stream_may_take_longer_in_all_than_the_patience_for_its_next_piece() {
    let body = says(Wire::OpenAi, &["Slow ", "but ", "sure."]);
    let (pause, patience) = (Duration::from_millis(60), Duration::from_millis(400));
    let reply = Reply::ok(body.clone()).in_pieces_of(body.len() / 8).paused(pause);
    let vendor = Replay::new([reply]).await;
    let began = std::time::Instant::now();
    let heard =
        ask(HttpSettings { patience, ..settings(Wire::OpenAi, &vendor.url) }).await.unwrap();
    assert_eq!(heard.text, "Slow but sure.");
    assert!(began.elapsed() > patience, "{:?}", began.elapsed());
}

#[tokio::test]
async fn the_vendors_last_word_ends_an_answer_whose_connection_stays_open() {
    for wire in [Wire::OpenAi, Wire::Anthropic] {
        let vendor = Replay::new([Reply::ok(stream(wire)).held()]).await;
        let heard = ask(settings(wire, &vendor.url)).await.unwrap();
        assert_eq!(heard, expected(), "{wire:?}");
        vendor.gone().await;
    }
}
