//! A client that speaks MCP by hand.

use reqwest::Response;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};

use crate::serving::server::Talk;

/// The newest revision; it knows no sessions.
pub(super) const NEWEST: &str = "2026-07-28";

/// One that clients still speak.
pub(super) const OLDER: &str = "2025-06-18";

/// A client of one door.
pub(super) struct Client {
    pub(super) talk: Talk,
    pub(super) path: String,
    pub(super) capabilities: Value,
    /// The session, with an older revision.
    pub(super) session: Option<String>,
}

impl Client {
    /// One that speaks the newest revision.
    pub(super) fn new(talk: &Talk, path: &str) -> Self {
        let talk = talk
            .without("x-workspace-id")
            .with("content-type", "application/json")
            .with("accept", "application/json, text/event-stream");
        Self { talk, path: path.to_owned(), capabilities: json!({}), session: None }
    }

    /// One that speaks an older revision.
    pub(super) async fn older(talk: &Talk, path: &str, capabilities: Value) -> Self {
        let mut client = Self { capabilities, ..Self::new(talk, path) };
        let hello = json!({ "protocolVersion": OLDER, "capabilities": client.capabilities,
            "clientInfo": { "name": "test", "version": "1" } });
        let answer = client.open("initialize", &hello).await;
        let headers: HeaderMap = answer.headers().clone();
        let said = Said::new(answer).all().await;
        assert_eq!(said.last().unwrap()["result"]["protocolVersion"], OLDER, "{said:?}");
        client.session = Some(headers["mcp-session-id"].to_str().unwrap().to_owned());
        client.notify("notifications/initialized", &json!({})).await;
        client
    }

    /// Sends a request.
    pub(super) async fn open(&self, method: &str, params: &Value) -> Response {
        let mut params = params.clone();
        let mut talk = self.talk.clone();
        match &self.session {
            Some(id) => talk = talk.with("mcp-session-id", id).with("mcp-protocol-version", OLDER),
            None if method == "initialize" => {}
            None => {
                let meta = &mut params["_meta"];
                meta["io.modelcontextprotocol/protocolVersion"] = json!(NEWEST);
                meta["io.modelcontextprotocol/clientInfo"] =
                    json!({ "name": "test", "version": "1" });
                meta["io.modelcontextprotocol/clientCapabilities"] = self.capabilities.clone();
                talk = talk.with("mcp-protocol-version", NEWEST);
                talk = talk.with("mcp-method", method);
                if let Some(named) = params.get("name").or(params.get("uri")) {
                    talk = talk.with("mcp-name", named.as_str().unwrap());
                }
            }
        }
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        talk.open(&self.path, &body).await
    }

    pub(super) async fn notify(&self, method: &str, params: &Value) {
        let body = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        let talk = match &self.session {
            Some(id) => self.talk.with("mcp-session-id", id),
            None => self.talk.clone(),
        };
        assert_eq!(talk.open(&self.path, &body).await.status(), 202);
    }

    /// The result of a request.
    pub(super) async fn ask(&self, method: &str, params: Value) -> Value {
        let answer = Said::new(self.open(method, &params).await).all().await.pop().unwrap();
        assert!(answer["result"].is_object(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// The error that a request ends in.
    pub(super) async fn refused(&self, method: &str, params: Value) -> Value {
        let said = Said::new(self.open(method, &params).await).all().await;
        said.last().unwrap()["error"].clone()
    }

    /// The status of a request.
    pub(super) async fn status(&self, method: &str) -> u16 {
        self.open(method, &json!({})).await.status().as_u16()
    }

    pub(super) async fn call(&self, name: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({ "name": name, "arguments": arguments })).await
    }
}

/// The messages of an answer, one or a stream of them.
pub(super) struct Said {
    answer: Response,
    rest: String,
}

impl Said {
    pub(super) fn new(answer: Response) -> Self {
        Self { answer, rest: String::new() }
    }

    /// The next message.
    pub(super) async fn next(&mut self) -> Option<Value> {
        let is_stream = self.answer.headers()["content-type"] == "text/event-stream";
        loop {
            if is_stream && let Some((event, rest)) = self.rest.split_once("\n\n") {
                let data = event.lines().find_map(|line| line.strip_prefix("data: "));
                let message = data.and_then(|data| serde_json::from_str(data).ok());
                self.rest = rest.to_owned();
                match message {
                    Some(message) => return Some(message),
                    None => continue,
                }
            }
            match self.answer.chunk().await.unwrap() {
                Some(chunk) => self.rest.push_str(std::str::from_utf8(&chunk).unwrap()),
                None if is_stream || self.rest.is_empty() => return None,
                None => return serde_json::from_str(&std::mem::take(&mut self.rest)).ok(),
            }
        }
    }

    pub(super) async fn all(mut self) -> Vec<Value> {
        let mut all = Vec::new();
        while let Some(message) = self.next().await {
            all.push(message);
        }
        all
    }
}
