//! `execute_python`, as a caller sees it.

use super::*;

#[tokio::test(flavor = "multi_thread")]
async fn what_is_printed_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let (_crib, registry) = shipped(folder.path(), "").await;
    for (code, answer) in [
        ("print(1 + 1)", "2\n"),
        ("x = 1", NO_OUTPUT),
        ("", NO_OUTPUT),
        ("print('import os')", "import os\n"),
        ("print('a', end='')\nexit()", "a"),
    ] {
        assert_eq!(call(&registry, code).await, answer, "{code}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failure_says_what_and_where() {
    let folder = tempfile::tempdir().unwrap();
    let (_crib, registry) = shipped(folder.path(), "").await;
    for (code, message) in [
        (
            "print('before')\n1 / 0",
            "before\nTraceback (most recent call last):\n  File \"<string>\", line 2, in <module>\n    1 / 0\nZeroDivisionError: division by zero\n",
        ),
        (
            "import json\njson.loads('{')",
            "Traceback (most recent call last):\n  File \"<string>\", line 2, in <module>\n    json.loads('{')\n  File \"json\", line 352, in loads\n  File \"json.decoder\", line 359, in decode\n  File \"json.decoder\", line 375, in raw_decode\njson.decoder.JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)\n",
        ),
        (
            "import os",
            "Traceback (most recent call last):\n  File \"<string>\", line 1, in <module>\n    import os\nImportError: import of 'os' is not allowed in this sandbox; these can be imported: json, re, typing\n",
        ),
        (
            "open('/etc/passwd')",
            "Traceback (most recent call last):\n  File \"<string>\", line 1, in <module>\n    open('/etc/passwd')\nPermissionError: open() is not allowed in this sandbox: there are no files in this sandbox\n",
        ),
        (
            "x = (1,",
            "  File \"<string>\", line 1\n    x = (1,\n        ^\nSyntaxError: '(' was never closed\n",
        ),
        ("exit(3)", "The code exited with the status 3."),
        ("exit('no more')", "no more"),
        (
            "print('x' * 3)\ny = 'y'\nwhile True: y += y",
            "The code was stopped: it needed more than its 50 MiB of memory.\nOutput so far:\nxxx\n",
        ),
    ] {
        assert_eq!(call(&registry, code).await, json!(["PERMANENT", message]), "{code}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_time_out_says_so_and_what_was_printed_before() {
    let _turn = TURN.lock().await;
    let folder = tempfile::tempdir().unwrap();
    let (_crib, registry) = shipped(folder.path(), "").await;
    let message =
        "The code was stopped: it was not done in the 5 seconds of a call.\nOutput so far:\n7\n";
    let said = call(&registry, "print(7)\nwhile True: pass").await;
    assert_eq!(said, json!(["TIMEOUT", message]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_setting_widens_what_can_be_imported() {
    let folder = tempfile::tempdir().unwrap();
    let config = "[python]\nimports = [\"math\", \"datetime\", \"json\"]\n";
    let (_crib, registry) = shipped(folder.path(), config).await;
    let code = "import math, datetime\nprint(math.floor(2.5), datetime.date(2026, 1, 31))";
    assert_eq!(call(&registry, code).await, "2 2026-01-31\n");
    let description = registry.get("execute_python").unwrap().spec().description.clone();
    assert!(description.contains("imported: datetime, json, math."), "{description}");
    let said = call(&registry, "import re").await;
    assert!(said[1].as_str().unwrap().contains("these can be imported: datetime, json, math"));
}

#[test]
fn a_module_that_is_not_there_cannot_be_let_in() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("toolcrib.toml");
    std::fs::write(&file, "[python]\nimports = [\"os\"]\n").unwrap();
    let error = Config::read(Some(&file)).unwrap_err().to_string();
    assert!(error.contains("the module `os` cannot be let in; these can: abc, array,"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_at_once_all_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let (_crib, registry) = shipped(folder.path(), "").await;
    let mut running = JoinSet::new();
    for number in 0..100 {
        let registry = registry.clone();
        running
            .spawn(async move { (number, call(&registry, &format!("print({number} * 2)")).await) });
    }
    for (number, answer) in running.join_all().await {
        assert_eq!(answer, format!("{}\n", number * 2));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_worker_nothing_runs_and_the_caller_is_told() {
    let engine =
        Engine::new(Settings { worker: Some("/does/not/exist".into()), ..Settings::default() });
    let error = engine
        .run(script("1", 1_000), 0, Instant::now() + Duration::from_secs(5), Nobody)
        .await
        .unwrap_err();
    assert_eq!(error.to_string(), "the Python worker did not start");
}
