//! Tools of another MCP server: this program itself, started as one.

mod added;

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde_json::{Value, json};

use super::bed::Bed;
use super::server::Talk;
use super::until;

/// A tool folder for the other server.
fn write_add(other: &Bed, description: &str) {
    let number = json!({ "type": "number" });
    let add = json!({
        "description": description,
        "parameters": { "type": "object", "required": ["a", "b"], "additionalProperties": false,
            "properties": { "a": number, "b": number } },
    });
    other.write_tool("add", &add, "return { ok: true, data: { sum: args.a + args.b } };");
}

fn server_of(other: &Bed) -> Value {
    let [tools, data] = ["tools", "data"].map(|part| other.path().join(part).display().to_string());
    json!({
        "command": env!("CARGO_BIN_EXE_toolcrib"),
        "args": ["mcp", "--tools", tools, "--data", data],
        "cwd": other.path(),
    })
}

/// Two other servers: one that works, one that ends at once.
fn prepare(bed: &Bed, other: &Bed) {
    let good = server_of(other);
    let config = format!(
        "[sources.mcp.other]\ncommand = {}\nargs = {}\ncwd = {}\ntools = [\"add\"]\n\
         [sources.mcp.dead]\ncommand = \"false\"\n",
        good["command"], good["args"], good["cwd"],
    );
    std::fs::write(bed.path().join("toolcrib.toml"), config).unwrap();
}

async fn source(talk: &Talk, id: &str) -> Value {
    let sources = talk.get("/api/sources").await.expect(200);
    let sources = sources["sources"].as_array().unwrap().clone();
    sources.into_iter().find(|source| source["id"] == id).unwrap()
}

#[tokio::test]
async fn what_changed_is_not_called_until_somebody_has_looked() {
    let (bed, other) = (Bed::sqlite(), Bed::sqlite());
    write_add(&other, "Adds two numbers.");
    prepare(&bed, &other);
    let server = bed.serve(&[]).await;
    let talk = server.talk();
    let sum = json!({ "arguments": { "a": 2, "b": "3" } });
    until("the other server has its tool here", async || {
        (talk.get("/api/tools/other_add").await.status == 200).then_some(())
    })
    .await;
    let outcome = talk.call("other_add", &sum).await;
    assert_eq!(outcome["data"], json!({ "sum": 5 }), "{outcome}");
    // Its arguments are checked here, and the call is on record.
    let wrong = talk.call("other_add", &json!({ "arguments": { "a": "two" } })).await;
    assert_eq!(wrong["error"]["type"], "VALIDATION", "{wrong}");
    let calls = talk.get("/api/calls?tool_id=other_add").await.expect(200);
    assert_eq!(calls["calls"].as_array().unwrap().len(), 2);
    // One that is dead holds nobody up.
    let dead = source(&talk, "dead").await;
    assert_eq!(dead["tool_count"], 0);
    assert_ne!(dead["state"], "ready", "{dead}");
    // Another description is another tool.
    write_add(&other, "Adds two numbers, and sends them to somebody.");
    let changed = until("the change is noticed", async || {
        let source = source(&talk, "other").await;
        source["quarantined"][0]["digest"].is_string().then_some(source)
    });
    let changed = changed.await.0["quarantined"][0].clone();
    assert_eq!(changed["before"]["description"], "Adds two numbers.");
    assert_eq!(changed["after"]["description"], "Adds two numbers, and sends them to somebody.");
    let refused = talk.call("other_add", &sum).await;
    assert_eq!(refused["ok"], false, "{refused}");
    let path = "/api/sources/other/tools/other_add/approve";
    let stale = talk.post(path, &json!({ "digest": "0".repeat(64) })).await;
    assert_eq!(stale.error(409), "CONFLICT");
    let stranger = talk.in_workspace("elsewhere").post(path, &Value::Null).await;
    assert_eq!(stranger.error(404), "NOT_FOUND");
    // Nobody approves what nobody says to have seen.
    for body in [Value::Null, json!({})] {
        let unseen = talk.post(path, &body).await;
        assert_eq!(unseen.error(400), "VALIDATION_ERROR");
        assert_eq!(unseen.body["error"]["details"][0]["pointer"], "/digest");
    }
    let seen = json!({ "digest": changed["digest"] });
    assert_eq!(talk.post(path, &seen).await.status, 204);
    until("it can be called again", async || {
        (talk.call("other_add", &sum).await["ok"] == true).then_some(())
    })
    .await;
    assert_eq!(talk.post(path, &seen).await.error(404), "NOT_FOUND");
    server.stop().await;
}

// Commands hold a thread up; connections need another.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_use_other_servers_too() {
    let (bed, other) = (Bed::sqlite(), Bed::sqlite());
    write_add(&other, "Adds two numbers.");
    prepare(&bed, &other);
    let listed = bed.run_json(&["sources", "list"]);
    let state = |name: &str| {
        let all = listed["sources"].as_array().unwrap();
        all.iter().find(|source| source["name"] == name).unwrap()["state"].clone()
    };
    assert_eq!((state("other"), state("dead")), (json!("ready"), json!("waiting")));
    let called = bed.run_json(&["call", "other_add", "a=2", "b=3"]);
    assert_eq!(called["data"], json!({ "sum": 5 }), "{called}");
    // What one process approves, a server takes over.
    let server = bed.serve(&[]).await;
    write_add(&other, "Adds.");
    let talk = server.talk();
    until("the change is noticed", async || {
        source(&talk, "other").await["quarantined"][0]["digest"].is_string().then_some(())
    })
    .await;
    // Who has not seen what it is now is shown it, and approves nothing.
    let approve = ["sources", "approve", "other", "other_add"];
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    for unseen in [&[][..], &["--digest", "0123456789"]] {
        let shown = bed.run(&[&approve[..], unseen].concat());
        assert_eq!(shown.status.code(), Some(1), "{shown:?}");
        assert!(text(&shown.stdout).contains("+   \"description\": \"Adds.\""), "{shown:?}");
    }
    let short = bed.run(&[&approve[..], &["--digest", "0123"]].concat());
    assert_eq!(short.status.code(), Some(2), "{short:?}");
    let listed = bed.run(&["sources", "list"]);
    let said = text(&listed.stderr);
    let command = said.lines().find_map(|line| line.strip_prefix("  toolcrib ")).unwrap();
    let command: Vec<&str> = command.split(' ').collect();
    let pending = bed.run_json(&["sources", "list"])["pending"].clone();
    assert_eq!(command.last().unwrap(), &pending[0]["digest"]);
    let outcome = talk.call("other_add", &json!({ "arguments": { "a": 1, "b": 1 } })).await;
    assert_eq!(outcome["ok"], false, "{outcome}");
    // The beginning of a digest will do.
    let digest = &pending[0]["digest"].as_str().unwrap()[..8];
    let approved = bed.run(&[&approve[..], &["--digest", digest]].concat());
    assert!(approved.status.success(), "{approved:?}");
    until("the server has heard of it", async || {
        let outcome = talk.call("other_add", &json!({ "arguments": { "a": 1, "b": 1 } })).await;
        (outcome["ok"] == true).then_some(())
    })
    .await;
    let nobody = bed.run(&["sources", "approve", "nobody", "x"]);
    assert_eq!(nobody.status.code(), Some(1));
    server.stop().await;
}

#[test]
fn a_server_that_is_its_own_upstream_comes_to_an_end() {
    let bed = Bed::sqlite();
    let config = format!(
        "[sources.mcp.own]\ncommand = {}\nargs = [\"mcp\"]\n",
        json!(env!("CARGO_BIN_EXE_toolcrib")),
    );
    std::fs::write(bed.path().join("toolcrib.toml"), config).unwrap();
    let listed = bed.run_json(&["sources", "list"]);
    let tools = listed["sources"][0]["tools"].as_array().unwrap();
    let is_there = |id: &str| tools.iter().any(|tool| tool == id);
    assert!(is_there("own_echo") && is_there("own_own_echo"), "{listed}");
    assert!(!is_there("own_own_own_echo"), "{listed}");
}

#[test]
fn servers_of_another_client_are_taken_over() {
    let (bed, other) = (Bed::sqlite(), Bed::sqlite());
    write_add(&other, "Adds two numbers.");
    let theirs = json!({ "mcpServers": {
        "Their Server": server_of(&other),
        "remote": { "type": "http", "url": "https://example.com/mcp",
            "headers": { "Authorization": "Bearer ${TOKEN}" } },
        "odd": { "nothing": true },
    } });
    let file = bed.path().join("claude_desktop_config.json");
    std::fs::write(&file, theirs.to_string()).unwrap();
    std::fs::write(bed.path().join("toolcrib.toml"), "[records]\nkeep_days = 5\n").unwrap();
    let import = ["import", "mcp", "claude_desktop_config.json"];
    let tried = bed.run_json(&[&import[..], &["--dry-run"]].concat());
    assert_eq!(tried["taken"].as_array().unwrap().len(), 2, "{tried}");
    let written = || std::fs::read_to_string(bed.path().join("toolcrib.toml")).unwrap();
    assert_eq!(written(), "[records]\nkeep_days = 5\n");
    let done = bed.run_json(&import);
    assert_eq!(done["taken"], tried["taken"]);
    assert!(done["findings"].to_string().contains("odd"), "{done}");
    let text = written();
    assert!(text.starts_with("[records]\nkeep_days = 5\n"), "{text}");
    assert!(text.contains("${TOKEN}"), "{text}");
    let again = bed.run_json(&import);
    assert_eq!(again["taken"], json!([]));
    assert_eq!(written(), text);
    let missing = bed.run(&["import", "mcp", "nowhere.json"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(Path::new(&file).exists());
}

#[test]
fn an_import_says_what_became_of_each_server() {
    let bed = Bed::sqlite();
    let theirs = json!({ "servers": {
        "asks": { "command": "x", "env": { "KEY": "${input:key}" }, "envFile": ".env" },
        "plain": { "command": "x", "env": { "KEY": "s3cret-s3cret" } },
    } });
    std::fs::write(bed.path().join("mcp.json"), theirs.to_string()).unwrap();
    let done = bed.run(&["import", "mcp", "mcp.json"]);
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    let [out, err] = [done.stdout, done.stderr].map(|said| String::from_utf8(said).unwrap());
    assert_eq!(
        out,
        "plain: written to toolcrib.toml\nasks: skipped, nothing of it was taken over\n"
    );
    for says in [
        "/servers/asks/envFile: `envFile` is not taken over; name its variables under `env`",
        "/servers/asks/env/KEY: `${input:key}` is filled in by the other program only; write",
        "There are values in toolcrib.toml that may be secrets (plain). `${NAME}` can stand in",
    ] {
        assert!(err.contains(says), "{err}");
    }
    // What may have secrets in it is its owner's alone.
    let file = bed.path().join("toolcrib.toml");
    let mode = || std::fs::metadata(&file).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(), 0o600);
    // What was there before stays as open as it was, and nothing is left beside it.
    std::fs::write(&file, "[records]\nkeep_days = 5\n").unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
    let again = bed.run(&["import", "mcp", "mcp.json"]);
    let err = String::from_utf8(again.stderr).unwrap();
    assert!(err.contains("(plain), and others can read it"), "{err}");
    assert_eq!(mode(), 0o644);
    let names = std::fs::read_dir(bed.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(!names.into_iter().any(|name| name.to_string_lossy().ends_with(".new")));
}

#[test]
fn an_import_breaks_no_settings() {
    let bed = Bed::sqlite();
    let theirs = json!({ "mcpServers": { "plain": { "command": "x" } } });
    std::fs::write(bed.path().join("mcp.json"), theirs.to_string()).unwrap();
    for before in ["sources = { books = [] }\n", "[sources]\nmcp = { a = { command = \"y\" } }\n"] {
        std::fs::write(bed.path().join("toolcrib.toml"), before).unwrap();
        for typed in
            [&["import", "mcp", "mcp.json"][..], &["import", "mcp", "mcp.json", "--dry-run"]]
        {
            let refused = bed.run(typed);
            assert_eq!(refused.status.code(), Some(1), "{refused:?}");
            let err = String::from_utf8(refused.stderr).unwrap();
            assert!(err.contains("write it as tables (`[sources.mcp.NAME]`)"), "{err}");
        }
        let after = std::fs::read_to_string(bed.path().join("toolcrib.toml")).unwrap();
        assert_eq!(after, before);
    }
}

#[test]
fn a_server_that_does_not_answer_is_said_to_go_on() {
    let bed = Bed::sqlite();
    let config = "[sources.mcp.hangs]\ncommand = \"sleep\"\nargs = [\"1000\"]\n";
    std::fs::write(bed.path().join("toolcrib.toml"), config).unwrap();
    let listed = bed.run(&["sources", "list"]);
    let [out, err] = [listed.stdout, listed.stderr].map(|said| String::from_utf8(said).unwrap());
    assert!(out.contains("connecting for 1"), "{out}");
    assert!(err.starts_with("hangs has not answered yet. It may take 60 s"), "{err}");
}
