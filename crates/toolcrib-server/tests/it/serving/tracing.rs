//! One trace, from the request through agents to what a tool fetches.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use opentelemetry_proto::tonic::trace::v1::Span;
use serde_json::json;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpListener;

use super::bed::Bed;
use super::talking::session;
use super::until;

#[path = "../../../../toolcrib-telemetry/tests/it/collector.rs"]
#[expect(dead_code, reason = "other tests need more of it")]
mod collector;

use collector::{Collector, hex};

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";

/// A service that remembers the heads of its requests.
async fn service() -> (std::net::SocketAddr, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let heads: Arc<Mutex<Vec<String>>> = Arc::default();
    let kept = Arc::clone(&heads);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let mut stream = BufReader::new(stream);
            let mut head = String::new();
            while !head.ends_with("\r\n\r\n") {
                if stream.read_line(&mut head).await.unwrap() == 0 {
                    break;
                }
            }
            kept.lock().unwrap().push(head);
            let answer = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nhi";
            stream.write_all(answer.as_bytes()).await.unwrap();
        }
    });
    (address, heads)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_trace_leads_from_the_request_to_what_a_tool_fetches() {
    let bed = Bed::sqlite();
    let collector = Collector::start([]).await;
    let (address, heads) = service().await;
    let host = format!("127.0.0.1:{}", address.port());
    let body = format!(
        "const got = await fetch('http://{host}/'); \
                        return {{ ok: true, data: await got.text() }};"
    );
    bed.write_tool("fetcher", &json!({ "hosts": [host] }), &body);
    std::fs::create_dir(bed.path().join("agents")).unwrap();
    for agent in [
        json!({ "id": "host", "isPrimary": true, "tools": ["echo"] }),
        json!({ "id": "helper", "tools": ["fetcher"] }),
    ] {
        let name = format!("agents/{}.json", agent["id"].as_str().unwrap());
        std::fs::write(bed.path().join(name), agent.to_string()).unwrap();
    }
    let script = json!({ "turns": [
        { "agent": "host", "rounds": [
            { "calls": [{ "name": "helper", "arguments": { "message": "Go." } }] },
            { "text": "Done." } ] },
        { "agent": "helper", "rounds": [{ "calls": [{ "name": "fetcher" }] }, { "text": "{{outcome}}" }] },
    ] });
    std::fs::write(bed.path().join("script.json"), script.to_string()).unwrap();
    let config = format!(
        "[models.default]\nprovider = \"script\"\nscript = \"script.json\"\n\
         [fetch]\nprivate_hosts = [\"{host}\"]\n\
         [telemetry]\notlp_endpoint = \"{}\"\nservice_name = \"crib\"\n",
        collector.settings().endpoint
    );
    std::fs::write(bed.path().join("toolcrib.toml"), config).unwrap();
    let server = bed.serve(&["--tools", "tools"]).await;
    let talk = server.talk();
    let session = session(&talk).await;
    let path = format!("/api/playground/sessions/{session}/chat");
    let traced = talk
        .with("accept", "application/json")
        .with("traceparent", &format!("00-{TRACE}-b7ad6b7169203331-01"));
    let said = traced.post(&path, &json!({ "message": "Go." })).await.expect(200);
    assert_eq!(said["message"], "Done.", "{said}");
    server.stop().await;
    let (spans, _) = until("the spans are there", async || {
        let spans = collector.spans();
        (!spans.is_empty()).then_some(spans)
    })
    .await;
    let ours: Vec<&Span> = spans.iter().filter(|span| hex(&span.trace_id) == TRACE).collect();
    let by_id: BTreeMap<String, &Span> =
        ours.iter().map(|span| (hex(&span.span_id), *span)).collect();
    let path_to = |span: &Span| {
        let mut names = vec![span.name.clone()];
        let mut parent = hex(&span.parent_span_id);
        while let Some(span) = by_id.get(&parent) {
            names.push(span.name.clone());
            parent = hex(&span.parent_span_id);
        }
        names.reverse();
        // The trace began with whoever called.
        assert_eq!(parent, "b7ad6b7169203331", "{names:?}");
        names
    };
    let fetcher = ours.iter().find(|span| span.name == "execute_tool fetcher").unwrap();
    assert_eq!(
        path_to(fetcher),
        [
            "POST",
            "invoke_agent host",
            "execute_tool helper",
            "invoke_agent helper",
            "execute_tool fetcher"
        ]
    );
    assert_eq!(ours.iter().filter(|span| span.name == "chat").count(), 4);
    // What the tool fetched belongs to the same trace, and comes from its span.
    let heads = heads.lock().unwrap();
    let sent = collector::header(&heads[0], "traceparent").unwrap();
    assert_eq!(sent, format!("00-{TRACE}-{}-01", hex(&fetcher.span_id)));
}

#[tokio::test]
async fn a_collector_that_is_away_changes_nothing() {
    let bed = Bed::sqlite();
    let nobody = collector::nobody().await;
    let config = format!("[telemetry]\notlp_endpoint = \"http://{nobody}\"\n");
    std::fs::write(bed.path().join("toolcrib.toml"), config).unwrap();
    let server = bed.serve(&[]).await;
    let outcome = server.talk().call("echo", &json!({ "arguments": { "a": 1 } })).await;
    assert_eq!(outcome["data"]["a"], 1);
    server.stop().await;
    for (settings, why) in [
        ("otlp_endpoint = \"nonsense\"", "telemetry: the collector's address cannot be used"),
        (
            "otlp_endpoint = \"http://127.0.0.1:1\"\nheaders_env = { key = \"NOT_SET_HERE\" }",
            "telemetry.headers_env: the variable NOT_SET_HERE is not set",
        ),
    ] {
        std::fs::write(bed.path().join("toolcrib.toml"), format!("[telemetry]\n{settings}\n"))
            .unwrap();
        let refused = bed.run(&["serve", "--listen", "127.0.0.1:0"]);
        assert_eq!(refused.status.code(), Some(2));
        let said = String::from_utf8(refused.stderr).unwrap();
        assert!(said.contains(why), "{said}");
    }
}

#[tokio::test]
async fn a_log_has_the_ids_of_requests_and_calls() {
    let bed = Bed::sqlite();
    let mut command = bed.command(&["serve", "--listen", "127.0.0.1:0"]);
    command.env("TOOLCRIB_LOG", "info").env("TOOLCRIB_LOG_FORMAT", "json");
    let server = super::server::Server::start(command).await;
    let talk = server.talk().with("x-request-id", "req-42");
    let outcome = talk.call("echo", &json!({ "arguments": { "password": "p4ss" } })).await;
    let call_id = outcome["meta"]["callId"].as_str().unwrap();
    server.signal("TERM");
    let ended = server.ended().await;
    let lines =
        ended.err.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let line = lines.into_iter().find(|line| line["message"] == "a call ended");
    let line = line.unwrap_or_else(|| panic!("{}", ended.err));
    assert_eq!(
        (&line["call_id"], &line["tool_id"], &line["outcome"]),
        (&json!(call_id), &json!("echo"), &json!("OK"))
    );
    assert!(ended.err.contains("req-42"), "{}", ended.err);
    assert!(!ended.err.contains("p4ss"), "{}", ended.err);
    let mut command = bed.command(&["serve", "--listen", "127.0.0.1:0"]);
    let refused = command.env("TOOLCRIB_LOG_FORMAT", "xml").output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
}
