//! A vendor on a real socket that plays prepared replies, one for each request.
//!
//! It speaks HTTP/1.1 by hand, because what is tested is what happens when a
//! vendor does not behave. It remembers what it was asked.

mod reply;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::io::AsyncReadExt as _;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::{JoinHandle, JoinSet};

pub(crate) use reply::Reply;

/// A request, as it came.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    /// The first line.
    pub(crate) line: String,
    headers: Vec<(String, String)>,
    /// The body.
    pub(crate) body: Value,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

/// A vendor that plays prepared replies.
pub(crate) struct Replay {
    /// Where it is.
    pub(crate) url: String,
    shared: Arc<Shared>,
    serving: JoinHandle<()>,
}

struct Shared {
    replies: Mutex<VecDeque<Reply>>,
    requests: Mutex<Vec<Request>>,
    gone: Notify,
}

impl Replay {
    pub(crate) async fn new(replies: impl IntoIterator<Item = Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let shared = Arc::new(Shared {
            replies: Mutex::new(replies.into_iter().collect()),
            requests: Mutex::default(),
            gone: Notify::new(),
        });
        let serving = tokio::spawn(serve(listener, Arc::clone(&shared)));
        Self { url, shared, serving }
    }

    /// The requests until now.
    pub(crate) fn requests(&self) -> Vec<Request> {
        self.shared.requests.lock().unwrap().clone()
    }

    /// The bodies of the requests until now.
    pub(crate) fn bodies(&self) -> Vec<Value> {
        self.requests().into_iter().map(|request| request.body).collect()
    }

    /// Waits until the client has hung up on a reply that is held.
    pub(crate) async fn gone(&self) {
        self.shared.gone.notified().await;
    }
}

impl Drop for Replay {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    // They end with this task.
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        connections.spawn(connection(stream, Arc::clone(&shared)));
    }
}

async fn connection(mut stream: TcpStream, shared: Arc<Shared>) -> std::io::Result<()> {
    while let Some(request) = read_request(&mut stream).await? {
        shared.requests.lock().unwrap().push(request);
        let reply = shared.replies.lock().unwrap().pop_front();
        let reply = reply.unwrap_or_else(|| Reply::new(404, "nothing more is prepared"));
        if !reply.play(&mut stream, &shared.gone).await? {
            break;
        }
    }
    Ok(())
}

/// The next request; none when the client has hung up. Clients here do not
/// send a second one before they have the answer to the first.
async fn read_request(stream: &mut TcpStream) -> std::io::Result<Option<Request>> {
    let mut read = Vec::new();
    let head = loop {
        if let Some(end) = read.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        if stream.read_buf(&mut read).await? == 0 {
            return Ok(None);
        }
    };
    let text = String::from_utf8(read[..head].to_vec()).unwrap();
    let mut lines = text.split("\r\n");
    let line = lines.next().unwrap().to_owned();
    let headers = lines.map(|line| line.split_once(": ").unwrap());
    let headers: Vec<(String, String)> =
        headers.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let mut request = Request { line, headers, body: Value::Null };
    let length: usize = request.header("content-length").unwrap().parse().unwrap();
    let mut body = read.split_off(head + 4);
    while body.len() < length {
        if stream.read_buf(&mut body).await? == 0 {
            return Ok(None);
        }
    }
    request.body = serde_json::from_slice(&body).unwrap();
    Ok(Some(request))
}
