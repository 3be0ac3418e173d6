//! Who is let in, and to what.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use super::bed::Bed;
use super::manners::check_headers;
use super::server::{Server, Talk};
use super::wire;

/// Every route that wants a workspace, and the scope it needs.
const ROUTES: &[(&str, &str, &str)] = &[
    ("get", "/api/tools", "read"),
    ("post", "/api/tools", "manage"),
    ("get", "/api/tools/{id}", "read"),
    ("put", "/api/tools/{id}", "manage"),
    ("delete", "/api/tools/{id}", "manage"),
    ("get", "/api/tools/{id}/schema", "read"),
    ("get", "/api/tools/{id}/versions", "read"),
    ("get", "/api/tools/{id}/diff", "read"),
    ("post", "/api/tools/{id}/rollback", "manage"),
    ("post", "/api/tools/{id}/call", "call"),
    ("get", "/api/approvals", "read"),
    ("get", "/api/approvals/{id}", "read"),
    ("post", "/api/approvals/{id}/approve", "approve"),
    ("post", "/api/approvals/{id}/deny", "approve"),
    ("get", "/api/me", "read"),
    ("get", "/api/sources", "read"),
    ("post", "/api/sources", "manage"),
    ("delete", "/api/sources/{id}", "manage"),
    ("post", "/api/sources/{id}/tools/{tool_id}/approve", "manage"),
    ("get", "/api/keys", "manage"),
    ("post", "/api/keys", "manage"),
    ("delete", "/api/keys/{id}", "manage"),
    ("get", "/api/calls/export", "read"),
    ("get", "/api/analytics", "read"),
    ("get", "/api/metrics", "read"),
    ("get", "/api/agents", "read"),
    ("post", "/api/agents", "manage"),
    ("get", "/api/agents/{id}", "read"),
    ("patch", "/api/agents/{id}", "manage"),
    ("delete", "/api/agents/{id}", "manage"),
    ("get", "/api/agents/{id}/tools", "read"),
    ("post", "/api/agents/{id}/tools", "manage"),
    ("patch", "/api/agents/{id}/tools/{tool_id}", "manage"),
    ("delete", "/api/agents/{id}/tools/{tool_id}", "manage"),
    ("get", "/api/documents", "read"),
    ("post", "/api/documents", "manage"),
    ("get", "/api/documents/{id}", "read"),
    ("delete", "/api/documents/{id}", "manage"),
    ("get", "/api/calls", "read"),
    ("get", "/api/calls/{id}", "read"),
    ("post", "/api/playground/sessions", "call"),
    ("get", "/api/playground/sessions", "read"),
    ("get", "/api/playground/sessions/{id}", "read"),
    ("patch", "/api/playground/sessions/{id}", "call"),
    ("get", "/api/playground/sessions/{id}/messages", "read"),
    ("post", "/api/playground/sessions/{id}/turns", "call"),
    ("post", "/api/playground/sessions/{id}/cancel", "call"),
    ("post", "/api/playground/sessions/{id}/chat", "call"),
    ("get", "/api/playground/sessions/{id}/ws", "call"),
];

const OPEN_ROUTES: [&str; 4] = ["/healthz", "/readyz", "/openapi.json", "/docs/"];

fn routes() -> impl Iterator<Item = (Method, &'static str, &'static str)> {
    let read = |&(method, path, scope): &(&str, _, _)| {
        (method.to_uppercase().parse().unwrap(), path, scope)
    };
    ROUTES.iter().map(read)
}

/// Asks a route for something that is not there.
async fn knock(talk: &Talk, method: Method, path: &str) -> super::server::Reply {
    let path = path.replace("{id}", "nothing").replace("{tool_id}", "nothing");
    talk.ask(method, &path, &json!({})).await
}

/// Asks every route without the right to.
async fn is_refused_everywhere(talk: &Talk, status: u16, code: &str) {
    for (method, path, _) in routes() {
        let reply = knock(talk, method.clone(), path).await;
        assert_eq!(reply.error(status), code, "{method} {path}");
        let wanted = reply.headers.get("www-authenticate").map(|value| value.to_str().unwrap());
        assert_eq!(wanted, (status == 401).then_some("Bearer"), "{method} {path}");
        check_headers(&format!("{method} {path}"), &reply.headers);
    }
}

fn does_not_start(bed: &Bed, typed: &[&str]) -> String {
    let output = bed.run(typed);
    assert_eq!(output.status.code(), Some(2), "{typed:?}");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "");
    String::from_utf8(output.stderr).unwrap()
}

#[tokio::test]
async fn an_address_for_everybody_wants_keys() {
    let bed = Bed::sqlite();
    let typed = ["serve", "--listen", "0.0.0.0:0"];
    let said = does_not_start(&bed, &typed);
    let (start, end) =
        said.split_once(" can be reached from elsewhere, so keys are required, ").unwrap();
    assert!(start.starts_with("error: 0.0.0.0:"), "{said}");
    let help = "and no key lets anybody in; make one with `toolcrib keys create --database \
                data/toolcrib.db --workspace default --scope read,call,manage,approve`\n";
    assert_eq!(end, help);
    // One that was revoked is none.
    let key = bed.create_key("default", "read");
    bed.revoke_key("default", &key);
    does_not_start(&bed, &typed);

    let key = bed.create_key("default", "read");
    let server = Server::start(bed.command(&typed)).await;
    is_refused_everywhere(&server.talk(), 401, "UNAUTHORIZED").await;
    server.talk().with_key(&key.secret).get("/api/tools").await.expect(200);
    for path in OPEN_ROUTES {
        assert_eq!(server.talk().without("x-workspace-id").get(path).await.status, 200, "{path}");
    }
}

#[tokio::test]
async fn keys_can_be_wanted_on_a_loopback_address() {
    let bed = Bed::sqlite();
    let said = does_not_start(&bed, &["serve", "--listen", "127.0.0.1:0", "--require-keys"]);
    assert!(said.starts_with("error: keys are required, and no key lets anybody in; "), "{said}");
    std::fs::write(bed.path().join("toolcrib.toml"), "[server]\nrequire_keys = true\n").unwrap();
    let said = does_not_start(&bed, &["serve", "--listen", "127.0.0.1:0"]);
    assert!(said.starts_with("error: keys are required, and no key lets anybody in; "), "{said}");
    let key = bed.create_key("default", "read");
    let server = bed.serve(&[]).await;
    let talk = server.talk();
    is_refused_everywhere(&talk, 401, "UNAUTHORIZED").await;
    let wrong = [
        ("authorization", format!("Bearer {}x", key.secret)),
        ("authorization", "Bearer ".to_owned()),
        ("authorization", "Bearer".to_owned()),
        ("authorization", format!("Basic {}", key.secret)),
        ("authorization", key.secret.clone()),
        ("authorization", format!("Bearer {}", key.id)),
        ("x-api-key", key.secret.to_uppercase()),
        ("x-api-key", String::new()),
    ];
    for (name, value) in wrong {
        let reply = talk.with(name, &value).get("/api/tools").await;
        assert_eq!(reply.error(401), "UNAUTHORIZED", "{name}: {value}");
    }
    for (name, value) in [
        ("authorization", format!("Bearer {}", key.secret)),
        ("authorization", format!("bearer {}", key.secret)),
        ("x-api-key", key.secret.clone()),
    ] {
        talk.with(name, &value).get("/api/tools").await.expect(200);
    }
}

#[tokio::test]
async fn counters_over_all_workspaces_want_a_scope_of_their_own() {
    let bed = Bed::sqlite();
    let (reader, watcher) =
        (bed.create_key("default", "read,call,manage,approve"), bed.create_key("w", "metrics"));
    let server = bed.serve(&["--require-keys"]).await;
    let talk = server.talk().without("x-workspace-id");
    assert_eq!(talk.get("/metrics").await.error(401), "UNAUTHORIZED");
    assert_eq!(talk.with_key(&reader.secret).get("/metrics").await.error(403), "FORBIDDEN");
    assert_eq!(talk.with_key(&watcher.secret).get("/metrics").await.status, 200);
    let tools = talk.with_key(&watcher.secret).in_workspace("w").get("/api/tools").await;
    assert_eq!(tools.error(403), "FORBIDDEN");
}

#[tokio::test]
async fn a_scope_allows_what_it_says_and_nothing_else() {
    let bed = Bed::sqlite();
    let keys = ["read", "call", "manage", "approve"]
        .map(|scope| (scope, bed.create_key("default", scope)));
    let server = bed.serve(&["--require-keys"]).await;
    let document = server.talk().get("/openapi.json").await.expect(200);
    let in_document =
        document["paths"].as_object().unwrap().iter().flat_map(|(path, operations)| {
            let operations = operations.as_object().unwrap().keys();
            operations.map(move |method| (method.to_uppercase(), path.clone()))
        });
    let in_document: BTreeSet<_> =
        in_document.filter(|(_, path)| path.starts_with("/api/")).collect();
    let known = routes().map(|(method, path, _)| (method.to_string(), path.to_owned()));
    assert_eq!(in_document, known.collect(), "the table above names every route");
    for (scope, key) in &keys {
        let talk = server.talk().with_key(&key.secret);
        for (method, path, needed) in routes() {
            let reply = knock(&talk, method.clone(), path).await;
            if needed == *scope {
                let status = reply.status.as_u16();
                assert!([200, 201, 400, 404].contains(&status), "{method} {path}: {status}");
            } else {
                assert_eq!(reply.error(403), "FORBIDDEN", "{method} {path} with {scope}");
                let words = format!("This key may not do that; it lacks the scope `{needed}`.");
                assert_eq!(reply.body["error"]["message"], words, "{method} {path}");
            }
        }
    }
}

#[tokio::test]
async fn a_key_opens_its_own_workspace_alone() {
    let bed = Bed::sqlite();
    let key = bed.create_key("mine", "read,call,manage");
    let other = bed.create_key("other", "read,call,manage");
    // Also where nobody needs one: a key that is shown is checked.
    for typed in [&["--require-keys"][..], &[]] {
        let server = bed.serve(typed).await;
        let mine = server.talk().with_key(&key.secret).in_workspace("mine");
        mine.get("/api/tools").await.expect(200);
        for elsewhere in ["other", "default", "Mine", "min", "mine."] {
            is_refused_everywhere(&mine.in_workspace(elsewhere), 403, "FORBIDDEN").await;
        }
        let wrong = server.talk().with_key("tck_wrong");
        is_refused_everywhere(&wrong, 401, "UNAUTHORIZED").await;
    }
    let server = bed.serve(&["--require-keys"]).await;
    let mine = server.talk().with_key(&key.secret).in_workspace("mine");
    let other = server.talk().with_key(&other.secret).in_workspace("other");
    mine.create_tool("private", "none").await;
    mine.create_agent("scout").await;
    let outcome = mine.call("private", &json!({ "agent_id": Value::Null })).await;
    let id = outcome["meta"]["callId"].as_str().unwrap();
    let session = mine.post("/api/playground/sessions", &json!({})).await.expect(201);
    let session = session["id"].as_str().unwrap();
    assert_eq!(mine.get(&format!("/api/calls/{id}")).await.expect(200)["key_id"], *key.id);
    for path in [
        "/api/tools/private",
        "/api/tools/private/versions",
        "/api/agents/scout",
        "/api/agents/scout/tools",
        &format!("/api/calls/{id}"),
        &format!("/api/playground/sessions/{session}"),
    ] {
        mine.get(path).await.expect(200);
        assert_eq!(other.get(path).await.error(404), "NOT_FOUND", "{path}");
    }
    let reply = other.post("/api/tools/private/call", &json!({})).await;
    assert_eq!(reply.error(404), "NOT_FOUND");
    for body in [json!({ "agent_id": "scout" }), json!({ "session_id": session })] {
        assert_eq!(other.post("/api/tools/echo/call", &body).await.error(404), "NOT_FOUND");
    }
    assert_eq!(other.all_calls().await, Vec::<Value>::new());
}

#[tokio::test]
async fn a_workspace_must_be_named_and_be_a_name() {
    let bed = Bed::sqlite();
    let server = bed.serve(&[]).await;
    let talk = server.talk();
    for (method, path, _) in routes() {
        let reply = knock(&talk.without("x-workspace-id"), method.clone(), path).await;
        assert_eq!(reply.error(400), "VALIDATION_ERROR", "{method} {path}");
        assert_eq!(reply.body["error"]["message"], "Missing X-Workspace-Id header");
    }
    for wrong in ["", "-a", "a b", "a/b", "a'b", &"a".repeat(65)] {
        let reply = talk.in_workspace(wrong).get("/api/tools").await;
        assert_eq!(reply.error(400), "VALIDATION_ERROR", "{wrong:?}");
    }
}

/// Against pages that make a name of theirs point here.
#[tokio::test]
async fn without_keys_only_names_of_its_own_are_answered() {
    let bed = Bed::sqlite();
    std::fs::write(bed.path().join("toolcrib.toml"), "[server]\nhosts = [\"crib.test\"]\n")
        .unwrap();
    let key = bed.create_key("default", "read");
    let (open, closed) = (bed.serve(&[]).await, bed.serve(&["--require-keys"]).await);
    let ask = async |server: &Server, host: &str| {
        let request = format!(
            "GET /api/tools?limit=1 HTTP/1.1\r\n{host}X-Workspace-Id: default\r\n\
             X-Api-Key: {}\r\nConnection: close\r\n\r\n",
            key.secret
        );
        wire::exchange(server.address, request).await
    };
    for name in [
        "localhost",
        "LOCALHOST",
        "localhost:7420",
        "127.0.0.1",
        "127.0.0.1:80",
        "127.1.2.3",
        "[::1]",
        "[::1]:7420",
        "crib.test",
        "Crib.Test:7420",
    ] {
        let response = ask(&open, &format!("Host: {name}\r\n")).await;
        assert_eq!(wire::status(&response), 200, "{name}");
    }
    for name in [
        "evil.example",
        "evil.example:7420",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "evil-localhost",
        "192.168.0.1",
        "10.0.0.1:7420",
        "[::2]",
        "0.0.0.0",
        "crib.test.evil",
        "",
    ] {
        let response = ask(&open, &format!("Host: {name}\r\n")).await;
        assert_eq!(wire::status(&response), 403, "{name}");
        assert!(response.contains("\"code\":\"FORBIDDEN\""), "{response}");
        assert!(response.contains("\r\nx-frame-options: DENY\r\n"), "{response}");
        // Whoever has a key is no page of another site.
        assert_eq!(wire::status(&ask(&closed, &format!("Host: {name}\r\n")).await), 200, "{name}");
    }
    for path in OPEN_ROUTES {
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
        assert_eq!(wire::status(&wire::exchange(open.address, request).await), 403, "{path}");
    }
}
