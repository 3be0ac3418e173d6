//! What every request and every answer has in common, on the wire.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use super::bed::Bed;
use super::wire;

const BODY_BYTES_MAX: usize = 1024 * 1024;

/// Checks what every answer says to a browser.
#[track_caller]
pub(super) fn check_headers(what: &str, headers: &HeaderMap) {
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("cache-control", "no-store"),
    ] {
        assert_eq!(headers.get(name).map(|value| value.to_str().unwrap()), Some(value), "{what}");
    }
    let policy = headers["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'; "), "{what}: {policy}");
    assert!(policy.ends_with("frame-ancestors 'none'"), "{what}: {policy}");
    assert!(!headers["x-request-id"].is_empty(), "{what}");
    let shared = headers.keys().find(|name| name.as_str().starts_with("access-control-"));
    assert_eq!(shared, None, "{what}");
}

#[tokio::test]
async fn every_kind_of_answer_says_how_a_browser_must_treat_it() {
    let bed = Bed::sqlite();
    let server = bed.serve(&[]).await;
    // As a page would ask.
    let talk = server.talk().with("origin", "http://localhost:3000");
    talk.create_agent("scout").await;
    let empty = json!(null);
    let new = json!({ "name": "Another" });
    for (method, path, body, status) in [
        (Method::GET, "/api/tools", &empty, 200),
        (Method::HEAD, "/api/tools", &empty, 200),
        (Method::POST, "/api/tools/echo/call", &json!({}), 200),
        (Method::POST, "/api/agents", &new, 201),
        (Method::DELETE, "/api/agents/scout", &empty, 204),
        (Method::POST, "/api/agents", &json!([]), 400),
        (Method::GET, "/api/agents/scout", &empty, 404),
        (Method::GET, "/nothing/here", &empty, 404),
        (Method::GET, "/api/tools/%FF", &empty, 404),
        (Method::PATCH, "/api/tools", &empty, 405),
        (Method::OPTIONS, "/api/tools", &empty, 405),
        (Method::TRACE, "/api/tools", &empty, 405),
        (Method::GET, "/openapi.json", &empty, 200),
        (Method::GET, "/docs/", &empty, 200),
        (Method::GET, "/docs/nothing.js", &empty, 404),
        (Method::GET, "/healthz", &empty, 200),
        (Method::GET, "/readyz", &empty, 200),
    ] {
        let reply = talk.ask(method.clone(), path, body).await;
        let what = format!("{method} {path}");
        assert_eq!(reply.status.as_u16(), status, "{what}: {}", reply.body);
        check_headers(&what, &reply.headers);
        if status >= 400 {
            reply.error(status);
        }
        assert_eq!(reply.headers.contains_key("allow"), status == 405, "{what}");
    }
    // A page of another site is not answered at all.
    let talk = server.talk().with("origin", "https://evil.example");
    for path in ["/api/tools", "/nothing", "/healthz", "/docs/"] {
        let reply = talk.get(path).await;
        assert_eq!(reply.error(403), "FORBIDDEN", "{path}");
        check_headers(path, &reply.headers);
    }
}

/// No page of another site may even ask: every question wants a header that a
/// browser asks about first, and the answer to that is no.
#[tokio::test]
async fn a_preflight_gets_no_permission() {
    let bed = Bed::sqlite();
    let server = bed.serve(&[]).await;
    for (path, method) in
        [("/api/tools", "GET"), ("/api/tools/echo/call", "POST"), ("/api/agents/a", "PATCH")]
    {
        let talk = server
            .talk()
            .without("x-workspace-id")
            .with("origin", "http://localhost:3000")
            .with("access-control-request-method", method)
            .with("access-control-request-headers", "x-workspace-id");
        let reply = talk.ask(Method::OPTIONS, path, &json!(null)).await;
        assert_eq!(reply.error(405), "METHOD_NOT_ALLOWED");
        check_headers(path, &reply.headers);
    }
}

#[tokio::test]
async fn a_request_has_the_id_it_came_with_or_a_new_one() {
    let bed = Bed::sqlite();
    let server = bed.serve(&[]).await;
    let talk = server.talk();
    for id in ["a", "0195-abc.DEF_~/+=", &"x".repeat(128)] {
        for path in ["/api/tools", "/api/tools/nothing", "/nothing", "/healthz"] {
            let reply = talk.with("x-request-id", id).get(path).await;
            assert_eq!(reply.headers["x-request-id"], id, "{path}");
            if reply.status != 200 {
                assert_eq!(reply.body["error"]["request_id"], id);
            }
        }
    }
    let mut made = BTreeSet::new();
    for id in ["", "two words", "a\"b", "\u{fc}", &"x".repeat(129)] {
        let reply = talk.with("x-request-id", id).get("/nothing").await;
        reply.error(404);
        let given = reply.headers["x-request-id"].to_str().unwrap().to_owned();
        assert_ne!(given, id);
        assert!(made.insert(given), "every request has its own");
    }
}

#[tokio::test]
async fn a_body_that_is_too_large_is_refused_as_such() {
    let bed = Bed::sqlite();
    let server = bed.serve(&[]).await;
    let head = "POST /api/tools/echo/call HTTP/1.1\r\nHost: localhost\r\n\
                X-Workspace-Id: default\r\nConnection: close\r\n";
    let too_large = |response: &str| {
        assert_eq!(wire::status(response), 413, "{response}");
        assert!(response.contains("\"code\":\"TOO_LARGE\""), "{response}");
        assert!(response.contains("\r\nx-frame-options: DENY\r\n"), "{response}");
    };
    // What it says of itself is enough.
    let length = BODY_BYTES_MAX + 1;
    let response =
        wire::exchange(server.address, format!("{head}Content-Length: {length}\r\n\r\n")).await;
    too_large(&response);
    let request = format!("{head}Content-Length: {}\r\n\r\n", u64::MAX / 2);
    too_large(&wire::exchange(server.address, request).await);
    // Where it says nothing, what comes is counted.
    let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x1_0000));
    let chunks = chunk.repeat(BODY_BYTES_MAX / 0x1_0000);
    let request = format!("{head}Transfer-Encoding: chunked\r\n\r\n{chunks}1\r\n \r\n");
    too_large(&wire::exchange(server.address, request).await);
    // One byte less is fine, either way.
    let start = "{\"arguments\": {}";
    let body = format!("{start}{}}}", " ".repeat(BODY_BYTES_MAX - start.len() - 1));
    let request = format!("{head}Content-Length: {}\r\n\r\n{body}", body.len());
    assert_eq!(wire::status(&wire::exchange(server.address, request).await), 200);
    let request = format!(
        "{head}Transfer-Encoding: chunked\r\n\r\n{BODY_BYTES_MAX:x}\r\n{body}\r\n0\r\n\r\n"
    );
    assert_eq!(wire::status(&wire::exchange(server.address, request).await), 200);
}

#[tokio::test]
async fn what_cannot_be_read_is_the_callers_fault() {
    let bed = Bed::sqlite();
    let server = bed.serve(&[]).await;
    let talk = server.talk();
    let deep = "[".repeat(200_000);
    let bodies: [&[u8]; 14] = [
        b"",
        b"  \n",
        b"{",
        b"[]",
        b"nul",
        b"\"{}\"",
        b"{} {}",
        b"{\"arguments\": {},}",
        b"{\"argument\": {}}",
        b"{\"dry_run\": \"yes\"}",
        b"{\"dry_run\": true, \"dry_run\": false}",
        b"{\"mode\": \"tv\"}",
        b"{\"agent_id\": \"\xff\xfe\"}",
        deep.as_bytes(),
    ];
    for body in bodies {
        let shown = String::from_utf8_lossy(&body[..body.len().min(40)]).into_owned();
        for path in
            ["/api/tools/echo/call", "/api/tools", "/api/agents", "/api/playground/sessions"]
        {
            let reply = talk.try_ask(Method::POST, path, body.to_vec()).await.unwrap();
            assert_eq!(reply.error(400), "VALIDATION_ERROR", "{path}: {shown}");
        }
    }
    for query in ["limit=0", "limit=201", "limit=-1", "limit=x", "limt=1", "limit=1&limit=2"] {
        for path in ["/api/tools", "/api/agents", "/api/calls"] {
            let reply = talk.get(&format!("{path}?{query}")).await;
            assert_eq!(reply.error(400), "VALIDATION_ERROR", "{path}?{query}");
        }
    }
    for request in ["GET / HTTP/9.9\r\n\r\n", "nonsense\r\n\r\n", "GET /\u{0} HTTP/1.1\r\n\r\n"] {
        assert_eq!(wire::status(&wire::exchange(server.address, request).await), 400, "{request}");
    }
    let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(1_000_000));
    let status = wire::status(&wire::exchange(server.address, long).await);
    assert!([414, 431].contains(&status), "{status}");
    talk.get("/readyz").await.expect(200);
}

/// Somebody who says nothing, or next to nothing, keeps nobody waiting.
#[tokio::test]
async fn a_connection_that_does_not_ask_is_cut() {
    let bed = Bed::sqlite();
    let server = bed.serve(&[]).await;
    let start = Instant::now();
    let preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    // Nothing, half a head, half a preface, and HTTP/2 without a request.
    let beginnings =
        ["", "GET /healthz HT", "GET /healthz HTTP/1.1\r\nHost: local", &preface[..9], preface];
    let cut = beginnings.map(|beginning| async move {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(beginning.as_bytes()).await.unwrap();
        let heard = wire::read_to_end(&mut stream).await;
        assert!(!heard.contains("200"), "{beginning:?}: {heard}");
        beginning
    });
    futures_util::future::join_all(cut).await;
    assert!(start.elapsed() > Duration::from_secs(10), "patience is not that short");
    // Whoever asks now and then stays.
    server.talk().get("/readyz").await.expect(200);
}
