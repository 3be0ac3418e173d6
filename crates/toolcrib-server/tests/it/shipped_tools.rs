//! The shipped tools that work on the store, on both databases.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use serde_json::{Value, json};
use toolcrib::{CallRequest, Caller, Filter, Runtime};
use toolcrib_server::config::Config;
use toolcrib_server::crib::Crib;
use toolcrib_server::stock::Stock;

use crate::imports::{bring, mail};
use crate::rest::stores::{Fresh, every_kind};

pub(crate) async fn runtime(fresh: &Fresh) -> (Crib, Arc<toolcrib_server::crib::Workspace>) {
    let stock = Stock::shipped().with_worker(crate::python::worker());
    let crib = Crib::open(stock, &[], &Config::default(), fresh.open().await).await.unwrap();
    let workspace = crib.workspace("default").await.unwrap();
    (crib, workspace)
}

async fn call(runtime: &Runtime, session: Option<&str>, tool: &str, arguments: Value) -> Value {
    let caller = Caller { session: session.map(Into::into), ..Caller::default() };
    let outcome = runtime.call(&caller, CallRequest::new(tool, arguments)).await;
    let outcome = serde_json::to_value(outcome).unwrap();
    match outcome["ok"] == true {
        true if outcome["warnings"] == json!([]) => outcome["data"].clone(),
        true => json!({ "data": outcome["data"], "warning": outcome["warnings"][0]["message"] }),
        false => json!([outcome["error"]["type"], outcome["error"]["message"]]),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn files_are_written_read_and_listed() {
    for fresh in every_kind().await {
        let (_crib, workspace) = runtime(&fresh).await;
        let runtime = workspace.runtime();
        let long = "x".repeat(1024 * 1024 + 1);
        for (session, tool, arguments, answer) in [
            (None, "list_files", json!({}), json!("Contents of /:\n(empty)")),
            (
                Some("s"),
                "write_file",
                json!({ "path": "/data/report.txt", "content": "a\nb\nc\n" }),
                json!("Created /data/report.txt (6 bytes)"),
            ),
            (
                Some("s"),
                "write_file",
                json!({ "path": "/data/report.txt", "content": "a\nb\nc\nd" }),
                json!("Replaced /data/report.txt (7 bytes)"),
            ),
            (
                Some("s"),
                "write_file",
                json!({ "path": "/data/config.json", "content": "ü" }),
                json!("Created /data/config.json (2 bytes)"),
            ),
            (
                Some("s"),
                "write_file",
                json!({ "path": "/data/inputs/a..b", "content": "1" }),
                json!("Created /data/inputs/a..b (1 byte)"),
            ),
            (Some("s"), "read_file", json!({ "path": "/data/report.txt" }), json!("a\nb\nc\nd")),
            (
                Some("s"),
                "read_file",
                json!({ "path": "/data/report.txt", "offset": 1, "limit": 2 }),
                json!({ "data": "b\nc\n", "warning": "these are the lines 2 to 3 of 4; go on with `offset` 3" }),
            ),
            (
                Some("s"),
                "read_file",
                json!({ "path": "/data/report.txt", "offset": 3 }),
                json!("d"),
            ),
            (
                Some("s"),
                "read_file",
                json!({ "path": "/data/report.txt", "offset": 9 }),
                json!({ "data": "", "warning": "the file has only 4 lines" }),
            ),
            (
                Some("s"),
                "list_files",
                json!({ "path": "/data" }),
                json!(
                    "Contents of /data:\n[DIR]  /data/inputs\n[FILE] /data/config.json (2 bytes)\n[FILE] /data/report.txt (7 bytes)"
                ),
            ),
            (Some("s"), "list_files", json!({}), json!("Contents of /:\n[DIR]  /data")),
            // Another session has its own, and so has whoever names none.
            (
                Some("t"),
                "read_file",
                json!({ "path": "/data/report.txt" }),
                json!([
                    "PERMANENT",
                    "File not found: /data/report.txt. list_files shows what there is."
                ]),
            ),
            (None, "list_files", json!({}), json!("Contents of /:\n(empty)")),
            (
                Some("s"),
                "read_file",
                json!({ "path": "/data" }),
                json!(["PERMANENT", "/data is a directory; list_files shows what is in it."]),
            ),
            (
                Some("s"),
                "list_files",
                json!({ "path": "/data/report.txt" }),
                json!(["PERMANENT", "/data/report.txt is a file; read_file shows it."]),
            ),
            (
                Some("s"),
                "list_files",
                json!({ "path": "/nowhere" }),
                json!([
                    "PERMANENT",
                    "Directory not found: /nowhere. list_files without a path shows what there is."
                ]),
            ),
            (
                Some("s"),
                "write_file",
                json!({ "path": "/data", "content": "" }),
                json!(["PERMANENT", "/data is a directory; write into it instead."]),
            ),
            (
                Some("s"),
                "write_file",
                json!({ "path": "/data/report.txt/x", "content": "" }),
                json!(["PERMANENT", "/data/report.txt is a file, so nothing can be in it."]),
            ),
            (
                Some("s"),
                "write_file",
                json!({ "path": "/n", "content": "a\u{0}b" }),
                json!([
                    "VALIDATION",
                    "The content has a NUL character, which text files do not have."
                ]),
            ),
            (
                Some("s"),
                "read_file",
                json!({ "path": "/a/../b" }),
                json!([
                    "VALIDATION",
                    "The path `/a/../b` has a `..` in it, which leads nowhere here."
                ]),
            ),
            (
                Some("s"),
                "read_file",
                json!({ "path": "" }),
                json!(["VALIDATION", "The path is empty."]),
            ),
            (
                Some("s"),
                "read_file",
                json!({ "path": "data" }),
                json!(["VALIDATION", "The path `data` does not start with `/`; write `/data`."]),
            ),
        ] {
            let said = call(runtime, session, tool, arguments.clone()).await;
            assert_eq!(said, answer, "{}: {tool} {arguments}", fresh.name);
        }
        let whole = "y".repeat(1024 * 1024);
        let said =
            call(runtime, None, "write_file", json!({ "path": "/l", "content": whole })).await;
        assert_eq!(said, "Created /l (1048576 bytes)");
        let said =
            call(runtime, None, "write_file", json!({ "path": "/l", "content": long })).await;
        assert_eq!(
            said,
            json!([
                "VALIDATION",
                "The content has 1048577 bytes, and a file may have 1048576; split it into several files."
            ])
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_largest_file_can_be_read_again() {
    let fresh = crate::rest::stores::sqlite();
    let (_crib, workspace) = runtime(&fresh).await;
    let content = "x".repeat(1024 * 1024);
    let file = json!({ "path": "/large", "content": content });
    let written = call(workspace.runtime(), None, "write_file", file).await;
    assert!(written.as_str().unwrap().starts_with("Created"), "{written}");
    let read = call(workspace.runtime(), None, "read_file", json!({ "path": "/large" })).await;
    assert_eq!(read.as_str().map(str::len), Some(content.len()));
    let parent = call(workspace.runtime(), None, "read_file", json!({ "path": "../a" })).await;
    let said = "The path `../a` has a `..` in it, which leads nowhere here.";
    assert_eq!(parent, json!(["VALIDATION", said]));
}

#[tokio::test(flavor = "multi_thread")]
async fn mail_is_found_and_read() {
    for fresh in every_kind().await {
        let (crib, workspace) = runtime(&fresh).await;
        let runtime = workspace.runtime();
        let nothing =
            call(runtime, None, "email_search", json!({ "query": "x", "inbox_id": "y" })).await;
        assert_eq!(
            nothing["warning"],
            "there is no mail here; `toolcrib emails import` brings some in"
        );
        bring(crib.store(), &mail("enron"), None, None).await;
        let search = async |arguments: Value| call(runtime, None, "email_search", arguments).await;
        let found = search(json!({ "query": "meeting schedule", "inbox_id": "lay-m" })).await;
        assert_eq!(
            (found["total"].as_u64(), found["emails"].as_array().unwrap().len()),
            (Some(2), 2)
        );
        let weekly = found["emails"]
            .as_array()
            .unwrap()
            .iter()
            .find(|hit| hit["subject"] == "Weekly meeting schedule")
            .unwrap();
        assert_eq!(
            weekly["snippet"].as_str().unwrap().split(" | ").next(),
            Some("Subject: Weekly <mark>meeting schedule</mark>")
        );
        let by_address = search(
            json!({ "query": "meeting schedule", "inbox_id": "Mara.Lay@Northwind.example" }),
        )
        .await;
        assert_eq!(by_address["total"], 2);
        let one = search(json!({ "query": "meeting", "inbox_id": "lay-m", "limit": 1 })).await;
        assert_eq!(
            (one["emails"].as_array().unwrap().len(), one["total"].as_u64() > Some(1)),
            (1, true)
        );
        let unknown = search(json!({ "query": "x", "inbox_id": "lay-n" })).await;
        assert_eq!(unknown["data"], json!({ "emails": [], "total": 0 }));
        assert_eq!(unknown["warning"], "there is no inbox `lay-n`; did you mean lay-m?");
        let unlike = search(json!({ "query": "x", "inbox_id": "qqq" })).await;
        assert_eq!(
            unlike["warning"],
            "there is no inbox `qqq`; `toolcrib emails inboxes` lists those there are"
        );
        let wrong =
            search(json!({ "query": "x", "inbox_id": "lay-m", "after": "yesterday" })).await;
        assert_eq!(
            wrong,
            json!([
                "VALIDATION",
                "`yesterday` is no day and no moment; write 2001-05-14 or 2001-05-14T10:00:00Z."
            ])
        );
        let narrowed = search(json!({ "query": "meeting", "inbox_id": "lay-m", "from": "greta holm", "after": "2001-05-24", "before": "2001-05-25" })).await;
        assert_eq!(narrowed["total"], 1);
        let id = narrowed["emails"][0]["message_id"].as_str().unwrap().to_owned();
        let whole = call(runtime, None, "email_get", json!({ "message_id": id })).await;
        assert_eq!(
            (&whole["message_id"], &whole["inbox"], &whole["sender"], &whole["date"]),
            (
                &json!(id),
                &json!("mara.lay@northwind.example"),
                &json!("greta.holm@northwind.example"),
                &json!("2001-05-24T16:00:00Z")
            )
        );
        assert!(whole["body"].as_str().unwrap().starts_with("Hello both,\n"));
        let bare = id.trim_matches(['<', '>']);
        assert_eq!(call(runtime, None, "email_get", json!({ "message_id": bare })).await, whole);
        let folder = tempfile::tempdir().unwrap();
        let (to, body) = ("b@x.example, ".repeat(20_000), "long ".repeat(210_000));
        let long = format!("Message-ID: <long@x>\nTo: {to}\n\n{body}");
        std::fs::write(folder.path().join("long.eml"), long).unwrap();
        bring(crib.store(), folder.path(), None, None).await;
        let long = call(runtime, None, "email_get", json!({ "message_id": "<long@x>" })).await;
        assert!(long["data"]["body"].as_str().unwrap().len() > 600_000);
        assert!(long["warning"].as_str().unwrap().starts_with("the body is cut: it has "));
        let gone = call(runtime, None, "email_get", json!({ "message_id": "<no@where>" })).await;
        assert_eq!(
            gone,
            json!([
                "PERMANENT",
                "Email not found: <no@where>. email_search shows the ids that there are."
            ])
        );
        let last = json!({ "answer": "On Monday.", "sources": [id, id] });
        let last = call(runtime, None, "return_final_answer", last).await;
        assert_eq!(last, json!({ "answer": "On Monday.", "sources": [id] }));
    }
}

pub(crate) fn typed(folder: &Path, words: &[&str]) -> (Option<i32>, String, String) {
    let ran = Command::new(env!("CARGO_BIN_EXE_toolcrib"))
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (ran.status.code(), text(ran.stdout), text(ran.stderr))
}

#[test]
fn a_python_folder_is_made_checked_tested_and_called() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, _) = typed(folder.path(), &["new", "word-count", "--lang", "python"]);
    assert_eq!(code, Some(0), "{out}");
    assert!(out.contains("tools/word-count/handler.py"), "{out}");
    assert_eq!(typed(folder.path(), &["check", "tools"]).0, Some(0));
    assert_eq!(typed(folder.path(), &["test", "tools"]).0, Some(0));
    let (code, out, _) = typed(folder.path(), &["call", "word_count", "text=three small words"]);
    assert_eq!((code, out.as_str()), (Some(0), "{\n  \"words\": 3\n}\n"));
    let broken = folder.path().join("tools/word-count/handler.py");
    std::fs::write(&broken, "def execute(context:\n    return 1\n").unwrap();
    let (code, _, err) = typed(folder.path(), &["check", "tools"]);
    assert_eq!(code, Some(1));
    assert!(err.contains("tools/word-count/handler.py:2:5"), "{err}");
}

#[test]
fn every_shipped_tool_of_the_seed_has_a_guide() {
    let registry = toolcrib_server::shipped::registry();
    let ids = [
        "email_get",
        "email_search",
        "execute_python",
        "list_files",
        "read_file",
        "return_final_answer",
        "write_file",
    ];
    for id in ids {
        let entry = registry.get(id).unwrap();
        let guide = entry.guide().unwrap();
        assert!(guide.starts_with("# ") && guide.contains("## Example"), "{id}");
        assert_eq!(entry.compiled().warnings(), [], "{id}");
    }
    assert!(registry.list(&Filter::default()).len() >= 12);
}
