//! The shipped tools that work on the store, on both databases.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use toolcrib::{CallRequest, Caller, Filter, Runtime};
use toolcrib_server::config::Config;
use toolcrib_server::crib::Crib;
use toolcrib_server::mail::{Format, Import, Progress, Summary, import};
use toolcrib_server::stock::Stock;
use toolcrib_store::Store;

use crate::rest::stores::{Fresh, every_kind};

struct Nobody;

impl Progress for Nobody {
    fn begins(&mut self, _: u64, _: bool) {}
    fn moves(&mut self, _: u64, _: u64) {}
}

fn mail(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/mail").join(path)
}

async fn bring(store: &Store, path: &Path, format: Option<Format>, inbox: Option<&str>) -> Summary {
    let wanted = Import {
        workspace: "default".to_owned(),
        path: path.to_owned(),
        format,
        inbox: inbox.map(str::to_owned),
    };
    import(&wanted, store, &mut Nobody, &CancellationToken::new()).await.unwrap()
}

async fn runtime(fresh: &Fresh) -> (Crib, Arc<toolcrib_server::crib::Workspace>) {
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
        assert_eq!(
            unknown["warning"],
            "there is no inbox `lay-n`; similar ones are mara.lay@northwind.example, stella.panos@northwind.example, john.arnold@northwind.example"
        );
        let wrong =
            search(json!({ "query": "x", "inbox_id": "lay-m", "after": "yesterday" })).await;
        assert_eq!(wrong, json!(["VALIDATION", "`yesterday` is no day and no moment."]));
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

#[tokio::test(flavor = "multi_thread")]
async fn every_form_of_mail_comes_in_once() {
    for fresh in every_kind().await {
        let store = fresh.open().await;
        for (path, new, skipped) in [
            ("enron", 36, 0),
            ("odd", 23, 2),
            ("box.mbox", 8, 0),
            ("mail.csv", 9, 1),
            ("kaggle.csv", 5, 0),
            ("mail.jsonl", 7, 2),
        ] {
            let summary = bring(&store, &mail(path), None, None).await;
            let left_out: u64 = summary.skipped.iter().map(|(_, count, _)| count).sum();
            assert_eq!((summary.new, left_out), (new, skipped), "{path} {summary:?}");
            let again = bring(&store, &mail(path), None, None).await;
            assert_eq!((again.new, again.shared, again.known >= new), (0, 0, true), "{path}");
        }
        // What a mailbox is, is the same from above and from inside.
        let inside = bring(&store, &mail("enron/lay-m"), None, None).await;
        assert_eq!((inside.new, inside.inboxes[0].mailbox.as_str()), (0, "lay-m"));
        let given =
            bring(&store, &mail("box.mbox"), Some(Format::Mbox), Some("me@example.org")).await;
        assert_eq!(given.inboxes[0].address.as_deref(), Some("me@example.org"));
        store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_parser_reads_what_people_send() {
    let fresh = crate::rest::stores::sqlite();
    let store = fresh.open().await;
    bring(&store, &mail("odd"), None, None).await;
    let id =
        |number: u32| format!("<70000{number:02}.10758554000{number:02}.JavaMail.mail@northwind>");
    let email = async |number: u32| store.email("default", &id(number)).await.unwrap().unwrap();
    for (number, subject, body) in [
        (1, "Both text and html", "The plain part says lunch is at noon."),
        (
            3,
            "Quoted-printable utf-8",
            "Das café in Zürich hat ein résumé und kostet 5 €, also 1+1=2 am Abend.",
        ),
        (4, "Base64 utf-8", "Καλημέρα Όλγα,"),
        (5, "Latin-1 body", "Señor Ortega meets Mrs. Müller at the café, 20°C outside."),
        (6, "Windows-1252 body", "“Smart quotes” cost €5 – or so it’s said… at Škoda™."),
        (7, "Zürich café: résumé review", "The header words are encoded"),
        (13, "", "This message has no Subject"),
        (14, "Empty body", ""),
        (17, "Outer message", "The outer text: please read the note below."),
        (18, "With an attachment", "The price file is attached."),
        (26, "Bell and [31mred[0m and backspace end", "The subject of this message holds control"),
    ] {
        let found = email(number).await;
        assert_eq!(found.subject, subject, "{number}");
        assert!(found.body.starts_with(body), "{number}: {}", found.body);
    }
    let html = email(2).await.body;
    assert!(html.contains("bills included") && !html.contains("scriptword"), "{html}");
    assert_eq!(email(7).await.sender, "renee.muller@northwind.example");
    assert_eq!(email(8).await.recipients.len(), 3);
    assert_eq!(email(10).await.date, None);
    assert_eq!(email(11).await.sender, "");
    assert_eq!(email(12).await.recipients, [""; 0]);
    assert_eq!(email(19).await.date.as_deref(), Some("2001-05-14T23:39:00Z"));
    assert_eq!(email(20).await.date, None);
    assert_eq!(email(21).await.recipients.len(), 300);
    assert!(email(22).await.body.ends_with("padding longline end\n"));
    let nul = email(23).await.body;
    assert!(nul.contains("before the nul") && nul.contains("after the nul"), "{nul}");
    assert_eq!(email(25).await.recipients.len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_that_was_stopped_goes_on() {
    let fresh = crate::rest::stores::sqlite();
    let store = fresh.open().await;
    let folder = tempfile::tempdir().unwrap();
    let inbox = folder.path().join("bob-b/inbox");
    std::fs::create_dir_all(&inbox).unwrap();
    for number in 0..1_200 {
        let text = format!(
            "Message-ID: <{number}@x>\nFrom: a@x.example\nTo: bob@x.example\nSubject: {number}\n\nbody\n"
        );
        std::fs::write(inbox.join(format!("{number}.")), text).unwrap();
    }
    let wanted = Import {
        workspace: "default".to_owned(),
        path: folder.path().to_owned(),
        format: None,
        inbox: None,
    };
    let cancel = CancellationToken::new();
    cancel.cancel();
    let first = import(&wanted, &store, &mut Nobody, &cancel).await.unwrap();
    assert_eq!((first.new, first.stopped, first.resumed), (500, true, false));
    let rest = import(&wanted, &store, &mut Nobody, &CancellationToken::new()).await.unwrap();
    assert_eq!((rest.new, rest.known, rest.stopped, rest.resumed), (700, 0, false, true));
    let again = import(&wanted, &store, &mut Nobody, &CancellationToken::new()).await.unwrap();
    assert_eq!((again.new, again.known, again.resumed), (0, 1_200, false));
    assert_eq!(again.inboxes[0].address.as_deref(), Some("bob@x.example"));
}

fn typed(folder: &Path, words: &[&str]) -> (Option<i32>, String, String) {
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
fn the_command_tells_what_came_in_and_what_did_not() {
    let folder = tempfile::tempdir().unwrap();
    let odd = mail("odd").display().to_string();
    let (code, out, err) = typed(folder.path(), &["emails", "import", &odd]);
    assert_eq!(code, Some(0));
    assert_eq!(
        out,
        "Imported 23 messages; 1 was there already.\n\
         MAILBOX  ADDRESS                     NEW\n\
         odd-o    olga.odd@northwind.example  23\n"
    );
    assert_eq!(
        err,
        "Skipped 1: it is empty (odd-o/inbox/15.)\nSkipped 1: it is not mail (odd-o/inbox/16.)\n"
    );
    let (code, out, _) = typed(folder.path(), &["emails", "inboxes"]);
    assert_eq!(
        (code, out.as_str()),
        (Some(0), "MAILBOX  ADDRESS\nodd-o    olga.odd@northwind.example\n")
    );
    for (words, said) in [
        (&["emails", "import", "nowhere"][..], "error: `nowhere` does not exist\n"),
        (
            &["emails", "import", ".toolcrib/toolcrib.db"],
            "error: `.toolcrib/toolcrib.db` is neither a folder of messages nor an mbox, CSV or JSONL file; say which with --format\n",
        ),
        (&["emails", "import", ".", "--inbox", "me"], "error: `me` is no email address\n"),
    ] {
        assert_eq!(typed(folder.path(), words), (Some(2), String::new(), said.to_owned()));
    }
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

#[tokio::test(flavor = "multi_thread")]
async fn what_is_odd_on_disk_is_passed_over_and_told() {
    let fresh = crate::rest::stores::sqlite();
    let store = fresh.open().await;
    let folder = tempfile::tempdir().unwrap();
    let inbox = folder.path().join("bob/inbox");
    std::fs::create_dir_all(&inbox).unwrap();
    let message = "Message-ID: <1@x>\nFrom: a@x.example\nTo: bob@x.example\n\nbody\n";
    std::fs::write(inbox.join("1."), message).unwrap();
    std::fs::write(inbox.join("2.mbox"), format!("From a@x.example\n{message}")).unwrap();
    // Nobody writes into it, so whoever opened it would wait for ever.
    let made = Command::new("mkfifo").arg(inbox.join("3.")).status().unwrap();
    assert!(made.success());
    std::os::unix::fs::symlink(folder.path(), inbox.join("round")).unwrap();
    let summary = bring(&store, folder.path(), None, None).await;
    assert_eq!(summary.new, 1);
    let told: Vec<(&str, u64)> =
        summary.skipped.iter().map(|(why, count, _)| (why.as_str(), *count)).collect();
    assert_eq!(told, [("it cannot be read", 1), ("it is an mbox file; import it by itself", 1)]);
    // A message by itself, and dates that no clock has.
    let file = folder.path().join("one.eml");
    std::fs::write(&file, message.replace("<1@x>", "<2@x>")).unwrap();
    assert_eq!(bring(&store, &file, None, None).await.new, 1);
    let lines = "\u{feff}{\"id\":\"d0\",\"body\":\"x\"}\n{\"id\":\"d1\",\"body\":\"x\",\"date\":\"-9223372036854775808\"}\n{\"id\":\"d2\",\"body\":\"x\",\"date\":-1e300}\n";
    let file = folder.path().join("odd.jsonl");
    std::fs::write(&file, lines).unwrap();
    assert_eq!(bring(&store, &file, None, None).await.new, 3);
    let nothing = Import {
        workspace: "default".to_owned(),
        path: folder.path().join("empty"),
        format: None,
        inbox: None,
    };
    std::fs::create_dir(&nothing.path).unwrap();
    let error = import(&nothing, &store, &mut Nobody, &CancellationToken::new()).await.unwrap_err();
    assert!(error.to_string().starts_with("there are no messages in `"), "{error}");
}
