//! Tool folders that change under a server.

use serde_json::{Value, json};

use super::bed::Bed;
use super::server::{Server, Talk};
use super::{seen_in_time, until};

const TOOLS: [&str; 2] = ["--tools", "tools"];

/// A version of a tool, told from others by its answer, its schema and its words.
fn write(bed: &Bed, number: u32) {
    let word = format!("word_{number}");
    let changes = json!({
        "version": format!("{number}.0.0"),
        "description": format!("Is version {number}."),
        "parameters": { "type": "object", "additionalProperties": false,
            "properties": { word.as_str(): { "type": "string" } } },
    });
    let body = format!("return {{ ok: true, data: {{ version: {number}, args }} }};");
    bed.write_tool("changing", &changes, &body);
}

async fn start(bed: &Bed) -> (Server, Talk) {
    bed.tools();
    let server = bed.serve(&TOOLS).await;
    let talk = server.talk();
    (server, talk)
}

/// Waits until the source's version serves.
async fn serves(talk: &Talk, number: u32) -> std::time::Duration {
    let look = async || {
        let reply = talk.get("/api/tools/changing").await;
        (reply.body["version"] == format!("{number}.0.0")).then_some(())
    };
    until(&format!("version {number} serves"), look).await.1
}

async fn versions(talk: &Talk) -> Vec<(i64, bool)> {
    let listed = talk.get("/api/tools/changing/versions").await.expect(200);
    let listed = listed["versions"].as_array().unwrap().iter();
    let row = |row: &Value| (row["number"].as_i64().unwrap(), row["current"] == true);
    listed.map(row).collect()
}

#[tokio::test]
async fn a_folder_that_appears_can_be_called() {
    let bed = Bed::sqlite();
    let (_server, talk) = start(&bed).await;
    let mut rounds = Vec::new();
    for number in 1..=3 {
        write(&bed, number);
        rounds.push(serves(&talk, number).await);
        let outcome = talk.call("changing", &json!({})).await;
        assert_eq!(outcome["data"]["version"], number, "{outcome}");
    }
    seen_in_time("to read a folder anew", &rounds);
    assert_eq!(versions(&talk).await, [(3, true), (2, false), (1, false)]);
}

#[tokio::test]
async fn what_an_operator_set_outlives_files_and_restarts() {
    let bed = Bed::sqlite();
    write(&bed, 1);
    let (server, talk) = start(&bed).await;
    let put = json!({ "enabled": false, "description": "Ours." });
    talk.put("/api/tools/changing", &put).await.expect(200);
    let holds = async |talk: &Talk, number: u32| {
        let tool = talk.get("/api/tools/changing").await.expect(200);
        let shown = ["enabled", "description", "version"].map(|name| tool[name].clone());
        assert_eq!(shown, [json!(false), json!("Ours."), json!(format!("{number}.0.0"))]);
        let outcome = talk.call("changing", &json!({})).await;
        assert_eq!(outcome["error"]["type"], "DISABLED", "{outcome}");
    };
    holds(&talk, 1).await;
    write(&bed, 2);
    serves(&talk, 2).await;
    holds(&talk, 2).await;
    server.stop().await;
    let (server, talk) = start(&bed).await;
    holds(&talk, 2).await;
    server.stop().await;
    // Also what changed while nobody looked.
    write(&bed, 3);
    let (_server, talk) = start(&bed).await;
    holds(&talk, 3).await;
    // And back to what the source says.
    let put = json!({ "enabled": null, "description": null });
    let tool = talk.put("/api/tools/changing", &put).await.expect(200);
    assert_eq!((&tool["enabled"], &tool["settings"]), (&json!(true), &json!({})));
    assert_eq!(tool["description"], "Is version 3.");
}

#[tokio::test]
async fn a_tool_that_is_gone_widens_nothing() {
    let bed = Bed::sqlite();
    write(&bed, 1);
    let (server, talk) = start(&bed).await;
    talk.create_agent("scout").await;
    talk.post("/api/agents/scout/tools", &json!({ "tool_id": "changing" })).await.expect(201);
    let call = json!({ "agent_id": "scout" });
    assert_eq!(talk.call("changing", &call).await["ok"], true);
    bed.remove_tool("changing");
    let is_gone = async || {
        let tool = talk.get("/api/tools/changing").await.expect(200);
        (tool["usable"] == false).then_some(())
    };
    until("the tool is gone", is_gone).await;
    let holds = async |talk: &Talk| {
        let listed = talk.get("/api/agents/scout/tools").await.expect(200);
        let tools = listed["tools"].as_array().unwrap();
        assert_eq!(tools.len(), 1, "no default tools instead: {listed}");
        assert_eq!((&tools[0]["id"], &tools[0]["usable"]), (&json!("changing"), &json!(false)));
        let why = "its source does not have it any more";
        assert_eq!(tools[0]["problems"][0]["message"], why);
        let outcome = talk.call("changing", &call).await;
        assert_eq!(
            (&outcome["ok"], &outcome["error"]["type"]),
            (&json!(false), &json!("INTERNAL"))
        );
        let message = outcome["error"]["message"].as_str().unwrap();
        assert!(message.contains(why), "{message}");
        // What every agent has that was given nothing, this one has not.
        let outcome = talk.call("calculator", &call).await;
        assert_eq!(outcome["error"]["type"], "NOT_FOUND", "{outcome}");
        let export = talk.get("/api/agents/scout/tools?provider=openai").await.expect(200);
        assert_eq!(export["tools"], json!([]));
        assert_eq!(export["quarantined"].as_array().unwrap().len(), 1, "{export}");
    };
    holds(&talk).await;
    server.stop().await;
    let (_server, talk) = start(&bed).await;
    holds(&talk).await;
    write(&bed, 2);
    let is_back = async || (talk.call("changing", &call).await["ok"] == true).then_some(());
    until("the tool is back", is_back).await;
}

#[tokio::test]
async fn a_pinned_agent_keeps_its_version() {
    let bed = Bed::sqlite();
    write(&bed, 1);
    let (server, talk) = start(&bed).await;
    for (agent, version) in [("steady", json!("1.0.0")), ("modern", Value::Null)] {
        talk.create_agent(agent).await;
        let body = json!({ "tool_id": "changing", "version": version });
        talk.post(&format!("/api/agents/{agent}/tools"), &body).await.expect(201);
    }
    let holds = async |talk: &Talk, newest: u32| {
        for (agent, number) in [("steady", 1), ("modern", newest)] {
            let arguments = json!({ format!("word_{number}"): "x" });
            let call = json!({ "agent_id": agent, "arguments": arguments });
            let outcome = talk.call("changing", &call).await;
            assert_eq!(
                outcome["data"],
                json!({ "version": number, "args": arguments }),
                "{outcome}"
            );
            let wrong = json!({ format!("word_{}", number + 1): "x" });
            let call = json!({ "agent_id": agent, "arguments": wrong });
            assert_eq!(talk.call("changing", &call).await["error"]["type"], "VALIDATION");
            let listed = talk.get(&format!("/api/agents/{agent}/tools")).await.expect(200);
            let tool = &listed["tools"][0];
            assert_eq!(tool["description"], format!("Is version {number}."));
            let schema = tool["parameters_schema"].as_str().unwrap();
            assert!(schema.contains(&format!("word_{number}")), "{schema}");
        }
    };
    holds(&talk, 1).await;
    write(&bed, 2);
    serves(&talk, 2).await;
    holds(&talk, 2).await;
    server.stop().await;
    let (server, talk) = start(&bed).await;
    holds(&talk, 2).await;
    server.stop().await;
    write(&bed, 3);
    let (_server, talk) = start(&bed).await;
    holds(&talk, 3).await;
    assert_eq!(versions(&talk).await, [(3, true), (2, false), (1, false)]);
    // It outlives its source.
    bed.remove_tool("changing");
    let is_gone = async || {
        let tool = talk.get("/api/tools/changing").await.expect(200);
        (tool["usable"] == false).then_some(())
    };
    until("the tool is gone", is_gone).await;
    let outcome = talk.call("changing", &json!({ "agent_id": "steady" })).await;
    assert_eq!(outcome["data"]["version"], 1, "{outcome}");
    let outcome = talk.call("changing", &json!({ "agent_id": "modern" })).await;
    assert_eq!(outcome["error"]["type"], "INTERNAL", "{outcome}");
    write(&bed, 3);
    serves(&talk, 3).await;
    // Let loose, it has what everybody has.
    talk.patch("/api/agents/steady/tools/changing", &json!({ "version": null })).await.expect(200);
    let outcome = talk.call("changing", &json!({ "agent_id": "steady" })).await;
    assert_eq!(outcome["data"]["version"], 3, "{outcome}");
}

#[tokio::test]
async fn a_workspace_that_went_back_stays_there() {
    let bed = Bed::sqlite();
    write(&bed, 1);
    let (server, talk) = start(&bed).await;
    write(&bed, 2);
    serves(&talk, 2).await;
    let back = json!({ "version": "1.0.0" });
    let tool = talk.post("/api/tools/changing/rollback", &back).await.expect(200);
    assert_eq!(tool["version"], "1.0.0");
    let holds = async |talk: &Talk, newest: u32| {
        let arguments = json!({ "arguments": { "word_1": "x" } });
        assert_eq!(talk.call("changing", &arguments).await["data"]["version"], 1);
        let arguments = json!({ "arguments": { "word_2": "x" } });
        assert_eq!(talk.call("changing", &arguments).await["error"]["type"], "VALIDATION");
        // Others are where the source is.
        let elsewhere = talk.in_workspace("elsewhere");
        assert_eq!(elsewhere.call("changing", &json!({})).await["data"]["version"], newest);
    };
    holds(&talk, 2).await;
    assert_eq!(versions(&talk).await, [(2, false), (1, true)]);
    server.stop().await;
    let (_server, talk) = start(&bed).await;
    holds(&talk, 2).await;
    write(&bed, 3);
    serves(&talk.in_workspace("elsewhere"), 3).await;
    holds(&talk, 3).await;
    let forth = json!({ "version": "3.0.0" });
    let tool = talk.post("/api/tools/changing/rollback", &forth).await.expect(200);
    assert_eq!((&tool["version"], &tool["settings"]), (&json!("3.0.0"), &json!({})));
}

/// Files that are broken leave the last good version serving.
#[tokio::test]
async fn a_broken_change_leaves_what_was() {
    let bed = Bed::sqlite();
    write(&bed, 1);
    let (server, talk) = start(&bed).await;
    let handler = bed.tools().join("changing/handler.js");
    std::fs::write(&handler, "export async function execute( {").unwrap();
    bed.write_tool("beside", &json!({}), "return { ok: true };");
    until("the folders were read", async || {
        talk.get("/api/tools/beside").await.status.is_success().then_some(())
    })
    .await;
    assert_eq!(talk.call("changing", &json!({})).await["data"]["version"], 1);
    assert_eq!(versions(&talk).await, [(1, true)]);
    server.stop().await;
}

#[tokio::test]
async fn a_tool_is_no_more_harmless_than_its_handler() {
    let bed = Bed::sqlite();
    let body = "return { ok: true, data: 'done' };";
    bed.write_tool("tame", &json!({}), body);
    let (_server, talk) = start(&bed).await;
    let made = json!({ "id": "mine", "handler_key": "tame", "description": "Does the same.",
        "parameters_schema": { "type": "object" }, "name": "Mine", "timeout_ms": 9000 });
    let tool = talk.post("/api/tools", &made).await.expect(201);
    assert_eq!((&tool["side_effects"], &tool["idempotent"]), (&json!("none"), &json!(true)));
    // Words for people are shown at once, whatever is set.
    let tool = talk.put("/api/tools/mine", &json!({ "name": "Yours" })).await.expect(200);
    assert_eq!((&tool["name"], &tool["timeout_ms"]), (&json!("Yours"), &json!(9000)));
    assert_eq!(talk.call("mine", &json!({})).await["ok"], true);
    let wild = json!({ "category": "action", "sideEffects": "writes", "idempotent": false,
        "requiresConfirmation": true });
    bed.write_tool("tame", &wild, body);
    let is_wild = async || {
        let tool = talk.get("/api/tools/mine").await.expect(200);
        (tool["side_effects"] == "writes" && tool["idempotent"] == false).then_some(())
    };
    until("it does what its handler does", is_wild).await;
    let outcome = talk.call("mine", &json!({})).await;
    assert_eq!(outcome["error"]["type"], "CONFIRMATION_REQUIRED", "{outcome}");
}
