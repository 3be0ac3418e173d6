//! What it costs to stand between a model and its user.
//!
//! A replay of a vendor streams the same answer to many at once; each token
//! says when it was sent. The peer is a client that reads the vendor's stream
//! itself; assembling stands beside parsing the same events as plain JSON.

use std::convert::Infallible;
use std::hint::black_box;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::response::Response;
use axum::routing::post;
use futures_util::stream;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use toolcrib_agents::assemble::Assembler;
use toolcrib_agents::sse::SseReader;
use toolcrib_agents::wire::Wire;
use toolcrib_server::config::Config;
use toolcrib_server::crib::Crib;
use toolcrib_server::rest::{self, RestSettings};
use toolcrib_server::shipped;
use toolcrib_server::stock::Stock;
use toolcrib_store::{Location, NewAgent, Store};

use super::http::serve;
use super::python::resident_kib;
use super::{best, line};

/// Conversations at once.
const SESSIONS: usize = 200;

/// Tokens of an answer.
const TOKENS: usize = 100;

/// Between two tokens of one answer: a quick model.
const PAUSE: Duration = Duration::from_millis(20);

/// Events of the stream that is assembled.
const DELTAS: usize = 10_000;

pub(super) fn run() -> Result<()> {
    assembling();
    let tokio = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    tokio.block_on(streaming())
}

fn chunk(content: &str) -> String {
    json!({ "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "replay",
        "choices": [{ "index": 0, "delta": { "content": content }, "finish_reason": null }] })
    .to_string()
}

fn assembling() {
    let mut stream = String::new();
    for number in 0..DELTAS {
        let event = match number % 4 {
            3 => json!({ "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1,
                "model": "replay", "choices": [{ "index": 0, "delta": { "tool_calls": [{ "index": 0,
                "function": { "arguments": "\"x\"" } }] }, "finish_reason": null }] })
            .to_string(),
            _ => chunk(" word"),
        };
        stream.push_str(&format!("data: {event}\n\n"));
    }
    // As it comes from a socket.
    let pieces: Vec<&[u8]> = stream.as_bytes().chunks(1_400).collect();
    let each = |start: Instant| start.elapsed().as_secs_f64() * 1e9 / DELTAS as f64;
    let ours = best(|| {
        let (mut sse, mut assembler) = (SseReader::default(), Assembler::new(Wire::OpenAi));
        let start = Instant::now();
        for piece in &pieces {
            let read = sse.read(piece, |data| Wire::OpenAi.read(data, &mut assembler));
            read.expect("no event is too large");
            black_box(assembler.deltas().count());
        }
        each(start)
    });
    let plain = best(|| {
        let mut sse = SseReader::default();
        let start = Instant::now();
        for piece in &pieces {
            let read = sse.read(piece, |data| {
                black_box(serde_json::from_str::<Value>(data).expect("it is JSON"));
            });
            read.expect("no event is too large");
        }
        each(start)
    });
    line("assembling, a delta", format!("{ours:.0} ns"));
    line("  parsing it as plain JSON alone", format!("{plain:.0} ns"));
    line("  plain JSON / Toolcrib", format!("{:.1} times", plain / ours));
}

async fn streaming() -> Result<()> {
    let began = Instant::now();
    let vendor =
        serve(Router::new().route("/chat/completions", post(move || replay(began)))).await?;
    let folder = tempfile::tempdir()?;
    let config = folder.path().join("toolcrib.toml");
    let text = format!(
        "[models.default]\nprovider = \"openai\"\nmodel = \"replay\"\nbase_url = \"http://{vendor}\"\n"
    );
    std::fs::write(&config, text)?;
    let store = Store::open(&Location::Sqlite(folder.path().join("toolcrib.db"))).await?;
    let agent = NewAgent {
        id: "host".to_owned(),
        name: "Host".to_owned(),
        enabled: true,
        is_primary: true,
        ..NewAgent::default()
    };
    store.create_agent("default", agent, &[]).await?;
    let config = Config::read(Some(&config))?;
    let crib = Crib::open(Stock::only(shipped::registry()), &[], &config, store).await?;
    let ours = serve(rest::router(crib, RestSettings::default())).await?;
    let mut sessions = Vec::new();
    for _ in 0..SESSIONS {
        let made = ask(ours, "/api/playground/sessions", "{}").await?;
        let id = made["id"].as_str().context("a session has an id")?;
        sessions.push(format!("/api/playground/sessions/{id}/chat"));
    }
    let direct: Vec<String> = vec!["/chat/completions".to_owned(); SESSIONS];
    // Once before, so that every connection and page is there.
    listen_all(vendor, &direct, began).await?;
    let mut rounds = Vec::new();
    for _ in 0..3 {
        let (alone, before) = listen_all(vendor, &direct, began).await?;
        let (through, after) = listen_all(ours, &sessions, began).await?;
        rounds.push((alone, through, after.saturating_sub(before)));
    }
    rounds.sort_by(|one, two| one.1[1].total_cmp(&two.1[1]));
    let Some((alone, through, kib)) = rounds.first() else { return Ok(()) };
    let rate = (SESSIONS as f64 / PAUSE.as_secs_f64()).round();
    line(&format!("{SESSIONS} sessions at once"), format!("{rate} tokens/s"));
    for (at, name) in [(0, "median"), (1, "95th of a hundred")] {
        line(&format!("a token, from the vendor itself: {name}"), format!("{:.2} ms", alone[at]));
        line(&format!("  through the server: {name}"), format!("{:.2} ms", through[at]));
        line("  added", format!("{:.2} ms", through[at] - alone[at]));
    }
    line("memory of a session that streams", format!("{} KiB", *kib as usize / SESSIONS));
    Ok(())
}

/// Streams an answer; each token is the time at which it is sent.
async fn replay(began: Instant) -> Response {
    let tokens = stream::unfold(0, move |number| async move {
        if number > TOKENS {
            return None;
        }
        tokio::time::sleep(PAUSE).await;
        let text = match number {
            TOKENS => {
                let end = json!({ "choices": [{ "delta": {}, "finish_reason": "stop" }] });
                format!("data: {end}\n\ndata: [DONE]\n\n")
            }
            _ => format!("data: {}\n\n", chunk(&format!("@{} ", began.elapsed().as_micros()))),
        };
        Some((Ok::<_, Infallible>(Bytes::from(text)), number + 1))
    });
    let mut response = Response::new(Body::from_stream(tokens));
    let kind = axum::http::HeaderValue::from_static("text/event-stream");
    response.headers_mut().insert("content-type", kind);
    response
}

/// Listens to as many answers as there are paths: the delays of their tokens in
/// milliseconds, median and 95th of a hundred, and the memory of the process
/// half way.
async fn listen_all(
    address: SocketAddr,
    paths: &[String],
    began: Instant,
) -> Result<([f64; 2], u64)> {
    let all = paths.iter().map(|path| listen(address, path, began));
    let half = async {
        tokio::time::sleep(PAUSE * (TOKENS as u32 / 2)).await;
        Ok(resident_kib(std::process::id()))
    };
    let (delays, kib) =
        futures_util::future::try_join(futures_util::future::try_join_all(all), half).await?;
    let mut delays: Vec<f64> = delays.into_iter().flatten().collect();
    ensure!(delays.len() == TOKENS * paths.len(), "only {} tokens came", delays.len());
    delays.sort_by(f64::total_cmp);
    Ok(([delays[delays.len() / 2], delays[delays.len() * 95 / 100]], kib))
}

async fn listen(address: SocketAddr, path: &str, began: Instant) -> Result<Vec<f64>> {
    let mut lines = post_to(address, path, r#"{"message":"go"}"#).await?;
    let (mut delays, mut line) = (Vec::with_capacity(TOKENS), String::new());
    while lines.read_line(&mut line).await? > 0 {
        if let Some((_, rest)) = line.split_once("\"@") {
            let sent: u128 = rest.split(' ').next().unwrap_or_default().parse()?;
            delays.push(began.elapsed().as_micros().saturating_sub(sent) as f64 / 1e3);
        }
        if line.starts_with("0\r") {
            break;
        }
        line.clear();
    }
    Ok(delays)
}

async fn ask(address: SocketAddr, path: &str, body: &str) -> Result<Value> {
    let mut lines = post_to(address, path, body).await?;
    let mut line = String::new();
    while lines.read_line(&mut line).await? > 0 {
        if line.starts_with('{') {
            break;
        }
        line.clear();
    }
    let end = line.rfind('}').context("the answer is an object")?;
    Ok(serde_json::from_str(&line[..=end])?)
}

async fn post_to(address: SocketAddr, path: &str, body: &str) -> Result<BufReader<TcpStream>> {
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\nx-workspace-id: default\r\n\
         connection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    Ok(BufReader::new(stream))
}
