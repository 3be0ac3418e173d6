//! MCP over HTTP and over standard streams, spoken by hand.

mod client;
mod hostile;

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use serde_json::{Value, json};

use self::client::{Client, NEWEST, OLDER, Said};
use super::bed::Bed;
use super::until;

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}

fn names(list: &Value) -> Vec<&str> {
    list["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

fn prepare(bed: &Bed) {
    let parameters = json!({ "type": "object", "properties": { "amount": { "type": "integer" } },
        "required": ["amount"], "additionalProperties": false });
    let pay = json!({ "title": "Pay somebody", "sideEffects": "writes", "category": "action",
        "requiresConfirmation": true, "parameters": parameters });
    bed.write_tool("pay", &pay, "return { ok: true, data: { paid: args.amount } };");
    let add = json!({
        "sideEffects": "none",
        "parameters": { "type": "object", "required": ["a", "b"], "additionalProperties": false,
            "properties": { "a": { "type": "number" }, "b": { "type": "number" } } },
        "output": { "type": "object", "properties": { "sum": { "type": "number" } },
            "required": ["sum"] },
    });
    bed.write_tool("add", &add, "return { ok: true, data: { sum: args.a + args.b } };");
    bed.write_tool(
        "long",
        &json!({ "sideEffects": "none" }),
        "return { ok: true, data: 'x'.repeat(100000) };",
    );
    std::fs::create_dir(bed.path().join("agents")).unwrap();
    let agent = json!({ "id": "clerk", "tools": ["add"] });
    std::fs::write(bed.path().join("agents/clerk.json"), agent.to_string()).unwrap();
}

const TOOLS: [&str; 2] = ["--tools", "tools"];

#[tokio::test]
async fn the_newest_revision_needs_no_session() {
    let bed = Bed::sqlite();
    prepare(&bed);
    let server = bed.serve(&TOOLS).await;
    let client = Client::new(&server.talk(), "/mcp");
    let found = client.ask("server/discover", json!({})).await;
    assert_eq!(found["supportedVersions"].as_array().unwrap().last().unwrap(), NEWEST);
    let list = client.ask("tools/list", json!({})).await;
    let sorted = {
        let mut names = names(&list);
        names.sort_unstable();
        names
    };
    assert_eq!(names(&list), sorted);
    let add = list["tools"].as_array().unwrap().iter().find(|tool| tool["name"] == "add").unwrap();
    assert_eq!(add["annotations"]["readOnlyHint"], true);
    assert_eq!(add["outputSchema"]["required"], json!(["sum"]));
    let sum = client.call("add", json!({ "a": 2, "b": 3 })).await;
    assert_eq!((&sum["structuredContent"], text(&sum)), (&json!({ "sum": 5 }), "{\"sum\":5}"));
    assert_eq!(sum["isError"], false);
    // A call that failed is a result that a model can act on, and is on record.
    let wrong = client.call("add", json!({ "a": "two" })).await;
    assert_eq!(wrong["isError"], true);
    assert!(text(&wrong).starts_with("VALIDATION:"), "{wrong}");
    assert_eq!(wrong["_meta"]["toolcrib/outcome"]["error"]["details"][0]["pointer"], "/a");
    let none = client.call("ad", json!({})).await;
    assert!(text(&none).contains("`add`"), "{none}");
    let calls = server.talk().get("/api/calls?tool_id=add").await.expect(200);
    let doors: Vec<_> = calls["calls"].as_array().unwrap().iter().map(|c| &c["door"]).collect();
    assert_eq!(doors, ["mcp", "mcp"]);
    server.stop().await;
}

#[tokio::test]
async fn an_agent_gets_exactly_its_tools() {
    let bed = Bed::sqlite();
    prepare(&bed);
    let server = bed.serve(&TOOLS).await;
    let client = Client::new(&server.talk(), "/mcp/agents/clerk");
    assert_eq!(names(&client.ask("tools/list", json!({})).await), ["add"]);
    assert_eq!(client.call("add", json!({ "a": 1, "b": 1 })).await["isError"], false);
    let other = client.call("long", json!({})).await;
    assert!(text(&other).starts_with("NOT_FOUND"), "{other}");
    let calls = server.talk().get("/api/calls?agent_id=clerk").await.expect(200);
    assert_eq!(calls["calls"].as_array().unwrap().len(), 2);
    let nobody = server.talk().post("/mcp/agents/nobody", &json!({})).await;
    assert_eq!(nobody.error(404), "NOT_FOUND");
    server.stop().await;
}

#[tokio::test]
async fn what_was_cut_can_be_read_in_full() {
    let bed = Bed::sqlite();
    prepare(&bed);
    let server = bed.serve(&TOOLS).await;
    let client = Client::new(&server.talk(), "/mcp");
    let long = client.call("long", json!({})).await;
    assert!(text(&long).len() <= 32 * 1024);
    let link = long["content"][1].clone();
    assert_eq!(link["type"], "resource_link");
    let whole = client.ask("resources/read", json!({ "uri": link["uri"] })).await;
    assert!(whole["contents"][0]["text"].as_str().unwrap().len() > 100_000);
    // Not for others.
    let clerk = Client::new(&server.talk(), "/mcp/agents/clerk");
    let refused = clerk.refused("resources/read", json!({ "uri": link["uri"] })).await;
    assert_eq!(refused["code"], -32602, "{refused}");
    // Files.
    let write = json!({ "path": "/notes/a b.txt", "content": "hello" });
    let written = client.call("write_file", write).await;
    assert_eq!(written["isError"], false, "{written}");
    let files = client.ask("resources/list", json!({})).await;
    let uri = files["resources"][0]["uri"].clone();
    assert_eq!(uri, "toolcrib://files/notes/a%20b.txt");
    let file = client.ask("resources/read", json!({ "uri": uri })).await;
    assert_eq!(file["contents"][0]["text"], "hello");
    // Guides are prompts.
    let prompts = client.ask("prompts/list", json!({})).await;
    let name = prompts["prompts"][0]["name"].clone();
    let guide = client.ask("prompts/get", json!({ "name": name })).await;
    assert!(guide["messages"][0]["content"]["text"].as_str().unwrap().contains("How to use"));
    server.stop().await;
}

#[tokio::test]
async fn a_person_is_asked_in_the_way_of_each_revision() {
    let bed = Bed::sqlite();
    prepare(&bed);
    let server = bed.serve(&TOOLS).await;
    let talk = server.talk();
    // Who cannot be asked is told where.
    let plain = Client::new(&talk, "/mcp");
    let held = plain.call("pay", json!({ "amount": 5 })).await;
    assert_eq!(held["isError"], true);
    let asked = &held["_meta"]["toolcrib/outcome"]["error"]["confirmation_request"];
    let id = asked["token"].as_str().unwrap();
    let hint = held["content"][1]["text"].as_str().unwrap();
    assert!(hint.contains(&format!("`toolcrib approvals approve {id}`")), "{hint}");
    talk.post(&format!("/api/approvals/{id}/approve"), &Value::Null).await.expect(200);
    let paid = plain.call("pay", json!({ "amount": 5 })).await;
    assert_eq!(paid["structuredContent"], json!({ "paid": 5 }));
    // The newest revision: the question is the answer.
    let able = Client { capabilities: json!({ "elicitation": { "form": {} } }), ..plain };
    let params = json!({ "name": "pay", "arguments": { "amount": 6 } });
    let question = able.ask("tools/call", params.clone()).await;
    assert_eq!(question["resultType"], "input_required", "{question}");
    let message = &question["inputRequests"]["approval"]["params"]["message"];
    assert!(message.as_str().unwrap().contains("Pay somebody: amount = 6"), "{question}");
    let answered = |action: &str, content: Value| {
        let mut again = params.clone();
        again["requestState"] = question["requestState"].clone();
        again["inputResponses"] = json!({ "approval": { "action": action, "content": content } });
        again
    };
    let mut forged = answered("accept", json!({ "approve": true }));
    forged["arguments"]["amount"] = json!(7);
    let forged = able.ask("tools/call", forged).await;
    assert_ne!(forged["isError"], false, "approved for six, not for seven: {forged}");
    let paid = able.ask("tools/call", answered("accept", json!({ "approve": true }))).await;
    assert_eq!(paid["structuredContent"], json!({ "paid": 6 }), "{paid}");
    let params = json!({ "name": "pay", "arguments": { "amount": 8 } });
    let question = able.ask("tools/call", params.clone()).await;
    let mut again = params;
    again["requestState"] = question["requestState"].clone();
    again["inputResponses"] = json!({ "approval": { "action": "accept", "content": { "approve": false, "reason": "too much" } } });
    let denied = able.ask("tools/call", again).await;
    assert!(text(&denied).contains("did not approve it: too much"), "{denied}");
    // Nobody is asked again for it; the forged one still waits.
    let waiting = talk.get("/api/approvals?state=pending").await.expect(200);
    let waiting = waiting["approvals"].as_array().unwrap().iter();
    let amounts: Vec<_> = waiting.map(|asked| &asked["arguments"]["amount"]).collect();
    assert_eq!(amounts, [7]);
    server.stop().await;
}

#[tokio::test]
async fn an_older_client_is_asked_while_the_call_waits() {
    let bed = Bed::sqlite();
    prepare(&bed);
    let server = bed.serve(&TOOLS).await;
    let client = Client::older(&server.talk(), "/mcp", json!({ "elicitation": {} })).await;
    for (content, answer) in [
        (json!({ "approve": true }), "{\"paid\":5}"),
        (json!({ "approve": false, "reason": "no" }), "did not approve it: no"),
    ] {
        let params = json!({ "name": "pay", "arguments": { "amount": 5 } });
        let mut said = Said::new(client.open("tools/call", &params).await);
        let asked = said.next().await.unwrap();
        assert_eq!(asked["method"], "elicitation/create", "{asked}");
        let id = client.session.as_deref().unwrap();
        let talk = client.talk.with("mcp-session-id", id).with("mcp-protocol-version", OLDER);
        let result = json!({ "action": "accept", "content": content });
        let reply = json!({ "jsonrpc": "2.0", "id": asked["id"], "result": result });
        assert_eq!(talk.open("/mcp", &reply).await.status(), 202);
        let result = said.next().await.unwrap();
        assert!(text(&result["result"]).contains(answer), "{result}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_call_that_is_cancelled_stops() {
    let bed = Bed::sqlite();
    // The record of a call that writes is there before it runs.
    let writes = json!({ "sideEffects": "writes", "category": "action", "idempotent": false });
    bed.write_tool("wait", &writes, "await new Promise(() => {});");
    let server = bed.serve(&TOOLS).await;
    let params = json!({ "name": "wait", "arguments": {} });
    let ends = async |count: usize| {
        let calls = server.talk().get("/api/calls?tool_id=wait").await.expect(200);
        let calls = calls["calls"].as_array().unwrap().clone();
        let ended = calls.iter().filter(|call| call["error_type"] == "CANCELLED").count();
        (ended == count).then_some(())
    };
    let begun = async || {
        let calls = server.talk().get("/api/calls?tool_id=wait").await.expect(200);
        calls["calls"].as_array().unwrap().iter().any(|call| call["ok"].is_null()).then_some(())
    };
    // Whoever leaves has cancelled.
    let client = Client::new(&server.talk(), "/mcp");
    tokio::select! {
        _ = client.open("tools/call", &params) => panic!("it answers nothing"),
        _ = until("the call runs", begun) => {}
    }
    until("the call is cancelled", async || ends(1).await).await;
    // An older client says so.
    let client = Client::older(&server.talk(), "/mcp", json!({})).await;
    let _waiting = client.open("tools/call", &params).await;
    until("the call runs", begun).await;
    client.notify("notifications/cancelled", &json!({ "requestId": 1 })).await;
    until("the call is cancelled", async || ends(2).await).await;
    server.stop().await;
}

#[tokio::test]
async fn a_session_of_the_protocol_is_its_owners() {
    let bed = Bed::sqlite();
    prepare(&bed);
    let (one, other) =
        (bed.create_key("default", "read,call"), bed.create_key("default", "read,call,approve"));
    let server = bed.serve(&[&TOOLS[..], &["--require-keys"]].concat()).await;
    let bare = server.talk().without("x-workspace-id");
    assert_eq!(bare.post("/mcp", &json!({})).await.error(401), "UNAUTHORIZED");
    let talk = server.talk().with_key(&one.secret);
    let client = Client::older(&talk, "/mcp", json!({ "elicitation": {} })).await;
    assert_eq!(client.call("add", json!({ "a": 1, "b": 2 })).await["isError"], false);
    // Who may not approve is not asked, whatever the client can do.
    let held = client.call("pay", json!({ "amount": 5 })).await;
    assert!(text(&held).starts_with("CONFIRMATION_REQUIRED"), "{held}");
    let thief = Client {
        talk: client.talk.with_key(&other.secret),
        path: "/mcp".to_owned(),
        capabilities: json!({}),
        session: client.session.clone(),
    };
    assert_eq!(thief.status("tools/list").await, 404);
    let elsewhere =
        Client { path: "/mcp/agents/clerk".to_owned(), talk: client.talk.clone(), ..thief };
    assert_eq!(elsewhere.status("tools/list").await, 404);
    bed.revoke_key("default", &one);
    until("the key is gone", async || (client.status("tools/list").await == 401).then_some(()))
        .await;
    server.stop().await;
}

#[tokio::test]
async fn a_key_that_may_not_call_does_not() {
    let bed = Bed::sqlite();
    prepare(&bed);
    let (reader, caller) = (bed.create_key("default", "read"), bed.create_key("default", "call"));
    let server = bed.serve(&[&TOOLS[..], &["--require-keys"]].concat()).await;
    let reader = Client::new(&server.talk().with_key(&reader.secret), "/mcp");
    reader.ask("tools/list", json!({})).await;
    let refused = reader.refused("tools/call", json!({ "name": "add", "arguments": {} })).await;
    assert!(refused["message"].as_str().unwrap().contains("`call`"), "{refused}");
    let caller = Client::new(&server.talk().with_key(&caller.secret), "/mcp");
    caller.call("add", json!({ "a": 1, "b": 2 })).await;
    let refused = caller.refused("tools/list", json!({})).await;
    assert!(refused["message"].as_str().unwrap().contains("`read`"), "{refused}");
    server.stop().await;
}

#[tokio::test]
async fn a_page_of_another_site_is_not_answered() {
    let bed = Bed::sqlite();
    let server = bed.serve(&[]).await;
    let client = Client::new(&server.talk(), "/mcp");
    for origin in ["http://evil.example", "null", "https://127.0.0.1.evil.example", "file://"] {
        let foreign = Client {
            talk: client.talk.with("origin", origin),
            ..Client::new(&server.talk(), "/mcp")
        };
        assert_eq!(foreign.status("tools/list").await, 403, "{origin}");
    }
    let own = format!("http://{}", server.address);
    let own = Client { talk: client.talk.with("origin", &own), ..client };
    own.ask("tools/list", json!({})).await;
    let foreign = own.talk.with("host", "evil.example");
    assert_eq!(foreign.post("/mcp", &json!({})).await.error(403), "FORBIDDEN");
    server.stop().await;
}

#[tokio::test]
async fn a_client_hears_that_its_tools_have_changed() {
    let bed = Bed::sqlite();
    prepare(&bed);
    let server = bed.serve(&TOOLS).await;
    let client = Client::new(&server.talk(), "/mcp");
    let wanted = json!({ "notifications": { "toolsListChanged": true } });
    let mut said = Said::new(client.open("subscriptions/listen", &wanted).await);
    let begun = said.next().await.unwrap();
    assert_eq!(begun["method"], "notifications/subscriptions/acknowledged", "{begun}");
    server.talk().create_tool("made", "none").await;
    let told = said.next().await.unwrap();
    assert_eq!(told["method"], "notifications/tools/list_changed");
    // One of an older revision hears it on a stream of its own.
    let older = Client::older(&server.talk(), "/mcp", json!({})).await;
    let talk = older.talk.with("mcp-session-id", older.session.as_deref().unwrap());
    let mut said = Said::new(talk.listen("/mcp").await);
    server.talk().create_tool("made_too", "none").await;
    let told = said.next().await.unwrap();
    assert_eq!(told["method"], "notifications/tools/list_changed");
    server.stop().await;
}

#[tokio::test]
async fn a_client_starts_the_command_and_speaks_with_it() {
    let bed = Bed::sqlite();
    prepare(&bed);
    let mut child = bed
        .command(&["mcp", "--agent", "clerk", "--tools", "tools"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut ask = |message: Value| -> Value {
        writeln!(input, "{message}").unwrap();
        if message.get("id").is_none() {
            return Value::Null;
        }
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    };
    let hello = ask(json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": OLDER, "capabilities": {},
        "clientInfo": { "name": "test", "version": "1" } } }));
    assert_eq!(hello["result"]["serverInfo"]["name"], "toolcrib");
    ask(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    let list = ask(json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" }));
    assert_eq!(names(&list["result"]), ["add"]);
    let sum = ask(json!({ "jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {
        "name": "add", "arguments": { "a": 2, "b": 2 } } }));
    assert_eq!(sum["result"]["structuredContent"], json!({ "sum": 4 }));
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let gone = bed.run(&["mcp"]);
    assert_eq!((gone.status.code(), &*gone.stdout), (Some(0), &b""[..]), "{gone:?}");
    let nobody = bed.run(&["mcp", "--agent", "nobody"]);
    assert_eq!(nobody.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&nobody.stderr).contains("there is no agent `nobody`"));
}
