//! A server that takes down what it is sent, word for word.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// Answers one request on each connection.
pub(crate) struct Server {
    pub(crate) port: u16,
    seen: Arc<Mutex<Vec<String>>>,
    task: JoinHandle<()>,
}

impl Server {
    /// Answers each request with the bytes that are made for it.
    pub(crate) async fn start(answer: impl Fn(&str) -> Vec<u8> + Send + 'static) -> Self {
        let (listener, port) = listen().await;
        let seen = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&seen);
        let task = tokio::spawn(async move {
            loop {
                let (mut stream, _) = listener.accept().await.unwrap();
                let request = read_request(&mut stream).await;
                let bytes = answer(&request);
                log.lock().unwrap().push(request);
                // A client that has read enough may be gone.
                stream.write_all(&bytes).await.ok();
                stream.shutdown().await.ok();
            }
        });
        Self { port, seen, task }
    }

    /// Answers everything in the same way.
    pub(crate) async fn saying(text: &'static str) -> Self {
        Self::start(move |_| ok(text)).await
    }

    pub(crate) fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.host())
    }

    /// What it was sent, a request after the other.
    pub(crate) fn seen(&self) -> Vec<String> {
        self.seen.lock().unwrap().clone()
    }

    /// The first lines of what it was sent.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.seen().iter().map(|request| request.lines().next().unwrap().to_owned()).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

pub(crate) async fn listen() -> (TcpListener, u16) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    (listener, port)
}

/// A request, head and body.
pub(crate) async fn read_request(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    while !is_whole(&bytes) {
        if stream.read_buf(&mut bytes).await.unwrap() == 0 {
            break;
        }
    }
    String::from_utf8(bytes).unwrap()
}

fn is_whole(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let Some((head, body)) = text.split_once("\r\n\r\n") else {
        return false;
    };
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    body.len() >= length.map_or(0, |length| length.parse().unwrap())
}

/// An answer with a body.
pub(crate) fn ok(text: &str) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{text}", text.len())
        .into_bytes()
}

/// An answer that leads elsewhere.
pub(crate) fn moved(status: u16, location: &str) -> Vec<u8> {
    let head = format!("HTTP/1.1 {status} Moved\r\nconnection: close\r\ncontent-length: 0\r\n");
    format!("{head}location: {location}\r\n\r\n").into_bytes()
}
