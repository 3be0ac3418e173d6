//! The commands, in one process, word for word.

use serde_json::{Value, json};
use toolcrib_server::cli::Exit;
use toolcrib_server::shipped;

use crate::doors::{Ran, run};
use crate::fakes;

async fn shipped_run(typed: &[&str]) -> Ran {
    run(&shipped::registry(), typed, "").await
}

#[tokio::test]
async fn every_form_of_arguments_means_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arguments.json");
    std::fs::write(&file, r#"{"a": 2, "b": 3}"#).unwrap();
    let at_file = format!("@{}", file.display());
    let registry = shipped::registry();
    for (arguments, input) in [
        (vec![r#"{"a": 2, "b": 3}"#], ""),
        (vec![at_file.as_str()], ""),
        (vec!["-"], r#"{"a": 2, "b": 3}"#),
        (vec!["a=2", "b=3"], ""),
        (vec!["a=2", "b=3", "operation=ADD"], ""),
    ] {
        let typed = [vec!["call", "calculator"], arguments].concat();
        let ran = run(&registry, &typed, input).await;
        assert_eq!((ran.exit, ran.err.as_str()), (Exit::Done, ""), "{typed:?}");
        assert_eq!(ran.out, "{\n  \"result\": 5.0\n}\n");
    }
}

#[tokio::test]
async fn wrong_usage_is_two_and_says_what_was_wrong() {
    for (typed, message) in [
        (vec!["call", "echo", "hello"], "`hello` is none of a JSON object, @file, - or key=value"),
        (vec!["call", "echo", "=5"], "`=5` is none of a JSON object, @file, - or key=value"),
        (vec!["call", "echo", "a=1", "a=2"], "`a` is given twice"),
        (
            vec!["call", "echo", "@no-such-file"],
            "cannot read no-such-file: No such file or directory (os error 2)",
        ),
        (vec!["call", "echo", "--mode", "tv"], "`tv` is none of text, voice"),
        (vec!["list", "--category", "misc"], "`misc` is none of retrieval, action, utility"),
        (vec!["export", "--provider", "acme"], "`acme` is none of openai, "),
        (vec!["export"], "--provider <PROVIDER>"),
        (vec!["frobnicate"], "unrecognized subcommand 'frobnicate'"),
        (vec![], "Usage: toolcrib"),
    ] {
        let ran = shipped_run(&typed).await;
        assert_eq!(ran.exit, Exit::Usage, "{typed:?}");
        assert_eq!(ran.out, "", "{typed:?}");
        assert!(ran.err.contains(message), "{typed:?}: {}", ran.err);
    }
}

#[tokio::test]
async fn a_file_that_is_too_large_or_no_text_is_refused_as_such() {
    let folder = tempfile::tempdir().unwrap();
    let large = folder.path().join("large.json");
    // An odd offset, so that the cut falls inside a character.
    std::fs::write(&large, format!(r#"{{"ab":"{}"}}"#, "é".repeat(200_000))).unwrap();
    let ran = shipped_run(&["call", "echo", &format!("@{}", large.display())]).await;
    assert_eq!(ran.exit, Exit::Failed);
    assert!(ran.err.contains("The arguments are too large"), "{}", ran.err);
    let binary = folder.path().join("binary");
    std::fs::write(&binary, [0xff, 0xfe, 0x00]).unwrap();
    let ran = shipped_run(&["call", "echo", &format!("@{}", binary.display())]).await;
    assert_eq!(ran.exit, Exit::Usage);
    assert!(ran.err.contains("it is not UTF-8 text"), "{}", ran.err);
}

#[tokio::test]
async fn a_failed_call_is_one_and_says_why_and_what_next() {
    let ran = shipped_run(&["call", "calculator", "a=2", "b=x", "c=1"]).await;
    assert_eq!((ran.exit, ran.out.as_str()), (Exit::Failed, ""));
    assert_eq!(
        ran.err,
        "error[VALIDATION]: The arguments of `calculator` have 2 faults.\n  \
         /b: must be a number, but got a string: \"x\"\n  \
         /c: is not a parameter of this tool\n\
         help: Correct the arguments and call the tool again.\n"
    );
    let ran = shipped_run(&["call", "calclator"]).await;
    assert_eq!(ran.exit, Exit::Failed);
    assert_eq!(
        ran.err,
        "error[NOT_FOUND]: There is no tool `calclator`. Did you mean `calculator`?\n\
         help: `toolcrib list` shows all tools.\n"
    );
}

#[tokio::test]
async fn warnings_stand_beside_the_answer() {
    let registry = fakes::registry().await;
    let ran = run(&registry, &["call", "partial", "ids=[1, 20]"], "").await;
    assert_eq!(ran.exit, Exit::Done);
    assert_eq!(ran.out, "[\n  1\n]\n");
    assert_eq!(ran.err, "warning: /ids/1: not found: 20\n");
}

#[tokio::test]
async fn a_dry_run_tells_the_stages() {
    let ran = shipped_run(&["call", "calc", "a=1", "b=2", "--dry-run"]).await;
    assert_eq!(ran.exit, Exit::Done);
    assert_eq!(
        ran.out,
        "resolve  ok\nadmit    ok\nprepare  ok\nconfirm  ok\n\
         run      would run with {\"a\":1,\"b\":2,\"operation\":\"add\"}\n"
    );
    let ran = shipped_run(&["call", "calc", "a=1", "--dry-run"]).await;
    assert_eq!(ran.exit, Exit::Failed);
    assert_eq!(
        ran.out,
        "resolve  ok\nadmit    ok\n\
         prepare  VALIDATION: The arguments of `calculator` do not fit: \
         /b: is required but missing.\n         /b: is required but missing\n"
    );
}

#[tokio::test]
async fn approval_comes_from_yes_alone_when_nobody_is_there() {
    let registry = fakes::registry().await;
    let ran = run(&registry, &["call", "needs_approval", "amount=5"], "").await;
    assert_eq!(ran.exit, Exit::Failed);
    assert!(ran.err.starts_with("error[CONFIRMATION_REQUIRED]: "), "{}", ran.err);
    let ran = run(&registry, &["call", "needs_approval", "amount=5", "--yes"], "").await;
    assert_eq!((ran.exit, ran.out.as_str()), (Exit::Done, "5\n"));
}

#[tokio::test]
async fn lists_show_tools_and_what_is_broken() {
    let ran = shipped_run(&["list"]).await;
    let ids: Vec<&str> =
        ran.out.lines().skip(1).map(|line| line.split_whitespace().next().unwrap()).collect();
    assert_eq!(
        ids,
        [
            "calculator",
            "echo",
            "email_get",
            "email_search",
            "execute_python",
            "extract_contacts",
            "format_datetime",
            "kb_get",
            "kb_search",
            "list_files",
            "read_file",
            "return_final_answer",
            "robot_create",
            "robot_delete",
            "robot_get",
            "robot_list",
            "robot_switch",
            "robot_update",
            "search",
            "validate_email",
            "write_file",
        ]
    );
    assert_eq!((ran.exit, ran.err.as_str()), (Exit::Done, ""));
    let ran = shipped_run(&["list", "--source", "nowhere"]).await;
    assert_eq!(
        (ran.out.as_str(), ran.err.as_str()),
        ("", "No tool is like that; `toolcrib list` shows all.\n")
    );
    let ran = run(&fakes::registry().await, &["list"], "").await;
    assert!(ran.err.contains("broken: broken (from fakes)\n  /parameters/properties/a/type: "));
    assert!(ran.out.contains("(switched off) Is switched off."));
    let ran = run(&fakes::registry().await, &["list", "--json"], "").await;
    let listed: Value = serde_json::from_str(&ran.out).unwrap();
    let fakes = listed["tools"].as_array().unwrap().iter().filter(|tool| tool["source"] == "fakes");
    assert_eq!(fakes.count(), 19);
    assert_eq!(listed["broken"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn show_tells_everything_about_a_tool() {
    let ran = shipped_run(&["show", "calc"]).await;
    assert_eq!(ran.exit, Exit::Done);
    for part in [
        "Calculator (calculator 1.0.0)\n",
        "\nside effects   none\n",
        "\nmay take       1000 ms\n",
        "\nParameters\n{\n",
        "\nAnswer\n{\n",
        "\nGuide\n\n# calculator\n",
    ] {
        assert!(ran.out.contains(part), "{part:?} is not in:\n{}", ran.out);
    }
    let ran = shipped_run(&["show", "calc", "--json"]).await;
    let shown: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(shown["toolId"], json!("calculator"));
    assert_eq!(shown["category"], json!("utility"));
    assert_eq!(shown["versionHash"].as_str().unwrap().len(), 64);
    let ran = shipped_run(&["show", "calclator"]).await;
    assert_eq!(ran.exit, Exit::Failed);
    assert_eq!(ran.err, "error: there is no tool `calclator`; did you mean `calculator`?\n");
    let ran = shipped_run(&["show", "calclator", "--json"]).await;
    assert_eq!((ran.exit, ran.err.as_str()), (Exit::Failed, ""));
    let said: Value = serde_json::from_str(&ran.out).unwrap();
    let message = "there is no tool `calclator`; did you mean `calculator`?";
    assert_eq!(said, json!({ "error": { "message": message } }));
}

#[tokio::test]
async fn export_writes_what_a_vendor_takes() {
    let ran = shipped_run(&["export", "--provider", "openai", "calc", "echo", "calculator"]).await;
    assert_eq!(ran.exit, Exit::Done);
    let tools: Value = serde_json::from_str(&ran.out).unwrap();
    let names: Vec<&Value> =
        tools.as_array().unwrap().iter().map(|tool| &tool["function"]["name"]).collect();
    assert_eq!(names, ["calculator", "echo"]);
    let ran = shipped_run(&["export", "--provider", "openai", "nothing"]).await;
    assert_eq!(ran.exit, Exit::Failed);
    assert_eq!(ran.err, "error: there is no tool `nothing`\n");
    // A tool that is switched off is not offered.
    let ran = run(&fakes::registry().await, &["export", "--provider", "mcp"], "").await;
    assert!(!ran.out.contains("switched_off"));
}

#[tokio::test]
async fn what_is_exported_twice_is_the_same_to_the_byte() {
    for provider in toolcrib::vendor::Provider::ALL {
        let provider = provider.to_string();
        let typed = ["export", "--json", "--provider", provider.as_str()];
        let (first, second) = (shipped_run(&typed).await, shipped_run(&typed).await);
        assert_eq!(first.out, second.out);
        let golden = format!("tests/golden/shipped/{provider}.json");
        crate::golden::check(&golden, &first.out);
    }
}
