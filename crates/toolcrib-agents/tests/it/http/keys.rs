//! A key is in one header of a request, and nowhere else.

use toolcrib_agents::model::{HttpModel, HttpSettings};
use toolcrib_agents::wire::Wire;

use super::ask;
use crate::replay::{Replay, Reply};
use crate::vendors::{KEY, WIRES, says, settings};

#[tokio::test]
async fn each_vendor_gets_its_headers_and_those_that_were_set() {
    for wire in WIRES {
        let vendor = Replay::new([Reply::ok(says(wire, &["Hello."]))]).await;
        let title = ("X-Title".to_owned(), "Toolcrib".to_owned());
        let headers = vec![title, ("HTTP-Referer".to_owned(), "https://example.org".to_owned())];
        ask(HttpSettings { headers, ..settings(wire, &vendor.url) }).await.unwrap();
        let [request] = vendor.requests().try_into().unwrap();
        let names = ["authorization", "x-api-key", "x-goog-api-key", "anthropic-version"];
        let found = names.map(|name| request.header(name));
        let bearer = format!("Bearer {KEY}");
        let (expected, path) = match wire {
            Wire::Anthropic => ([None, Some(KEY), None, Some("2023-06-01")], "/v1/messages"),
            Wire::Gemini => {
                ([None, None, Some(KEY), None], "/v1/models/test-1:streamGenerateContent?alt=sse")
            }
            _ => ([Some(bearer.as_str()), None, None, None], "/v1/chat/completions"),
        };
        assert_eq!(found, expected, "{wire:?}");
        assert_eq!(request.line, format!("POST {path} HTTP/1.1"));
        let others = ["content-type", "x-title", "http-referer"].map(|name| request.header(name));
        let expected = [Some("application/json"), Some("Toolcrib"), Some("https://example.org")];
        assert_eq!(others, expected);
        assert!(!request.body.to_string().contains(KEY));
    }
}

#[tokio::test]
async fn a_vendor_without_a_key_gets_none() {
    let vendor = Replay::new([Reply::ok(says(Wire::OpenAi, &["Hello."]))]).await;
    ask(HttpSettings { key: None, ..settings(Wire::OpenAi, &vendor.url) }).await.unwrap();
    assert_eq!(vendor.requests()[0].header("authorization"), None);
}

#[tokio::test]
async fn a_refused_key_is_an_error_that_does_not_say_it() {
    for wire in WIRES {
        for status in [401, 403] {
            let body = format!(r#"{{"error": {{"message": "Incorrect API key: {KEY}."}}}}"#);
            let vendor = Replay::new([Reply::new(status, body)]).await;
            let error = ask(settings(wire, &vendor.url)).await.unwrap_err();
            let message = format!(
                "the model's vendor refused the request ({status}): Incorrect API key: [redacted]."
            );
            assert_eq!((error.to_string(), error.code()), (message, "MODEL_KEY_REFUSED"));
            assert!(!format!("{error:?}").contains(KEY));
            assert_eq!(vendor.requests().len(), 1);
        }
    }
}

#[tokio::test]
async fn a_key_in_an_error_is_redacted_wherever_it_stands() {
    // At the place where a long message is cut, half a key would be left.
    let long = format!("{}{KEY}", "x".repeat(490));
    for (body, message) in [
        (format!("no such key: {KEY}"), "no such key: [redacted]".to_owned()),
        (format!(r#"{{"error": "bad {KEY}"}}"#), "bad [redacted]".to_owned()),
        (format!(r#"{{"message": "bad {KEY}"}}"#), "bad [redacted]".to_owned()),
        (format!(r#"[{{"error": {{"message": "bad {KEY}"}}}}]"#), "bad [redacted]".to_owned()),
        (long, format!("{}[redacted]", "x".repeat(490))),
    ] {
        let vendor = Replay::new([Reply::new(400, body)]).await;
        let error = ask(settings(Wire::Gemini, &vendor.url)).await.unwrap_err();
        let message = format!("the model's vendor refused the request (400): {message}");
        assert_eq!(error.to_string(), message);
    }
}

#[tokio::test]
async fn a_secret_in_a_header_is_redacted_too() {
    let vendor = Replay::new([Reply::new(401, "no such header: gateway-secret")]).await;
    let headers = vec![("x-gateway".to_owned(), "gateway-secret".to_owned())];
    let error = ask(HttpSettings { headers, ..settings(Wire::OpenAi, &vendor.url) }).await;
    let message = "the model's vendor refused the request (401): no such header: [redacted]";
    assert_eq!(error.unwrap_err().to_string(), message);
}

#[tokio::test]
async fn a_key_in_an_error_inside_an_answer_is_redacted_too() {
    for wire in WIRES {
        let error = format!(r#"{{"type": "error", "error": {{"message": "bad {KEY}"}}}}"#);
        for stream in [true, false] {
            let body = if stream { format!("data: {error}\n\n") } else { error.clone() };
            let vendor = Replay::new([Reply::ok(body)]).await;
            let mut settings = settings(wire, &vendor.url);
            settings.manner.stream = stream;
            let error = ask(settings).await.unwrap_err();
            assert_eq!(error.to_string(), "the model failed: bad [redacted]", "{wire:?}");
        }
    }
}

#[test]
fn what_cannot_be_sent_is_refused_before_anybody_is_asked() {
    let usual = settings(Wire::OpenAi, "https://example.org");
    let header = |name: &str, value: &str| vec![(name.to_owned(), value.to_owned())];
    for (settings, message) in [
        (
            HttpSettings { key: Some(format!("{KEY}\n")), ..usual.clone() },
            "the model's key has characters that no header takes",
        ),
        (
            HttpSettings { headers: header("X Y", "z"), ..usual.clone() },
            "the header `X Y` cannot be sent",
        ),
        (
            HttpSettings { headers: header("X-Y", "z\r\nz"), ..usual.clone() },
            "the header `X-Y` cannot be sent",
        ),
        (
            HttpSettings { base_url: "example.org/v1".to_owned(), ..usual },
            "`example.org/v1` is no address of a model: one begins with https:// or http://",
        ),
    ] {
        let error = HttpModel::new(settings).err().unwrap();
        assert_eq!((error.to_string().as_str(), error.code()), (message, "MODEL_NOT_SET_UP"));
    }
}
