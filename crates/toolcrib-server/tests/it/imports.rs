//! `toolcrib emails import`: every form of mail, and whatever else lies on disk.

use std::path::Path;
use std::process::Command;

use tokio_util::sync::CancellationToken;
use toolcrib_server::mail::{Format, Import, Progress, Summary, import};
use toolcrib_store::Store;

use crate::rest::stores::every_kind;
use crate::shipped_tools::typed;

struct Nobody;

impl Progress for Nobody {
    fn begins(&mut self, _: u64, _: u64, _: bool) {}
    fn moves(&mut self, _: u64, _: u64) {}
}

pub(crate) fn mail(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/mail").join(path)
}

pub(crate) async fn bring(
    store: &Store,
    path: &Path,
    format: Option<Format>,
    inbox: Option<&str>,
) -> Summary {
    let wanted = Import {
        workspace: "default".to_owned(),
        path: path.to_owned(),
        format,
        inbox: inbox.map(str::to_owned),
    };
    import(&wanted, store, &mut Nobody, &CancellationToken::new()).await.unwrap()
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
    // One address is for one mailbox, and nothing has changed.
    let enron = mail("enron").display().to_string();
    let words = ["emails", "import", &enron, "--inbox", "me@example.org"];
    let (code, out, err) = typed(folder.path(), &words);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(err.contains("holds several mailboxes (arnold-j, lay-m, panos-s)"), "{err}");
    assert_eq!(typed(folder.path(), &["emails", "inboxes"]).1.lines().count(), 2);
    // Where nothing at all is mail, the import has failed.
    std::fs::write(folder.path().join("no.jsonl"), "x\ny\n").unwrap();
    let (code, out, err) = typed(folder.path(), &["emails", "import", "no.jsonl"]);
    assert_eq!((code, out.as_str()), (Some(1), "Imported 0 messages.\n"));
    assert_eq!(err, "Skipped 2: the line is not JSON (line 1, line 2)\n");
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
    assert_eq!(
        told,
        [
            ("it is a link, and those are not followed", 1),
            ("it is not a file", 1),
            ("it is an mbox file; import it by itself", 1)
        ]
    );
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
