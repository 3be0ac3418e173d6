//! What the crib says of itself.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::bed::Bed;
use super::on_both;
use super::server::Talk;
use super::talking::session;

on_both!(what_was_called_adds_up,);

async fn metrics(talk: &Talk, address: std::net::SocketAddr) -> String {
    talk.text(&format!("http://{address}/metrics")).await
}

/// The value of a series.
fn value(text: &str, series: &str) -> f64 {
    let line =
        text.lines().find(|line| line.rsplit_once(' ').is_some_and(|(name, _)| name == series));
    let line = line.unwrap_or_else(|| panic!("there is no {series} in\n{text}"));
    line.rsplit_once(' ').unwrap().1.parse().unwrap()
}

fn tools(bed: &Bed) {
    let writes = json!({ "sideEffects": "writes", "category": "action", "idempotent": false });
    let mut held = writes.clone();
    held["requiresConfirmation"] = json!(true);
    bed.write_tool("delicate", &held, "return { ok: true, data: 1 };");
    bed.write_tool("shaky", &writes, "throw new Error('no');");
    let slow = json!({ "latencyBudgetMs": 1 });
    let body = "const end = Date.now() + 30; while (Date.now() < end) {} \
                return { ok: true, data: 'slow' };";
    bed.write_tool("slow", &slow, body);
    bed.write_tool("empty", &json!({}), "return { ok: true, data: [] };");
}

#[tokio::test]
async fn counters_tell_what_happened() {
    let bed = Bed::sqlite();
    tools(&bed);
    let server = bed.serve(&["--tools", "tools"]).await;
    let talk = server.talk();
    let add = json!({ "arguments": { "a": 1, "b": 2, "operation": "add" } });
    for _ in 0..3 {
        talk.call("calculator", &add).await;
    }
    talk.call("calculator", &json!({ "arguments": {} })).await;
    talk.call("calculator", &json!({ "arguments": {}, "dry_run": true })).await;
    talk.call("slow", &json!({})).await;
    talk.call("delicate", &json!({})).await;
    for _ in 0..6 {
        talk.call("shaky", &json!({})).await;
    }
    let session = session(&talk).await;
    for n in 0..3 {
        let body = json!({ "session_id": session, "arguments": {} });
        let outcome = talk.call("empty", &body).await;
        assert_eq!(outcome["ok"], n < 2, "{outcome}");
    }
    let text = metrics(&talk, server.address).await;
    for (series, expected) in [
        (r#"toolcrib_calls_total{tool="calculator",outcome="OK"}"#, 3.0),
        (r#"toolcrib_calls_total{tool="calculator",outcome="VALIDATION"}"#, 1.0),
        (r#"toolcrib_calls_total{tool="delicate",outcome="CONFIRMATION_REQUIRED"}"#, 1.0),
        (r#"toolcrib_calls_total{tool="shaky",outcome="INTERNAL"}"#, 5.0),
        (r#"toolcrib_calls_total{tool="shaky",outcome="OVERLOADED"}"#, 1.0),
        (r#"toolcrib_call_duration_seconds_count{tool="calculator"}"#, 4.0),
        (r#"toolcrib_call_duration_seconds_bucket{le="+Inf",tool="calculator"}"#, 4.0),
        (r#"toolcrib_latency_budget_violations_total{tool="slow"}"#, 1.0),
        (r#"toolcrib_latency_budget_violations_total{tool="calculator"}"#, 0.0),
        (r#"toolcrib_response_bytes_sum{tool="calculator"}"#, 3.0 * 17.0),
        (r#"toolcrib_response_tokens_total{tool="calculator"}"#, 3.0 * 4.0),
        (r#"toolcrib_loops_detected_total{reason="same_calls"}"#, 1.0),
        (r#"toolcrib_circuit_open{tool="shaky"}"#, 1.0),
        ("toolcrib_approvals_waiting", 1.0),
        ("toolcrib_sessions", 1.0),
        ("toolcrib_calls_unrecorded", 0.0),
        ("toolcrib_workspaces", 1.0),
    ] {
        assert_eq!(value(&text, series), expected, "{series} in\n{text}");
    }
    assert!(value(&text, "toolcrib_store_write_seconds_count") >= 13.0, "{text}");
    assert!(value(&text, "toolcrib_registry_load_milliseconds") > 0.0);
    assert!(text.contains("toolcrib_registry_info{version=\"1.0."), "{text}");
    // The older form names a counter with its suffix; each name has one type.
    assert!(text.contains("# TYPE toolcrib_calls_total counter\n"), "{text}");
    let types: Vec<&str> = text.lines().filter(|line| line.starts_with("# TYPE")).collect();
    assert_eq!(types.iter().collect::<BTreeSet<_>>().len(), types.len());
    assert!(!text.contains("# EOF"));
    let modern = talk.with("accept", "application/openmetrics-text");
    assert!(metrics(&modern, server.address).await.ends_with("# EOF\n"));
    server.stop().await;
}

#[tokio::test]
async fn a_name_that_nobody_has_makes_no_series() {
    let bed = Bed::sqlite();
    let calls: Vec<Value> = (0..9).map(|n| json!({ "name": format!("made_up_{n}") })).collect();
    let script = json!({ "turns": [{ "rounds": [{ "calls": calls }, { "text": "Well." }] }] });
    let config = "[models.default]\nprovider = \"script\"\nscript = \"script.json\"\n";
    std::fs::write(bed.path().join("toolcrib.toml"), config).unwrap();
    std::fs::write(bed.path().join("script.json"), script.to_string()).unwrap();
    let server = bed.serve(&[]).await;
    let talk = server.talk();
    let session = session(&talk).await;
    let path = format!("/api/playground/sessions/{session}/chat");
    talk.with("accept", "application/json")
        .post(&path, &json!({ "message": "x" }))
        .await
        .expect(200);
    talk.post("/api/tools/made_up_too/call", &json!({})).await.error(404);
    let text = metrics(&talk, server.address).await;
    assert!(!text.contains("made_up"), "{text}");
    assert_eq!(value(&text, r#"toolcrib_calls_total{tool="_unknown",outcome="NOT_FOUND"}"#), 9.0);
    let analytics = talk.get("/api/analytics").await.expect(200);
    assert_eq!(
        (&analytics["totals"]["unknown_tools"], &analytics["tools"]),
        (&json!(9), &json!([]))
    );
    server.stop().await;
}

async fn what_was_called_adds_up(bed: &Bed) {
    tools(bed);
    let server = bed.serve(&["--tools", "tools"]).await;
    let talk = server.talk();
    talk.create_agent("scout").await;
    let add = |agent: Option<&str>| json!({ "arguments": { "a": 1, "b": 2, "operation": "add" }, "agent_id": agent });
    for _ in 0..4 {
        talk.call("calculator", &add(None)).await;
    }
    talk.call("calculator", &add(Some("scout"))).await;
    talk.call("calculator", &json!({ "arguments": {} })).await;
    talk.call("slow", &json!({})).await;
    let analytics = talk.get("/api/analytics").await.expect(200);
    assert_eq!(analytics["totals"]["calls"], 7, "{analytics}");
    assert_eq!(analytics["totals"]["errors"], 1);
    let first = &analytics["tools"][0];
    assert_eq!((&first["tool_id"], &first["calls"]), (&json!("calculator"), &json!(6)));
    assert_eq!(first["errors_by_type"], json!({ "VALIDATION": 1 }));
    assert!(first["latency_ms"]["p50"].as_f64().unwrap() > 0.0);
    assert_eq!(analytics["slowest"][0], "slow");
    assert_eq!(analytics["agents"][0]["agent_id"], "scout");
    assert_eq!(analytics["agents"][0]["calls"], 1);
    assert_eq!(
        analytics["over_time"]
            .as_array()
            .unwrap()
            .iter()
            .map(|t| t["calls"].as_i64().unwrap())
            .sum::<i64>(),
        7
    );
    let metrics = talk.get("/api/metrics?since=1h").await.expect(200);
    let calculator = &metrics["tools"]["calculator"];
    assert_eq!(calculator["executionCount"], 6, "{metrics}");
    assert_eq!(calculator["errorCount"], 1);
    assert!((calculator["errorRate"].as_f64().unwrap() - 1.0 / 6.0).abs() < 1e-9);
    assert_eq!(calculator["errorBreakdown"], json!({ "VALIDATION": 1 }));
    assert_eq!(
        (&calculator["budgetViolations"], &metrics["tools"]["slow"]["budgetViolations"]),
        (&json!(0), &json!(1))
    );
    assert_eq!(calculator["size"]["max"], 17.0);
    // Nothing happened before, and other workspaces are others.
    let before = talk.get("/api/metrics?since=0&until=1h").await.expect(200);
    assert_eq!(before["tools"], json!({}));
    let other = talk.in_workspace("other").get("/api/analytics").await.expect(200);
    assert_eq!(other["totals"]["calls"], 0);
    assert_eq!(talk.get("/api/metrics?since=never").await.error(400), "VALIDATION_ERROR");
    // The command line says the same.
    let stats = bed.run_json(&["stats"]);
    assert_eq!(stats["totals"], talk.get("/api/analytics").await.expect(200)["totals"]);
    let said = String::from_utf8(bed.run(&["stats"]).stdout).unwrap();
    assert!(said.starts_with("7 calls, 1 failed (14.3 %);"), "{said}");
    assert!(said.contains("calculator  6      16.7 %"), "{said}");
    let none = bed.run(&["stats", "--workspace", "other"]);
    assert!(String::from_utf8(none.stderr).unwrap().contains("has no calls in this time"));
    assert_eq!(bed.run(&["stats", "--since", "x"]).status.code(), Some(2));
    server.stop().await;
}

#[tokio::test]
async fn the_doctor_says_what_is_wrong_and_what_to_trim() {
    let bed = Bed::sqlite();
    let well = bed.run(&["doctor"]);
    let said = String::from_utf8(well.stdout).unwrap();
    assert_eq!(well.status.code(), Some(0), "{said}");
    assert!(said.contains("ok       database"), "{said}");
    assert!(said.contains("ok       context    `assistant`: its tools take up"), "{said}");
    // A wide tool in a small window.
    let bed = Bed::sqlite();
    let long = "word ".repeat(2_000);
    bed.write_tool("wide", &json!({ "description": long }), "return { ok: true, data: 1 };");
    bed.write_tool("broken", &json!({ "toolId": "other" }), "return 1;");
    std::fs::create_dir(bed.path().join("agents")).unwrap();
    let agent = json!({ "id": "host", "isPrimary": true, "tools": ["wide"], "model": "small" });
    std::fs::write(bed.path().join("agents/host.json"), agent.to_string()).unwrap();
    let agent = json!({ "id": "lost", "model": "none", "tools": ["wide"] });
    std::fs::write(bed.path().join("agents/lost.json"), agent.to_string()).unwrap();
    let config = "[models.small]\nprovider = \"openai\"\nbase_url = \"http://127.0.0.1:9/v1\"\n\
                  model = \"x\"\ncontext_tokens = 4000\n[context]\nwarn_share = 0.2\n\
                  [policy.tools.wide]\nretries = 1\n[policy.tools.wyde]\nretries = 1\n\
                  [policy.tools.host]\nretries = 1\n[policy.agents.host.tools.add]\nretries = 1\n\
                  [policy.workspaces.default.agents.ghost]\nretries = 1\n\
                  [policy.workspaces.elsewhere.agents.ghost]\nretries = 1\n";
    std::fs::write(bed.path().join("toolcrib.toml"), config).unwrap();
    let ill = bed.run(&["doctor"]);
    let said = String::from_utf8(ill.stdout).unwrap();
    assert_eq!(ill.status.code(), Some(1), "{said}");
    assert!(said.contains("PROBLEM  tools      `broken` (from folders) is broken"), "{said}");
    assert!(said.contains("warning  context    `host`: its tools take up 6"), "{said}");
    assert!(
        said.contains("nobody called `wide` in 30 days: detach it; the schema of `wide` has 2"),
        "{said}"
    );
    assert!(
        said.contains(
            "PROBLEM  agents     The agent `lost` cannot be asked: no model is called `none`"
        ),
        "{said}"
    );
    let bound: Vec<&str> = said.lines().filter(|line| line.contains(" policy ")).collect();
    assert_eq!(
        bound,
        [
            "warning  policy     [policy.agents.host.tools.add] binds nobody: there is no tool \
             `add` here",
            "warning  policy     [policy.tools.wyde] binds nobody: there is no tool `wyde` here",
            "warning  policy     [policy.workspaces.default.agents.ghost] binds nobody: there is no \
             agent `ghost` here",
        ]
    );
    let found = bed.run(&["doctor", "--json"]);
    let found: Value = serde_json::from_slice(&found.stdout).unwrap();
    assert_eq!(found["contexts"][0]["tools"][0]["tool_id"], "wide");
    std::fs::write(bed.path().join("toolcrib.toml"), "[context]\nwarn_share = 2\n").unwrap();
    let wrong = bed.run(&["doctor"]);
    assert_eq!(wrong.status.code(), Some(2));
}
