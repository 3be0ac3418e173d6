//! Conversations: over REST and at the terminal, kept on both databases.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use tempfile::TempDir;
use toolcrib_server::config::Config;
use toolcrib_server::crib::{Crib, Workspace};
use toolcrib_server::rest::{self, Rest, RestSettings};
use toolcrib_server::stock::Stock;
use toolcrib_server::talk;
use toolcrib_store::Store;

use crate::doors::Answer;
use crate::rest::stores::{every_kind, sqlite};
use crate::shipped_tools::typed;

/// A server with the agents of a folder, which play a script.
struct Bed {
    crib: Crib,
    workspace: Arc<Workspace>,
    server: Rest,
    _folder: TempDir,
}

impl Bed {
    async fn new(store: Store, script: Option<Value>, agents: &[Value]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("toolcrib.toml");
        let text = match &script {
            Some(_) => "[models.default]\nprovider = \"script\"\nscript = \"script.json\"\n",
            None => "",
        };
        std::fs::write(&config, text).unwrap();
        std::fs::create_dir(folder.path().join("agents")).unwrap();
        if let Some(script) = script {
            std::fs::write(folder.path().join("script.json"), script.to_string()).unwrap();
        }
        for agent in agents {
            let name = format!("agents/{}.json", agent["id"].as_str().unwrap());
            std::fs::write(folder.path().join(name), agent.to_string()).unwrap();
        }
        let config = Config::read(Some(&config)).unwrap();
        let stock = Stock::shipped().with_worker(crate::python::worker());
        let crib = Crib::open(stock, &[], &config, store).await.unwrap();
        let workspace = crib.workspace("default").await.unwrap();
        talk::take_in(&crib, &workspace, &folder.path().join("agents")).await.unwrap();
        let server = rest::router(crib.clone(), RestSettings::default());
        Self { crib, workspace, server, _folder: folder }
    }

    async fn post(&self, path: &str, body: Value) -> Answer {
        Answer::of(&self.server, "POST", path, Some(&body)).await
    }

    async fn session(&self, body: Value) -> String {
        let made = self.post("/api/playground/sessions", body).await;
        assert_eq!(made.status, 201, "{}", made.body);
        made.body["id"].as_str().unwrap().to_owned()
    }

    /// Says something, and waits for the whole answer.
    async fn say(&self, session: &str, message: &str) -> Value {
        let path = format!("/api/playground/sessions/{session}/chat");
        let headers = [("x-workspace-id", "default"), ("accept", "application/json")];
        let body = json!({ "message": message });
        let answer = Answer::to(&self.server, &headers, "POST", &path, Some(&body)).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    }

    async fn get(&self, path: &str) -> Value {
        Answer::of(&self.server, "GET", path, None).await.body
    }
}

fn tools(answer: &Value) -> Vec<&str> {
    let calls = answer["calls"].as_array().unwrap().iter();
    calls.map(|call| call["tool"].as_str().unwrap()).collect()
}

fn assistant() -> Value {
    json!({ "id": "assistant", "isPrimary": true, "instructions": "Help.",
        "tools": ["calculator", "robot_switch", "end_voice_session", "robot_delete"] })
}

#[tokio::test(flavor = "multi_thread")]
async fn the_samples_play_without_a_model() {
    for fresh in every_kind().await {
        let bed = Bed::new(fresh.open().await, None, &[]).await;
        assert_eq!(bed.workspace.view().agents.len(), 3);
        let session = bed.session(json!({})).await;
        // The three cases of the seed.
        let weather = bed.say(&session, "What's the weather in Tokyo?").await;
        assert_eq!(tools(&weather), ["web_search"], "{weather}");
        assert!(
            weather["message"].as_str().unwrap().starts_with("The current weather in Tokyo is")
        );
        let sum = bed.say(&session, "What is 2+2?").await;
        assert_eq!((&sum["message"], tools(&sum).len()), (&json!("4"), 0), "{sum}");
        let news = bed.say(&session, "Search for the latest Python news").await;
        assert_eq!(tools(&news), ["web_search"]);
        // The assistant sees its specialists, and a switch changes that at once.
        let path = "/api/agents/assistant/tools?provider=openai";
        let names = async || -> Vec<String> {
            let offered = bed.get(path).await;
            let offered = offered["tools"].as_array().unwrap().iter();
            offered.map(|tool| tool["function"]["name"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(names().await, ["calculator", "code_gen", "format_datetime", "web_search"]);
        let off = json!({ "enabled": false });
        let off = Answer::of(&bed.server, "PATCH", "/api/agents/web_search", Some(&off)).await;
        assert_eq!(off.status, 200);
        assert_eq!(names().await, ["calculator", "code_gen", "format_datetime"]);
        let weather = bed.say(&session, "What's the weather in Tokyo?").await;
        assert_eq!(weather["calls"][0]["ok"], false);
        let record = weather["calls"][0]["record_id"].as_str().unwrap();
        let record = bed.get(&format!("/api/calls/{record}")).await;
        assert_eq!((&record["error_type"], &record["door"]), (&json!("DISABLED"), &json!("chat")));
        assert_eq!(record["session_id"], *session);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conversation_is_kept_and_goes_on_after_a_restart() {
    let script = json!({ "turns": [
        { "when": ["first"], "rounds": [
            { "text": "Let me see.", "calls": [{ "name": "calculator", "arguments": { "a": 1, "b": 2 } }] },
            { "text": "It is {{outcome}}." } ] },
        { "rounds": [{ "text": "You said: {{message}}" }] } ] });
    for fresh in every_kind().await {
        let bed = Bed::new(fresh.open().await, Some(script.clone()), &[assistant()]).await;
        let session = bed.session(json!({})).await;
        let first = bed.say(&session, "first").await;
        assert_eq!(first["message"], "It is {\"result\":3.0}.", "{first}");
        drop(bed);
        let bed = Bed::new(fresh.open().await, Some(script.clone()), &[assistant()]).await;
        assert_eq!(bed.say(&session, "second").await["message"], "You said: second");
        let kept = bed.get(&format!("/api/playground/sessions/{session}/messages")).await;
        let roles: Vec<&str> = kept["messages"]
            .as_array()
            .unwrap()
            .iter()
            .map(|message| message["role"].as_str().unwrap())
            .collect();
        assert_eq!(roles, ["user", "assistant", "tool", "assistant", "user", "assistant"]);
        assert_eq!(kept["messages"][1]["content"]["text"], "Let me see.");
        assert_eq!(kept["usage"][0]["agent_id"], "assistant");
        let page = format!("/api/playground/sessions/{session}/messages?after=4&limit=1");
        assert_eq!(bed.get(&page).await["messages"][0]["number"], 5);
        let listed = bed.get("/api/playground/sessions").await;
        assert_eq!(listed["sessions"][0]["id"], *session);
        assert_eq!(listed["sessions"][0]["agent_id"], "assistant");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tools_change_the_conversation() {
    let call = |name: &str, arguments: Value| json!({ "name": name, "arguments": arguments });
    let script = json!({ "turns": [
        { "agent": "assistant", "when": ["switch"], "rounds": [
            { "calls": [call("robot_switch", json!({ "robot_id": "librarian" }))] } ] },
        { "agent": "assistant", "when": ["bye"], "rounds": [
            { "calls": [call("end_voice_session", json!({}))] }, { "text": "Goodbye." } ] },
        { "agent": "assistant", "when": ["delete"], "rounds": [
            { "calls": [call("robot_delete", json!({ "robot_id": "librarian" }))] },
            { "text": "{{outcome}}" } ] },
        { "agent": "librarian", "rounds": [{ "text": "The librarian speaks." }] },
        { "rounds": [{ "text": "Hello." }] } ] });
    let librarian = json!({ "id": "librarian", "instructions": "Cite." });
    for fresh in every_kind().await {
        let bed =
            Bed::new(fresh.open().await, Some(script.clone()), &[assistant(), librarian.clone()])
                .await;
        let session = bed.session(json!({})).await;
        let switched = bed.say(&session, "switch please").await;
        assert_eq!(
            (&switched["message"], &switched["agent_id"]),
            (&json!("The librarian speaks."), &json!("librarian")),
            "{switched}"
        );
        assert_eq!(bed.say(&session, "and now?").await["agent_id"], "librarian");
        // Somebody who is named answers, and goes on to.
        let path = format!("/api/playground/sessions/{session}/chat");
        let named = json!({ "message": "hello", "agentId": "assistant" });
        let headers = [("x-workspace-id", "default"), ("accept", "application/json")];
        let named = Answer::to(&bed.server, &headers, "POST", &path, Some(&named)).await;
        assert_eq!(named.body["message"], "Hello.");
        assert_eq!(
            bed.get(&format!("/api/playground/sessions/{session}")).await["agent_id"],
            "assistant"
        );
        let nobody = json!({ "message": "hello", "agent_id": "nobody" });
        assert_eq!(bed.post(&path, nobody).await.status, 404);
        // What must be confirmed is not done where nobody can be asked.
        let held = bed.say(&session, "delete it").await;
        assert_eq!(held["calls"][0]["ok"], false, "{held}");
        assert!(held["message"].as_str().unwrap().starts_with("CONFIRMATION_REQUIRED: "), "{held}");
        assert!(bed.workspace.view().agents.contains_key("librarian"));
        // The same through a client's own model.
        let own = bed.session(json!({})).await;
        let call = json!({ "session_id": own, "arguments": { "robot_id": "librarian" } });
        assert_eq!(bed.post("/api/tools/robot_switch/call", call).await.body["ok"], true);
        let row = bed.get(&format!("/api/playground/sessions/{own}")).await;
        assert_eq!(row["agent_id"], "librarian");
        let own = bed.session(json!({ "mode": "voice" })).await;
        let call = json!({ "session_id": own, "arguments": {} });
        assert_eq!(
            bed.post("/api/tools/end_voice_session/call", call.clone()).await.body["ok"],
            true
        );
        let again = bed.post("/api/tools/end_voice_session/call", call).await.body;
        assert_eq!(again["error"]["type"], "SESSION_INACTIVE", "{again}");
        // A conversation that has ended says so.
        let voice = bed.session(json!({ "mode": "voice" })).await;
        let ended = bed.say(&voice, "bye").await;
        assert_eq!(ended["calls"][0]["ok"], true, "{ended}");
        let path = format!("/api/playground/sessions/{voice}/chat");
        let over = bed.post(&path, json!({ "message": "hello?" })).await;
        assert_eq!((over.status, &over.body["error"]["code"]), (409, &json!("SESSION_INACTIVE")));
        let row = bed.get(&format!("/api/playground/sessions/{voice}")).await;
        assert!(row["ended_at"].is_string(), "{row}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_makes_no_sense_is_told() {
    let fresh = sqlite();
    let script = json!({ "turns": [{ "when": ["never"], "rounds": [{ "text": "x" }] }] });
    let bed = Bed::new(fresh.open().await, Some(script), &[assistant()]).await;
    let session = bed.session(json!({})).await;
    let path = format!("/api/playground/sessions/{session}/chat");
    for body in [
        json!({}),
        json!({ "message": "  " }),
        json!({ "message": "a\0b" }),
        json!({ "message": 1 }),
    ] {
        let refused = bed.post(&path, body.clone()).await;
        assert_eq!(
            (refused.status, &refused.body["error"]["code"]),
            (400, &json!("VALIDATION_ERROR")),
            "{body}"
        );
    }
    // A model that cannot answer is told of in the answer; what was said stays.
    let failed = bed.say(&session, "hello").await;
    assert_eq!(failed["finish"], "error");
    assert_eq!(failed["error"]["code"], "MODEL_NOT_SET_UP", "{failed}");
    let kept = bed.get(&format!("/api/playground/sessions/{session}/messages")).await;
    assert_eq!(kept["messages"].as_array().unwrap().len(), 1);
    // A workspace without a primary agent has nobody to talk to.
    bed.crib.delete_agent(&bed.workspace, "assistant").await.unwrap();
    let session = bed.session(json!({})).await;
    let nobody = bed
        .post(&format!("/api/playground/sessions/{session}/chat"), json!({ "message": "x" }))
        .await;
    assert_eq!(nobody.status, 400, "{}", nobody.body);
    // An upgrade that is none is told so, and nothing hangs.
    let plain =
        Answer::of(&bed.server, "GET", &format!("/api/playground/sessions/{session}/ws"), None)
            .await;
    assert_eq!(plain.status, 400, "{}", plain.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_calls_of_a_session_share_the_budgets_of_a_turn() {
    let fresh = sqlite();
    let bed = Bed::new(fresh.open().await, None, &[]).await;
    let session = bed.session(json!({})).await;
    let number = std::sync::atomic::AtomicU32::new(0);
    let call = async || {
        let a = number.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let arguments = json!({ "a": a, "b": 2, "operation": "add" });
        let body = json!({ "session_id": session, "arguments": arguments });
        bed.post("/api/tools/calculator/call", body).await.body
    };
    for _ in 0..25 {
        assert_eq!(call().await["ok"], true);
    }
    let refused = call().await;
    assert_eq!(refused["error"]["type"], "BUDGET_EXCEEDED", "{refused}");
    let next = bed.post(&format!("/api/playground/sessions/{session}/turns"), json!({})).await;
    assert_eq!(next.status, 204);
    assert_eq!(call().await["ok"], true);
    // A message begins a turn by itself.
    for _ in 0..24 {
        call().await;
    }
    assert_eq!(call().await["ok"], false);
    bed.say(&session, "What is 2+2?").await;
    assert_eq!(call().await["ok"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn files_make_agents_and_leave_alone_what_was_changed() {
    let fresh = sqlite();
    let bed = Bed::new(fresh.open().await, None, &[assistant()]).await;
    assert_eq!(bed.workspace.view().agents.len(), 1, "samples came although there are agents");
    let again = async |text: Value| {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("assistant.json"), text.to_string()).unwrap();
        talk::take_in(&bed.crib, &bed.workspace, folder.path()).await
    };
    let changed = json!({ "instructions": "Changed over REST." });
    let changed = Answer::of(&bed.server, "PATCH", "/api/agents/assistant", Some(&changed)).await;
    assert_eq!(changed.status, 200);
    again(assistant()).await.unwrap();
    let told = || bed.workspace.view().agents["assistant"].row.instructions.clone();
    assert_eq!(told(), "Changed over REST.");
    let mut newer = assistant();
    newer["instructions"] = "Changed in the file.".into();
    // A tool that is not there never turns into the default ones.
    newer["tools"] = json!(["calculater"]);
    let error = again(newer.clone()).await.unwrap_err().to_string();
    assert!(error.contains("it wants tools that nobody has: `calculater`"), "{error}");
    assert_eq!(told(), "Changed over REST.");
    newer["tools"] = json!(["calculator"]);
    again(newer.clone()).await.unwrap();
    assert_eq!(told(), "Changed in the file.");
    bed.crib.delete_agent(&bed.workspace, "assistant").await.unwrap();
    again(newer).await.unwrap();
    assert!(bed.workspace.view().agents.is_empty(), "what was deleted came back");
    for (text, said) in [
        (json!({ "id": "No Id" }), "is no id"),
        (json!({ "id": "x", "colour": 1 }), "unknown field `colour`"),
        (json!({ "id": "x", "settings": { "timeout_ms": "long" } }), "/settings: "),
        (json!({ "id": "x", "settings": { "timeout_ms": 0 } }), "/settings/timeout_ms: "),
        (json!({ "id": "x", "parameters": { "type": "string" } }), "/parameters"),
        (json!({ "id": "x", "settings": { "output": { "type": "objekt" } } }), "/settings/output"),
    ] {
        let error = again(text).await.unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn people_talk_at_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, err) = typed(folder.path(), &["chat", "What's the weather in Tokyo?"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.starts_with("The current weather in Tokyo is 72 °F"), "{out}");
    let line = err.lines().next().unwrap();
    assert!(line.starts_with("· web_search {\"query\":\"current weather in Tokyo\"} → "), "{err}");
    let (code, out, _) = typed(folder.path(), &["--json", "chat", "What is 2+2?"]);
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &answer["message"]), (Some(0), &json!("4")));
    let (code, _, err) = typed(folder.path(), &["chat", "--agent", "nobody", "hello"]);
    assert_eq!((code, err.as_str()), (Some(1), "error: there is no agent `nobody`\n"));
    let (code, _, err) = typed(folder.path(), &["chat", "--session", "none", "hello"]);
    assert_eq!((code, err.as_str()), (Some(1), "error: there is no session `none`\n"));
    let (_, agents, _) = typed(folder.path(), &["--json", "agents"]);
    let agents: Value = serde_json::from_str(&agents).unwrap();
    assert_eq!(agents["agents"][0]["id"], "assistant");
    write_agent(folder.path(), "{\"id\": 1}");
    let (code, _, err) = typed(folder.path(), &["chat", "hello"]);
    assert_eq!(code, Some(2));
    assert!(err.starts_with("error: `agents/x.json` is no agent: invalid type"), "{err}");
}

fn write_agent(folder: &Path, text: &str) {
    std::fs::create_dir(folder.join("agents")).unwrap();
    std::fs::write(folder.join("agents/x.json"), text).unwrap();
}
