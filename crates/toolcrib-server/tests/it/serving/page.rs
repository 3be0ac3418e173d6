//! The page, as a server serves it.

use serde_json::json;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

use super::bed::Bed;
use super::talking::session;

#[tokio::test]
async fn every_place_of_the_page_is_the_page() {
    let bed = Bed::sqlite();
    let server = bed.serve(&[]).await;
    let talk = server.talk().without("x-workspace-id");
    let url = |path: &str| format!("http://{}{path}", server.address);
    let index = talk.text(&url("/")).await;
    assert!(index.starts_with("<!doctype html>"), "{index}");
    for path in ["/tools", "/tools/calculator", "/agents/a/b", "/chat", "/calls/x", "/settings"] {
        assert_eq!(talk.text(&url(path)).await, index, "{path}");
    }
    let reply = talk.get("/").await;
    let policy = reply.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("script-src 'self';") && policy.contains("frame-ancestors 'none'"));
    assert_eq!(reply.headers["cache-control"], "no-cache");
    // Its files are there, and never change under their names.
    let files: Vec<&str> = index.split('"').filter(|part| part.starts_with("/assets/")).collect();
    assert!(!files.is_empty(), "{index}");
    for file in files {
        let reply = talk.get(file).await;
        assert_eq!(reply.status, 200, "{file}");
        let kept = reply.headers["cache-control"].to_str().unwrap();
        assert!(kept.ends_with("immutable"), "{kept}");
    }
    for path in ["/assets/nothing.js", "/assets/..%2findex.html", "/nowhere", "/api/nowhere"] {
        assert_eq!(talk.get(path).await.error(404), "NOT_FOUND", "{path}");
    }
    // People are told on the page.
    let people = talk.with("accept", "text/html,application/xhtml+xml");
    assert_eq!(people.get("/nowhere").await.status, 404);
    assert_eq!(people.text(&url("/nowhere")).await, index);
    assert_eq!(people.get("/api/nowhere").await.error(404), "NOT_FOUND");
    server.stop().await;
}

#[tokio::test]
async fn a_browser_opens_a_socket_without_headers() {
    let bed = Bed::sqlite();
    let key = bed.create_key("default", "read,call");
    let server = bed.serve(&["--require-keys"]).await;
    let session = session(&server.talk().with_key(&key.secret)).await;
    let open = async |offers: &str, origin: &str| {
        let url = format!("ws://{}/api/playground/sessions/{session}/ws", server.address);
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("sec-websocket-protocol", offers.parse().unwrap());
        request.headers_mut().insert("origin", origin.parse().unwrap());
        connect_async(request).await.map(|(_, response)| response)
    };
    let own = format!("http://{}", server.address);
    let offers = format!("toolcrib, workspace.default, key.{}", key.secret);
    let opened = open(&offers, &own).await.unwrap();
    assert_eq!(opened.headers()["sec-websocket-protocol"], "toolcrib");
    assert!(open(&offers, "http://evil.example").await.is_err());
    assert!(open("toolcrib, workspace.default", &own).await.is_err());
    assert!(open(&format!("toolcrib, workspace.other, key.{}", key.secret), &own).await.is_err());
    server.stop().await;
}

#[tokio::test]
async fn a_key_gives_no_more_than_it_has() {
    let bed = Bed::sqlite();
    let key = bed.create_key("default", "read,manage");
    let server = bed.serve(&["--require-keys"]).await;
    let talk = server.talk().with_key(&key.secret);
    let me = talk.get("/api/me").await.expect(200);
    assert_eq!(me["scopes"], json!(["read", "manage"]));
    assert_eq!((&me["key_id"], &me["keys_required"]), (&json!(key.id), &json!(true)));
    let wide = talk.post("/api/keys", &json!({ "scopes": ["read", "call"] })).await;
    assert_eq!(wide.error(403), "FORBIDDEN");
    let none = talk.post("/api/keys", &json!({ "scopes": [] })).await;
    assert_eq!(none.error(400), "VALIDATION_ERROR");
    let made = talk.post("/api/keys", &json!({ "name": "ci", "scopes": ["read"] })).await;
    let made = made.expect(201);
    let other = server.talk().with_key(made["secret"].as_str().unwrap());
    other.get("/api/tools").await.expect(200);
    let list = talk.get("/api/keys").await.expect(200);
    assert!(!list.to_string().contains(made["secret"].as_str().unwrap()));
    let path = format!("/api/keys/{}", made["id"].as_str().unwrap());
    assert_eq!(talk.delete(&path).await.status, 204);
    assert_eq!(other.get("/api/tools").await.error(401), "UNAUTHORIZED");
    server.stop().await;
}
