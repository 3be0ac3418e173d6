//! When a vendor is asked again, and when it is not.

use std::time::Duration;

use serde_json::json;
use toolcrib_agents::ModelError;
use toolcrib_agents::model::HttpSettings;
use toolcrib_agents::wire::Wire;

use super::ask;
use crate::replay::{Replay, Reply};
use crate::vendors::{WIRES, says, settings};

/// How long a vendor of these cases rests between two pieces.
const TICK: Duration = Duration::from_millis(5);

fn busy(status: u16) -> Reply {
    let body = json!({ "error": { "message": "Too much to do." } });
    Reply::new(status, body.to_string()).header("Retry-After", "0")
}

#[tokio::test]
async fn a_vendor_that_has_too_much_to_do_is_asked_again() {
    for wire in WIRES {
        let answer = Reply::ok(says(wire, &["Here ", "I am."]));
        let vendor = Replay::new([busy(429), busy(503), answer]).await;
        let heard = ask(settings(wire, &vendor.url)).await.unwrap();
        assert_eq!(heard.text, "Here I am.");
        let [one, two, three] = vendor.requests().try_into().unwrap();
        assert_eq!((&one.line, &one.body), (&two.line, &two.body));
        assert_eq!((&one.line, &one.body), (&three.line, &three.body));
    }
}

#[tokio::test]
async fn a_vendor_is_asked_as_often_as_the_settings_say_and_no_more() {
    for retries in [0, 1, 2] {
        let vendor = Replay::new([busy(503), busy(503), busy(429), busy(503)]).await;
        let settings = HttpSettings { retries, ..settings(Wire::OpenAi, &vendor.url) };
        let error = ask(settings).await.unwrap_err();
        let (status, code) =
            if retries == 2 { (429, "MODEL_RATE_LIMIT") } else { (503, "MODEL_REFUSED") };
        let message = format!("the model's vendor refused the request ({status}): Too much to do.");
        assert_eq!((error.to_string(), error.code()), (message, code));
        assert_eq!(vendor.requests().len(), retries as usize + 1);
    }
}

#[tokio::test]
async fn a_vendor_that_wants_to_be_left_alone_for_minutes_is() {
    let reply = Reply::new(429, "Quota used up.").header("Retry-After", "3600");
    let vendor = Replay::new([reply]).await;
    let error = ask(settings(Wire::OpenAi, &vendor.url)).await.unwrap_err();
    let message = "the model's vendor refused the request (429): Quota used up.";
    assert_eq!(error.to_string(), message);
    assert_eq!(vendor.requests().len(), 1);
}

#[tokio::test]
async fn a_request_that_is_wrong_is_not_repeated() {
    for status in [400, 401, 403, 404, 422] {
        let vendor = Replay::new([Reply::new(status, "").header("Retry-After", "0")]).await;
        let error = ask(settings(Wire::Gemini, &vendor.url)).await.unwrap_err();
        let message =
            format!("the model's vendor refused the request ({status}): it did not say why");
        assert_eq!(error.to_string(), message);
        assert_eq!(vendor.requests().len(), 1);
    }
}

#[tokio::test]
async fn an_answer_that_breaks_off_is_an_error_and_not_asked_for_again() {
    for wire in WIRES {
        let body = says(wire, &["One ", "two ", "three."]);
        // Before its last two events, which say that it is whole.
        let half = &body[..body.find("three.").unwrap()];
        let half = Reply::ok(half);
        for reply in [half.clone().broken_off(), half.clone(), half.unchunked()] {
            let vendor = Replay::new([reply]).await;
            let error = ask(settings(wire, &vendor.url)).await.unwrap_err();
            assert_eq!(error.code(), "MODEL_BROKE_OFF", "{wire:?}: {error}");
            assert_eq!(vendor.requests().len(), 1, "{wire:?}");
        }
    }
}

#[tokio::test]
async fn an_error_inside_an_answer_is_an_error_and_not_asked_for_again() {
    for wire in WIRES {
        let error = match wire {
            Wire::Anthropic => {
                json!({ "type": "error", "error": { "type": "overloaded_error", "message": "Busy." } })
            }
            _ => json!({ "error": { "code": 503, "message": "Busy." } }),
        };
        let body = says(wire, &["One ", "two."]);
        let half = &body[..body.find("\n\n").unwrap() + 2];
        let vendor = Replay::new([Reply::ok(format!("{half}data: {error}\n\n"))]).await;
        let error = ask(settings(wire, &vendor.url)).await.unwrap_err();
        assert_eq!(error.to_string(), "the model failed: Busy.", "{wire:?}");
        assert_eq!(vendor.requests().len(), 1, "{wire:?}");
    }
}

#[tokio::test]
async fn a_vendor_that_hangs_up_without_a_byte_is_asked_again() {
    let answer = Reply::ok(says(Wire::Anthropic, &["Back again."]));
    let vendor = Replay::new([Reply::hang_up(), answer]).await;
    let heard = ask(settings(Wire::Anthropic, &vendor.url)).await.unwrap();
    assert_eq!(heard.text, "Back again.");
    assert_eq!(vendor.requests().len(), 2);
}

#[tokio::test]
async fn a_vendor_that_is_not_there_is_an_error() {
    // Nobody listens at an address that was just given back.
    let url = Replay::new([]).await.url.clone();
    tokio::task::yield_now().await;
    let error = ask(HttpSettings { retries: 0, ..settings(Wire::OpenAi, &url) }).await.unwrap_err();
    assert_eq!(error.code(), "MODEL_UNREACHABLE", "{error}");
}

#[tokio::test]
async fn a_vendor_that_never_answers_is_too_slow() {
    for wire in WIRES {
        let begun = says(wire, &["One ", "two."]);
        let begun = &begun[..begun.find("two").unwrap()];
        for reply in [Reply::silence(), Reply::ok("").held(), Reply::ok(begun).held()] {
            let vendor = Replay::new([reply]).await;
            let patience = Duration::from_millis(150);
            let settings = HttpSettings { patience, ..settings(wire, &vendor.url) };
            let error = ask(settings).await.unwrap_err();
            assert!(matches!(error, ModelError::TooSlow { .. }), "{wire:?}: {error}");
            assert_eq!(vendor.requests().len(), 1, "{wire:?}");
            // Nobody waits on: the vendor can stop, too.
            vendor.gone().await;
        }
    }
}

#[tokio::test]
async fn a_stream_that_only_looks_busy_comes_to_an_end() {
    // Comments keep a connection alive, and say nothing.
    let comments = ": keep\n\n".repeat(1_000);
    let vendor = Replay::new([Reply::ok(comments).in_pieces_of(8).paused(TICK)]).await;
    let answer_max = Duration::from_millis(150);
    let settings = HttpSettings { answer_max, ..settings(Wire::OpenAi, &vendor.url) };
    let error = ask(settings).await.unwrap_err();
    assert_eq!(error.to_string(), "the model did not answer within 150ms");
}

#[tokio::test]
async fn a_stream_without_an_end_is_cut_off() {
    let call = json!({ "index": 0, "id": "c", "function": { "name": "x", "arguments": "y".repeat(8_000) } });
    let chunk = json!({ "choices": [{ "delta": { "tool_calls": [call] } }] });
    let vendor = Replay::new([Reply::ok(format!("data: {chunk}\n\n").repeat(4_300))]).await;
    let error = ask(settings(Wire::OpenAi, &vendor.url)).await.unwrap_err();
    let why = "the model's answer cannot be read: it has more than 33554432 bytes";
    assert_eq!(error.to_string(), why);
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    for status in [301, 302, 307, 308] {
        let elsewhere = Replay::new([Reply::ok(says(Wire::OpenAi, &["Gotcha."]))]).await;
        let location = format!("{}/v1/chat/completions", elsewhere.url);
        let vendor = Replay::new([Reply::new(status, "").header("Location", location)]).await;
        let error = ask(settings(Wire::OpenAi, &vendor.url)).await.unwrap_err();
        assert!(matches!(error, ModelError::Refused { status: said, .. } if said == status));
        assert_eq!((vendor.requests().len(), elsewhere.requests().len()), (1, 0));
    }
}
