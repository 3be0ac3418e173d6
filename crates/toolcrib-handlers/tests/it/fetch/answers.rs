//! How much of an answer is read, and what becomes of one that nobody awaits.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use toolcrib_handlers::fetch::FetchSettings;

use super::server::{Server, listen, read_request};
use super::tool::{Tool, ended, get, list};

const BODY_BYTES_MAX: usize = 1000;

fn bounded(host: &str) -> Tool {
    let private_hosts = list(&[host]);
    let settings =
        FetchSettings { private_hosts, body_bytes_max: BODY_BYTES_MAX, ..FetchSettings::default() };
    Tool::set(&[host], settings)
}

fn too_large() -> Result<String, String> {
    Err("the answer is larger than 1000 bytes; ask for less, for instance one page at a time"
        .to_owned())
}

fn zipped(bytes: usize) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&vec![b'a'; bytes]).unwrap();
    encoder.finish().unwrap()
}

fn with_head(head: &str, body: &[u8]) -> Vec<u8> {
    [format!("HTTP/1.1 200 OK\r\nconnection: close\r\n{head}\r\n").as_bytes(), body].concat()
}

/// Sends the beginning of an answer, and returns when the client has left.
async fn begin(answer: Vec<u8>) -> (String, impl Future<Output = ()>) {
    let (listener, port) = listen().await;
    let left = async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        read_request(&mut stream).await;
        stream.write_all(&answer).await.ok();
        wait_for_end(&mut stream).await;
    };
    (format!("127.0.0.1:{port}"), left)
}

async fn wait_for_end(stream: &mut TcpStream) {
    let mut rest = Vec::new();
    // The client may close in order or, with bytes unread, at once.
    stream.read_to_end(&mut rest).await.ok();
    assert_eq!(rest, b"");
}

#[tokio::test]
async fn a_body_of_just_the_right_size_is_read() {
    let body = "a".repeat(BODY_BYTES_MAX);
    for answer in [
        with_head("content-length: 1000\r\n", body.as_bytes()),
        with_head("", body.as_bytes()),
        with_head(
            "transfer-encoding: chunked\r\n",
            format!("3e8\r\n{body}\r\n0\r\n\r\n").as_bytes(),
        ),
        with_head("content-encoding: gzip\r\n", &zipped(BODY_BYTES_MAX)),
    ] {
        let server = Server::start(move |_| answer.clone()).await;
        assert_eq!(bounded(&server.host()).get(&server.url("/")).await, Ok(body.clone()));
    }
    assert_eq!(FetchSettings::default().body_bytes_max, 4 << 20);
}

/// None of these answers ever ends: that they are too large is seen before.
#[tokio::test]
async fn a_body_that_is_too_large_is_dropped_at_once() {
    let body = "a".repeat(BODY_BYTES_MAX + 1);
    let bomb = zipped(10 << 20);
    assert!(bomb.len() < 16 << 10);
    for answer in [
        with_head("content-length: 1001\r\n", b""),
        with_head("content-length: 18446744073709551613\r\n", b""),
        with_head("", body.as_bytes()),
        with_head("transfer-encoding: chunked\r\n", format!("3e9\r\n{body}\r\n").as_bytes()),
        with_head("transfer-encoding: chunked\r\n", format!("fffffff\r\n{body}").as_bytes()),
        with_head("content-encoding: gzip\r\n", &bomb),
        with_head(
            &format!("content-encoding: gzip\r\ncontent-length: {}\r\n", bomb.len() + 1),
            &bomb,
        ),
    ] {
        let (host, left) = begin(answer).await;
        let tool = bounded(&host);
        let url = format!("http://{host}/");
        let (outcome, ()) = ended(async { tokio::join!(tool.get(&url), left) }).await;
        assert_eq!(outcome, too_large());
    }
}

#[tokio::test]
async fn an_unpacked_answer_says_nothing_of_its_packing() {
    let answer = with_head("content-encoding: gzip\r\nx: é\r\n", &zipped(3));
    let server = Server::start(move |_| answer.clone()).await;
    let answer = bounded(&server.host()).send(get(&server.url("/"))).await.unwrap();
    let expected = [("connection", "close"), ("x", "é")];
    assert_eq!(answer.headers, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    assert_eq!(answer.body, b"aaa");
}

#[tokio::test]
async fn an_answer_that_breaks_off_is_no_answer() {
    for (answer, why) in [
        (b"".to_vec(), "the connection broke before it answered"),
        (b"HTTP/1.1 200".to_vec(), "the connection broke before it answered"),
        (b"SSH-2.0\r\n".to_vec(), "the connection broke before it answered"),
        (with_head("content-length: 9\r\n", b"a"), "its answer broke off or could not be unpacked"),
        (
            with_head("content-encoding: gzip\r\n", b"plain"),
            "its answer broke off or could not be unpacked",
        ),
    ] {
        let server = Server::start(move |_| answer.clone()).await;
        let host = server.host();
        let told = format!("the host `{host}` could not be reached: {why}");
        assert_eq!(bounded(&host).get(&server.url("/")).await, Err(told));
    }
}

#[tokio::test]
async fn a_dropped_request_ends() {
    for beginning in [b"".to_vec(), with_head("content-length: 9\r\n", b"a")] {
        let (listener, port) = listen().await;
        let host = format!("127.0.0.1:{port}");
        let tool = bounded(&host);
        let url = format!("http://{host}/");
        let mut request = Box::pin(tool.get(&url));
        let arrived = async {
            let (mut stream, _) = listener.accept().await.unwrap();
            read_request(&mut stream).await;
            stream.write_all(&beginning).await.unwrap();
            stream
        };
        let mut stream = tokio::select! {
            outcome = &mut request => panic!("{outcome:?}"),
            stream = arrived => stream,
        };
        drop(request);
        ended(wait_for_end(&mut stream)).await;
    }
}
