//! Conversations with a server, over real connections.

use std::net::SocketAddr;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::bed::Bed;
use super::server::{Server, Talk};
use super::until;

/// A socket to a conversation.
pub(super) struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    pub(super) async fn open(address: SocketAddr, session: &str) -> Self {
        Self::with_key(address, session, None).await
    }

    pub(super) async fn with_key(address: SocketAddr, session: &str, key: Option<&str>) -> Self {
        let url = format!("ws://{address}/api/playground/sessions/{session}/ws");
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("x-workspace-id", "default".parse().unwrap());
        if let Some(key) = key {
            request.headers_mut().insert("x-api-key", key.parse().unwrap());
        }
        Self(connect_async(request).await.unwrap().0)
    }

    pub(super) async fn say(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    /// The next message; what is no JSON stands for itself.
    pub(super) async fn next(&mut self) -> Value {
        loop {
            let next = tokio::time::timeout(super::DEADLINE, self.0.next()).await.unwrap();
            if let Message::Text(text) = next.unwrap().unwrap() {
                return serde_json::from_str(&text).unwrap_or_else(|_| text.as_str().into());
            }
        }
    }

    /// All messages up to one of this kind.
    pub(super) async fn until(&mut self, kind: &str) -> Vec<Value> {
        let mut all = Vec::new();
        loop {
            all.push(self.next().await);
            if all.last().unwrap()["type"] == kind {
                return all;
            }
        }
    }
}

fn prepare(bed: &Bed, pace_ms: u64) {
    let script = json!({ "pace_ms": pace_ms, "turns": [
        { "when": ["tell"], "rounds": [{ "calls": [{ "name": "teller" }] }, { "text": "Told." }] },
        { "when": ["flood"], "rounds": [{ "text": "word ".repeat(400_000) }] },
        { "when": ["long"], "rounds": [{ "text": "word ".repeat(2_000) }] },
        { "rounds": [{ "text": "Hello there." }] } ] });
    let config = "[models.default]\nprovider = \"script\"\nscript = \"script.json\"\n";
    std::fs::write(bed.path().join("toolcrib.toml"), config).unwrap();
    std::fs::write(bed.path().join("script.json"), script.to_string()).unwrap();
    bed.write_tool(
        "teller",
        &json!({}),
        "context.ws.send(\"psst\"); return { ok: true, data: \"done\" };",
    );
    // The handler wants the whole context.
    let handler = "export async function execute(context) { context.ws.send(\"psst\"); \
                   return { ok: true, data: \"done\" }; }\n";
    std::fs::write(bed.tools().join("teller/handler.js"), handler).unwrap();
    std::fs::create_dir(bed.path().join("agents")).unwrap();
    let agent = json!({ "id": "host", "isPrimary": true, "tools": ["teller"] });
    std::fs::write(bed.path().join("agents/host.json"), agent.to_string()).unwrap();
}

pub(super) async fn session(talk: &Talk) -> String {
    let made = talk.post("/api/playground/sessions", &json!({})).await.expect(201);
    made["id"].as_str().unwrap().to_owned()
}

async fn messages(talk: &Talk, session: &str) -> Vec<Value> {
    let path = format!("/api/playground/sessions/{session}/messages");
    talk.get(&path).await.expect(200)["messages"].as_array().unwrap().clone()
}

async fn serve(bed: &Bed) -> Server {
    bed.serve(&["--tools", "tools"]).await
}

#[tokio::test]
async fn a_socket_hears_events_and_what_tools_send() {
    let bed = Bed::sqlite();
    prepare(&bed, 0);
    let server = serve(&bed).await;
    let talk = server.talk();
    let session = session(&talk).await;
    let mut socket = Socket::open(server.address, &session).await;
    socket.say(&json!({ "type": "chat", "message": "tell me" })).await;
    let heard = socket.until("message-end").await;
    let kinds: Vec<&str> =
        heard.iter().map(|one| one["type"].as_str().or(one.as_str()).unwrap()).collect();
    assert_eq!(
        kinds,
        [
            "message-start",
            "tool-call-start",
            "tool-call-end",
            "psst",
            "tool-result",
            "text-delta",
            "message-end"
        ]
    );
    // Somebody else who listens hears what is said over REST.
    let mut other = Socket::open(server.address, &session).await;
    let path = format!("/api/playground/sessions/{session}/chat");
    let said =
        talk.with("accept", "application/json").post(&path, &json!({ "message": "hi" })).await;
    assert_eq!(said.expect(200)["message"], "Hello there.");
    assert_eq!(other.until("message-end").await.len(), 4);
    // What makes no sense is told, and the socket stays open.
    socket.until("message-end").await;
    socket.say(&json!({ "type": "dance" })).await;
    let told = socket.next().await;
    assert_eq!((&told["type"], &told["code"]), (&json!("error"), &json!("VALIDATION_ERROR")));
    socket.say(&json!({ "type": "chat", "message": "hi" })).await;
    socket.until("message-end").await;
    server.stop().await;
}

#[tokio::test]
async fn an_answer_can_be_stopped_and_one_is_given_at_a_time() {
    let bed = Bed::sqlite();
    prepare(&bed, 20);
    let server = serve(&bed).await;
    let talk = server.talk();
    let session = session(&talk).await;
    let path = format!("/api/playground/sessions/{session}/chat");
    let mut socket = Socket::open(server.address, &session).await;
    socket.say(&json!({ "type": "chat", "message": "something long" })).await;
    socket.until("text-delta").await;
    let json = talk.with("accept", "application/json");
    let busy = json.post(&path, &json!({ "message": "hi" })).await;
    assert_eq!(busy.error(409), "CONFLICT");
    socket.say(&json!({ "type": "chat", "message": "hi" })).await;
    assert_eq!(socket.until("error").await.last().unwrap()["code"], "CONFLICT");
    // What was being said goes on.
    socket.until("text-delta").await;
    socket.say(&json!({ "type": "cancel" })).await;
    let ended = socket.until("message-end").await;
    assert_eq!(ended.last().unwrap()["finish"], "cancelled");
    // What was heard stays said, and the talk goes on.
    let kept = messages(&talk, &session).await;
    assert!(kept[1]["content"]["text"].as_str().unwrap().starts_with("word "), "{kept:?}");
    let (next, _) = until("the session is free", async || {
        let answer = json.post(&path, &json!({ "message": "hi" })).await;
        (answer.status == 200).then_some(answer.body)
    })
    .await;
    assert_eq!(next["message"], "Hello there.");
    server.stop().await;
}

/// Says something over a connection that somebody may or may not read from.
async fn say(address: SocketAddr, session: &str, message: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let body = json!({ "message": message }).to_string();
    let head = format!(
        "POST /api/playground/sessions/{session}/chat HTTP/1.1\r\nhost: {address}\r\n\
         x-workspace-id: default\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream
}

#[tokio::test]
async fn no_tool_hands_a_session_to_nobody() {
    let bed = Bed::sqlite();
    prepare(&bed, 0);
    let wish =
        "return { ok: true, data: 1, intents: [{ type: 'SWITCH_AGENT', agentId: 'nobody' }] };";
    bed.write_tool("teller", &json!({}), wish);
    let server = serve(&bed).await;
    let talk = server.talk();
    let session = session(&talk).await;
    let called = talk.call("teller", &json!({ "session_id": session })).await;
    assert_eq!(called["ok"], true, "{called}");
    let path = format!("/api/playground/sessions/{session}");
    assert_eq!(talk.get(&path).await.expect(200)["agent_id"], Value::Null);
    // In an answer, it is told, and the session goes on with whom it had.
    let json = talk.with("accept", "application/json");
    let chat = format!("{path}/chat");
    let said = json.post(&chat, &json!({ "message": "tell me" })).await.expect(200);
    assert_eq!(said["error"]["code"], "NOT_FOUND", "{said}");
    let next = json.post(&chat, &json!({ "message": "hi" })).await.expect(200);
    assert_eq!(next["message"], "Hello there.");
    server.stop().await;
}

#[tokio::test]
async fn a_client_that_does_not_read_holds_nobody_up() {
    let bed = Bed::sqlite();
    prepare(&bed, 0);
    let server = serve(&bed).await;
    let talk = server.talk();
    let session = session(&talk).await;
    let deaf = say(server.address, &session, "a flood").await;
    let json = talk.with("accept", "application/json");
    let path = format!("/api/playground/sessions/{session}");
    let hello = json!({ "message": "hi" });
    until("it is being answered", async || {
        (messages(&talk, &session).await.len() == 1).then_some(())
    })
    .await;
    assert_eq!(json.post(&format!("{path}/chat"), &hello).await.error(409), "CONFLICT");
    talk.post(&format!("{path}/cancel"), &json!({})).await.expect(204);
    let (answer, _) = until("the session is free", async || {
        let answer = json.post(&format!("{path}/chat"), &hello).await;
        (answer.status == 200).then_some(answer.body)
    })
    .await;
    assert_eq!(answer["message"], "Hello there.");
    drop(deaf);
    server.stop().await;
}

#[tokio::test]
async fn a_client_that_leaves_ends_its_answer() {
    let bed = Bed::sqlite();
    prepare(&bed, 20);
    let server = serve(&bed).await;
    let talk = server.talk();
    let session = session(&talk).await;
    {
        let mut stream = say(server.address, &session, "something long").await;
        let mut heard = String::new();
        let mut piece = [0; 1024];
        while !heard.contains("text-delta") {
            let count = stream.read(&mut piece).await.unwrap();
            assert!(count > 0, "{heard}");
            heard.push_str(&String::from_utf8_lossy(&piece[..count]));
        }
        assert!(heard.contains("content-type: text/event-stream"), "{heard}");
        assert!(heard.contains("event: message-start\ndata: {"), "{heard}");
    }
    // It would take forty seconds to its end.
    let (kept, _) = until("the answer has ended", async || {
        let kept = messages(&talk, &session).await;
        (kept.len() == 2).then_some(kept)
    })
    .await;
    assert!(kept[1]["content"]["text"].as_str().unwrap().len() < 9_000);
    server.stop().await;
}

#[tokio::test]
async fn a_key_that_was_revoked_closes_its_socket() {
    let bed = Bed::sqlite();
    prepare(&bed, 20);
    let key = bed.create_key("default", "read,call");
    let server = serve(&bed).await;
    let talk = server.talk().with_key(&key.secret);
    let session = session(&talk).await;
    let mut socket = Socket::with_key(server.address, &session, Some(&key.secret)).await;
    socket.say(&json!({ "type": "chat", "message": "something long" })).await;
    socket.until("text-delta").await;
    bed.revoke_key("default", &key);
    // It would go on for forty seconds.
    let closed = async { while let Some(Ok(Message::Text(_))) = socket.0.next().await {} };
    tokio::time::timeout(super::DEADLINE, closed).await.unwrap();
    let kept = messages(&server.talk(), &session).await;
    assert!(kept.len() < 2 || kept[1]["content"]["text"].as_str().unwrap().len() < 9_000);
    server.stop().await;
}
