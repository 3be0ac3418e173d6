//! One server that runs, and a client for it.

use std::io::{BufRead as _, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread::JoinHandle;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Method, StatusCode};
use rustls::{ClientConfig, RootCertStore};
use serde_json::{Value, json};

use super::until;

/// A server that runs. Dropped, it is gone.
pub(super) struct Server {
    child: Child,
    pub(super) address: SocketAddr,
    client: Client,
    headers: HeaderMap,
    /// What it says on both streams, read to their ends.
    said: Option<[JoinHandle<String>; 2]>,
}

/// What came back.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) body: Value,
}

/// How a server ended.
pub(super) struct Ended {
    pub(super) status: ExitStatus,
    pub(super) err: String,
}

/// Whoever talks to a server: its address, a workspace and perhaps a key.
#[derive(Clone)]
pub(super) struct Talk {
    client: Client,
    address: SocketAddr,
    headers: HeaderMap,
}

impl Server {
    /// Starts a server and waits until it says where it is.
    pub(super) async fn start(mut command: Command) -> Self {
        let started = tokio::task::spawn_blocking(move || {
            let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            let mut out = BufReader::new(child.stdout.take().unwrap());
            let err = read_all(child.stderr.take().unwrap());
            let mut line = String::new();
            out.read_line(&mut line).unwrap();
            let Some((_, address)) = line.trim_end().split_once(" at http://") else {
                let (_, status) = (child.kill(), child.wait().unwrap());
                panic!("it did not start ({status}): {line}{}", err.join().unwrap());
            };
            (child, address.parse().unwrap(), [read_all(out), err])
        });
        let (child, address, said) = started.await.unwrap();
        let mut headers = HeaderMap::new();
        headers.insert("x-workspace-id", HeaderValue::from_static("default"));
        Self { child, address, client: client(), headers, said: Some(said) }
    }

    /// Somebody who talks to it, in the workspace `default` and without a key.
    pub(super) fn talk(&self) -> Talk {
        let (client, headers) = (self.client.clone(), self.headers.clone());
        Talk { client, address: self.address, headers }
    }

    /// Ends it at once, whatever it is doing.
    pub(super) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Which process it is.
    pub(super) fn pid(&self) -> Option<rustix::process::Pid> {
        Some(rustix::process::Pid::from_child(&self.child))
    }

    /// Sends it a signal.
    pub(super) fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        let kill = ["-c", "kill -s \"$0\" \"$1\"", name, &pid];
        assert!(Command::new("sh").args(kill).status().unwrap().success());
    }

    /// Waits until it has ended by itself.
    pub(super) async fn ended(mut self) -> Ended {
        let child = &mut self.child;
        let (status, _) = until("the server ends", async || child.try_wait().unwrap()).await;
        let [_, err] = self.said.take().unwrap();
        Ended { status, err: err.join().unwrap() }
    }

    /// Stops it in peace.
    pub(super) async fn stop(self) {
        self.signal("TERM");
        let ended = self.ended().await;
        assert_eq!(ended.status.code(), Some(0), "{}", ended.err);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Talk {
    /// The same with another header.
    pub(super) fn with(&self, name: &'static str, value: &str) -> Self {
        let mut talk = self.clone();
        talk.headers.insert(HeaderName::from_static(name), value.parse().unwrap());
        talk
    }

    /// The same without a header.
    pub(super) fn without(&self, name: &'static str) -> Self {
        let mut talk = self.clone();
        talk.headers.remove(name);
        talk
    }

    pub(super) fn in_workspace(&self, id: &str) -> Self {
        self.with("x-workspace-id", id)
    }

    pub(super) fn with_key(&self, secret: &str) -> Self {
        self.with("authorization", &format!("Bearer {secret}"))
    }

    /// Asks; an error is a connection that broke before the reply was whole.
    pub(super) async fn try_ask(
        &self,
        method: Method,
        path: &str,
        body: impl Into<reqwest::Body>,
    ) -> reqwest::Result<Reply> {
        let url = format!("http://{}{path}", self.address);
        let request = self.client.request(method, url).headers(self.headers.clone()).body(body);
        let response = request.send().await?;
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = response.bytes().await?;
        let body = serde_json::from_slice(&bytes).unwrap_or_default();
        Ok(Reply { status, headers, body })
    }

    pub(super) async fn ask(&self, method: Method, path: &str, body: &Value) -> Reply {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.try_ask(method, path, body).await.unwrap()
    }

    /// Posts something, for an answer that may go on.
    pub(super) async fn open(&self, path: &str, body: &Value) -> reqwest::Response {
        let url = format!("http://{}{path}", self.address);
        let request = self.client.post(url).headers(self.headers.clone()).body(body.to_string());
        request.send().await.unwrap()
    }

    /// Listens to a place that goes on.
    pub(super) async fn listen(&self, path: &str) -> reqwest::Response {
        let url = format!("http://{}{path}", self.address);
        self.client.get(url).headers(self.headers.clone()).send().await.unwrap()
    }

    /// What a place says, as it stands.
    pub(super) async fn text(&self, url: &str) -> String {
        let request = self.client.get(url).headers(self.headers.clone());
        request.send().await.unwrap().text().await.unwrap()
    }

    pub(super) async fn get(&self, path: &str) -> Reply {
        self.ask(Method::GET, path, &Value::Null).await
    }

    pub(super) async fn post(&self, path: &str, body: &Value) -> Reply {
        self.ask(Method::POST, path, body).await
    }

    pub(super) async fn put(&self, path: &str, body: &Value) -> Reply {
        self.ask(Method::PUT, path, body).await
    }

    pub(super) async fn patch(&self, path: &str, body: &Value) -> Reply {
        self.ask(Method::PATCH, path, body).await
    }

    pub(super) async fn delete(&self, path: &str) -> Reply {
        self.ask(Method::DELETE, path, &Value::Null).await
    }

    /// Calls a tool: its outcome.
    pub(super) async fn call(&self, tool: &str, body: &Value) -> Value {
        self.post(&format!("/api/tools/{tool}/call"), body).await.expect(200)
    }

    /// Makes a tool that answers with its arguments.
    pub(super) async fn create_tool(&self, id: &str, side_effects: &str) {
        let tool = json!({
            "id": id, "handler_key": "echo", "description": "Answers with its arguments.",
            "parameters_schema": { "type": "object", "additionalProperties": true },
            "side_effects": side_effects,
        });
        self.post("/api/tools", &tool).await.expect(201);
    }

    pub(super) async fn create_agent(&self, id: &str) {
        self.post("/api/agents", &json!({ "id": id, "name": id })).await.expect(201);
    }

    /// The ids of the tools that an agent has.
    pub(super) async fn tools_of(&self, agent: &str) -> Vec<String> {
        let listed = self.get(&format!("/api/agents/{agent}/tools")).await.expect(200);
        let tools = listed["tools"].as_array().unwrap().iter();
        tools.map(|tool| tool["id"].as_str().unwrap().to_owned()).collect()
    }

    /// Every call on record, page by page.
    pub(super) async fn all_calls(&self) -> Vec<Value> {
        let (mut all, mut path) = (Vec::new(), "/api/calls?limit=200".to_owned());
        loop {
            let mut page = self.get(&path).await.expect(200);
            all.append(page["calls"].as_array_mut().unwrap());
            let Some(cursor) = page["next_cursor"].as_str() else { return all };
            path = format!("/api/calls?limit=200&cursor={cursor}");
        }
    }
}

impl Reply {
    /// The body of a reply that must have this status.
    #[track_caller]
    pub(super) fn expect(self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.body);
        self.body
    }

    /// The code of an error that must have this status.
    #[track_caller]
    pub(super) fn error(&self, status: u16) -> &str {
        assert_eq!(self.status.as_u16(), status, "{}", self.body);
        let error = &self.body["error"];
        let names: Vec<&String> = error.as_object().unwrap().keys().collect();
        assert_eq!(names, ["code", "message", "details", "request_id"]);
        assert_eq!(error["request_id"], self.headers["x-request-id"].to_str().unwrap());
        error["code"].as_str().unwrap()
    }
}

fn read_all(mut stream: impl Read + Send + 'static) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut said = String::new();
        stream.read_to_string(&mut said).unwrap();
        said
    })
}

/// A client for plain HTTP, which no setting of the environment leads astray.
fn client() -> Client {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(RootCertStore::empty())
        .with_no_client_auth();
    Client::builder().no_proxy().tls_backend_preconfigured(tls).build().unwrap()
}
