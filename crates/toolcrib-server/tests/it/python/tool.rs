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
    // A worker takes its time to come on a busy machine.
    let said = loop {
        let said = call(&registry, "print(7)\nwhile True: pass").await;
        if said[0] != "TRANSIENT" {
            break said;
        }
    };
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

#[tokio::test(flavor = "multi_thread")]
async fn an_exception_is_known_by_what_it_is_and_not_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let (_crib, registry) = shipped(folder.path(), "").await;
    for (code, end) in [
        ("class SystemExit(Exception): pass\nraise SystemExit('boom')", "SystemExit: boom\n"),
        ("class NotJson(Exception): pass\nraise NotJson('boom')", "NotJson: boom\n"),
        ("raise ValueError('\\ud800')", "ValueError: \\ud800\n"),
        ("e = ValueError('x')\ne.__notes__ = 5\nraise e", "ValueError: x\n"),
        (
            "class E(Exception):\n    def __str__(self): raise KeyError\nraise E()",
            "E: <exception str() failed>\n",
        ),
    ] {
        let said = call(&registry, code).await;
        assert_eq!(said[0], "PERMANENT", "{code}: {said}");
        let message = said[1].as_str().unwrap();
        assert!(message.starts_with("Traceback (most recent call last):\n"), "{code}: {message}");
        assert!(message.ends_with(end), "{code}: {message}");
    }
    let huge = call(&registry, "raise SystemExit(10**400)").await;
    assert_eq!(huge[0], "PERMANENT");
    let own = "class E(SystemExit): pass\nprint('a')\nraise E(0)";
    assert_eq!(call(&registry, own).await, "a\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn long_errors_keep_their_head_and_their_end() {
    let folder = tempfile::tempdir().unwrap();
    let (_crib, registry) = shipped(folder.path(), "").await;
    for code in [
        "raise ValueError('x' * 1_000_000)",
        "def a(): b()\ndef b(): a()\na()",
        "import json\nx = []\nfor i in range(3000): x = [x]\njson.dumps(x)",
    ] {
        let said = call(&registry, code).await;
        let message = said[1].as_str().unwrap();
        assert!(message.starts_with("Traceback (most recent call last):\n"), "{code}: {message}");
        assert!(
            message.contains("ValueError: ") || message.contains("RecursionError: "),
            "{code}: {message}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn groups_of_exceptions_look_as_in_python() {
    let folder = tempfile::tempdir().unwrap();
    let (_crib, registry) = shipped(folder.path(), "").await;
    let code = "raise ExceptionGroup('eg', [ValueError(1), ExceptionGroup('in', [KeyError('k')])])";
    let shown = format!(
        "  + Exception Group Traceback (most recent call last):
  |   File \"<string>\", line 1, in <module>
  |     {code}
  | ExceptionGroup: eg (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | ValueError: 1
    +---------------- 2 ----------------
    | ExceptionGroup: in (1 sub-exception)
    +-+---------------- 1 ----------------
      | KeyError: 'k'
      +------------------------------------
"
    );
    assert_eq!(call(&registry, code).await, json!(["PERMANENT", shown]));
}

#[tokio::test(flavor = "multi_thread")]
async fn output_says_that_it_was_cut_if_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let (_crib, registry) = shipped(folder.path(), "").await;
    let most = 256 * 1024;
    let whole = call(&registry, &format!("print('a' * {most}, end='')")).await;
    assert_eq!(whole.as_str().unwrap(), "a".repeat(most));
    for code in [
        format!("print('a' * {most}, end='')\nprint('b')"),
        format!("print('a' * {} + 'é' * 10, end='')", most - 1),
        "while True:\n    for i in range(10**6): print('a' * 1000)\n    break".to_owned(),
    ] {
        let said = call(&registry, &code).await;
        let text = said.as_str().or(said[1].as_str()).unwrap();
        assert!(text.contains("\n(output cut after 262144 bytes)\n"), "{code}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_share_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (_crib, registry) =
        shipped(folder.path(), "[python]\nimports = [\"json\", \"random\"]\n").await;
    let random = "import random\nprint(random.random(), random.randint(1, 10**9))";
    assert_ne!(call(&registry, random).await, call(&registry, random).await);
    let spoil = "import json\njson.dumps = None\njson.spoilt = 1\nprint('done')";
    assert_eq!(call(&registry, spoil).await, "done\n");
    let look = "from __future__ import annotations\nimport json\nprint(json.dumps(1), hasattr(json, 'spoilt'))";
    assert_eq!(call(&registry, look).await, "1 False\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn code_that_is_nested_too_deep_breaks_its_own_interpreter_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let (_crib, registry) = shipped(folder.path(), "").await;
    let deep = format!("x = {}{}", "[".repeat(100_000), "]".repeat(100_000));
    let said = call(&registry, &deep).await;
    let crashed =
        "The interpreter crashed. Code that is nested too deep does that; write it flatter.";
    assert_eq!(said, json!(["PERMANENT", crashed]));
    assert_eq!(call(&registry, "print(1)").await, "1\n");
}

/// Sends a signal to a worker.
fn signal(worker: u32, name: &str) {
    let done = Command::new("kill").args([name, &worker.to_string()]).status().unwrap();
    assert!(done.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_is_killed_takes_its_calls_along_and_is_replaced() {
    let engine = engine(&["json", "colorsys"]);
    let worker = worker_of(&engine).await;
    let own = engine.clone();
    let deadline = Instant::now() + Duration::from_secs(60);
    let waiting = tokio::spawn(async move {
        own.run(script("while True: pass", 50_000), 0, deadline, Nobody).await
    });
    tokio::time::sleep(Duration::from_millis(300)).await;
    signal(worker, "-KILL");
    let error = waiting.await.unwrap().unwrap_err();
    assert_eq!(error.to_string(), "the Python worker ended");
    assert_eq!(run(&engine, "print(2)", 5_000).await.output, "2\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_stands_still_is_replaced() {
    let engine = engine(&["json", "graphlib"]);
    let worker = worker_of(&engine).await;
    signal(worker, "-STOP");
    let deadline = Instant::now() + Duration::from_secs(1);
    let stuck = engine.run(script("print(1)", 500), 0, deadline, Nobody);
    assert!(tokio::time::timeout(Duration::from_secs(1), stuck).await.is_err());
    // It is given a moment to speak, and has none to give.
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(run(&engine, "print(2)", 5_000).await.output, "2\n");
    assert_ne!(worker_of(&engine).await, worker);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_gives_up_waiting_leaves_a_warm_worker_behind() {
    let engine = engine(&["json", "keyword"]);
    let deadline = Instant::now() + Duration::from_secs(60);
    let hasty = engine.run(script("print(1)", 1_000), 0, deadline, Nobody);
    assert!(tokio::time::timeout(Duration::from_millis(1), hasty).await.is_err());
    let first = worker_of(&engine).await;
    assert_eq!(worker_of(&engine).await, first);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_nobody_waits_for_is_ended() {
    let engine = engine(&["json", "reprlib"]);
    let worker = worker_of(&engine).await;
    let deadline = Instant::now() + Duration::from_secs(60);
    let endless = engine.run(script("while True: pass", 50_000), 0, deadline, Nobody);
    assert!(tokio::time::timeout(Duration::from_millis(500), endless).await.is_err());
    // The worker has heard of it by the time it answers the next one.
    assert_eq!(run(&engine, "print(2)", 5_000).await.output, "2\n");
    assert_eq!(children_of(worker), [0; 0]);
}
