//! Tool folders on the command line: `check`, `new` and `build`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;
use toolcrib_server::cli::Exit;
use toolcrib_server::shipped;

use crate::doors::{self, Ran};
use crate::golden;

const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The real binary in a folder, built at a fixed time.
fn toolcrib(folder: &Path, typed: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_toolcrib"))
        .args(typed)
        .current_dir(folder)
        .env("SOURCE_DATE_EPOCH", "1767225600")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn said(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

async fn run(typed: &[&str]) -> Ran {
    doors::run(&shipped::registry(), typed, "").await
}

/// A folder with tools that `new` made.
fn with_tools(names: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in names {
        let made = toolcrib(folder.path(), &["new", name]);
        assert!(made.status.success(), "{}", said(&made.stderr));
    }
    folder
}

fn edit(file: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains(from), "{from:?} is not in {}", file.display());
    fs::write(file, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn broken_tools_are_told_what_is_wrong_where_and_how_to_mend_it() {
    let checked = toolcrib(Path::new(REPOSITORY), &["check", "tests/broken-tools", "--notes"]);
    assert_eq!(checked.status.code(), Some(1));
    assert_eq!(said(&checked.stdout), "");
    golden::check("../../tests/broken-tools.txt", said(&checked.stderr));
}

#[test]
fn each_broken_tool_alone_has_something_to_say() {
    let folders = fs::read_dir(Path::new(REPOSITORY).join("tests/broken-tools")).unwrap();
    let mut count = 0;
    for folder in folders {
        let folder = folder.unwrap().path();
        let checked = toolcrib(&folder, &["check", ".", "--json"]);
        let report: Value = serde_json::from_slice(&checked.stdout).unwrap();
        let errors = report["errors"].as_u64().unwrap();
        assert_eq!(checked.status.code(), Some(i32::from(errors > 0)), "{}", folder.display());
        count += 1;
    }
    assert!(count >= 30, "{count}");
}

#[tokio::test]
async fn check_ends_with_one_for_errors_and_zero_for_less() {
    let broken = format!("{REPOSITORY}/tests/broken-tools");
    for (folder, exit, summary) in [
        ("field-missing", Exit::Failed, "1 tool checked: 1 error in 1 tool\n"),
        ("writer-careless", Exit::Done, "1 tool checked: no errors, 1 warning\n"),
        ("examples-missing", Exit::Done, "1 tool checked: no errors, 1 note\n"),
        ("same-name", Exit::Done, "1 tool checked: no errors\n"),
    ] {
        let ran = run(&["check", &format!("{broken}/{folder}")]).await;
        assert_eq!((ran.exit, ran.out.as_str()), (exit, ""), "{folder}");
        assert!(ran.err.ends_with(summary), "{folder}: {}", ran.err);
    }
}

#[tokio::test]
async fn check_without_a_folder_is_wrong_usage_and_says_what_to_do() {
    let ran = run(&["check", "no-such-folder"]).await;
    assert_eq!(ran.exit, Exit::Usage);
    assert_eq!(
        ran.err,
        "error: there is no folder `no-such-folder`; name the folder that holds your tools, or \
         make a first tool with `toolcrib new my-tool`\n"
    );
    let ran = run(&["check", "Cargo.toml"]).await;
    assert_eq!(ran.exit, Exit::Usage);
    assert_eq!(
        ran.err,
        "error: `Cargo.toml` is no folder; name a tool folder, or a folder that holds some\n"
    );
    let empty = tempfile::tempdir().unwrap();
    let ran = run(&["check", empty.path().to_str().unwrap()]).await;
    assert_eq!(ran.exit, Exit::Done);
    assert!(ran.err.starts_with("There are no tools in `"), "{}", ran.err);
}

#[tokio::test]
async fn what_vendors_cannot_be_told_is_counted_unless_asked_for() {
    let folder = format!("{REPOSITORY}/tests/broken-tools/vendors-differ");
    let ran = run(&["check", &folder]).await;
    assert_eq!(ran.exit, Exit::Done);
    let shown = format!(
        "note: {folder}: 3 things that some vendors cannot be told; --notes shows them\n\n\
         1 tool checked: no errors, 3 notes\n"
    );
    assert_eq!(ran.err, shown);
    let ran = run(&["check", &folder, "--notes"]).await;
    assert_eq!(ran.err.matches("note: ").count(), 3, "{}", ran.err);
}

#[tokio::test]
async fn check_tells_programs_the_same() {
    let folder = format!("{REPOSITORY}/tests/broken-tools/version-short");
    let ran = run(&["check", &folder, "--json"]).await;
    assert_eq!((ran.exit, ran.err.as_str()), (Exit::Failed, ""));
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(
        report,
        json!({
            "tools": [{
                "toolId": "version_short",
                "folder": folder,
                "ok": false,
                "findings": [{
                    "severity": "error",
                    "file": "schema.json",
                    "line": 3,
                    "column": 14,
                    "pointer": "/version",
                    "message": "`1.0` is not a semantic version",
                    "help": "write major.minor.patch, such as `1.0.0`",
                }],
            }],
            "errors": 1,
            "warnings": 0,
            "notes": 0,
        })
    );
}

#[test]
fn a_new_tool_passes_the_check_and_says_what_comes_next() {
    let folder = tempfile::tempdir().unwrap();
    let made = toolcrib(folder.path(), &["new", "my-tool"]);
    assert_eq!(
        (said(&made.stdout), said(&made.stderr)),
        (
            "Wrote the tool `my_tool`:\n  \
             tools/my-tool/schema.json  what it promises: its parameters and what it does to the world\n  \
             tools/my-tool/guide.md     how and when to use it, for the model; with examples\n  \
             tools/my-tool/handler.js   what runs when it is called\n\n\
             Next:\n  \
             toolcrib check tools/my-tool\n  \
             toolcrib test tools/my-tool\n  \
             toolcrib call my_tool text=\"three small words\"\n",
            ""
        )
    );
    let checked = toolcrib(folder.path(), &["check", "--notes"]);
    assert_eq!(said(&checked.stderr), "1 tool checked: no errors\n");
    assert_eq!(checked.status.code(), Some(0));
    let guide = fs::read_to_string(folder.path().join("tools/my-tool/guide.md")).unwrap();
    assert!(guide.contains("```json answer\n"), "{guide}");
    // A name with `_` stays as it was typed, elsewhere if that is wanted.
    let made = toolcrib(folder.path(), &["new", "my_other", "--dir", "more/tools", "--json"]);
    let told: Value = serde_json::from_slice(&made.stdout).unwrap();
    assert_eq!(
        told,
        json!({
            "toolId": "my_other",
            "folder": "more/tools/my_other",
            "files": [
                "more/tools/my_other/schema.json",
                "more/tools/my_other/guide.md",
                "more/tools/my_other/handler.js",
            ],
        })
    );
    assert!(toolcrib(folder.path(), &["check", "more/tools"]).status.success());
}

#[test]
fn a_name_that_makes_no_id_is_refused_with_one_that_does() {
    let folder = tempfile::tempdir().unwrap();
    for (name, instead) in [
        ("My Tool", "my-tool"),
        ("MyTool", "my-tool"),
        ("9lives", "lives"),
        ("../escape", "escape"),
        ("größe", "gr-e"),
        ("--", "my-tool"),
        (&"x".repeat(65), &"x".repeat(64)),
    ] {
        let made = toolcrib(folder.path(), &["new", "--", name]);
        assert_eq!(made.status.code(), Some(2), "{name}");
        assert_eq!(
            said(&made.stderr),
            format!(
                "error: `{name}` cannot be the name of a tool: it must start with a lower-case \
                 letter and have at most 64 lower-case letters, digits, `-` or `_`; \
                 try `{instead}`\n"
            )
        );
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn nothing_is_overwritten_and_nothing_is_half_written() {
    let folder = with_tools(&["my-tool"]);
    let guide = folder.path().join("tools/my-tool/guide.md");
    fs::write(&guide, "mine").unwrap();
    let made = toolcrib(folder.path(), &["new", "my-tool"]);
    assert_eq!(made.status.code(), Some(1));
    assert_eq!(
        said(&made.stderr),
        "error: `tools/my-tool` is already there, and nothing is overwritten; choose another name\n"
    );
    assert_eq!(fs::read_to_string(&guide).unwrap(), "mine");
    // A file where the folder of tools should be: nothing can be written.
    fs::write(folder.path().join("file"), "").unwrap();
    let made = toolcrib(folder.path(), &["new", "other", "--dir", "file"]);
    assert_eq!(made.status.code(), Some(1));
    assert!(said(&made.stderr).ends_with("; nothing was written\n"), "{}", said(&made.stderr));
    assert_eq!(fs::read_dir(folder.path().join("tools")).unwrap().count(), 1);
}

/// Builds and reads what was written.
fn built(folder: &Path) -> (String, Value) {
    let ran = toolcrib(folder, &["build"]);
    assert!(ran.status.success(), "{}", said(&ran.stderr));
    let text = fs::read_to_string(folder.join("tools/tool_registry.json")).unwrap();
    let registry: Value = serde_json::from_str(&text).unwrap();
    let count = registry["tools"].as_array().unwrap().len();
    let tools = if count == 1 { "1 tool".to_owned() } else { format!("{count} tools") };
    let version = registry["version"].as_str().unwrap();
    assert_eq!(
        said(&ran.stdout),
        format!("wrote tools/tool_registry.json: {tools}, version {version}\n")
    );
    (text, registry)
}

#[test]
fn the_registry_file_holds_everything_an_agent_needs() {
    let folder = with_tools(&["zebra", "my-tool"]);
    let (text, registry) = built(folder.path());
    assert!(text.ends_with("}\n"));
    let keys =
        |value: &Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
    assert_eq!(keys(&registry), ["version", "gitCommit", "buildTimestamp", "tools"]);
    assert_eq!(registry["gitCommit"], Value::Null);
    assert_eq!(registry["buildTimestamp"], json!("2026-01-01T00:00:00Z"));
    let version = registry["version"].as_str().unwrap();
    let digits = version.strip_prefix("1.0.").unwrap();
    assert!(digits.len() == 8 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()), "{version}");
    let tools = registry["tools"].as_array().unwrap();
    assert_eq!([&tools[0]["toolId"], &tools[1]["toolId"]], ["my_tool", "zebra"]);
    let tool = &tools[0];
    assert_eq!(
        keys(tool),
        [
            "toolId",
            "version",
            "description",
            "category",
            "sideEffects",
            "idempotent",
            "requiresConfirmation",
            "allowedModes",
            "latencyBudgetMs",
            "timeoutMs",
            "enabled",
            "unknownArguments",
            "coerce",
            "versionHash",
            "summary",
            "documentation",
            "jsonSchema",
            "output",
            "providerSchemas",
            "handlerPath",
        ]
    );
    let guide = fs::read_to_string(folder.path().join("tools/my-tool/guide.md")).unwrap();
    assert_eq!(tool["documentation"], json!(guide));
    let summary = "Counts the words in a text. Use it when an exact count matters; models guess.";
    assert_eq!(tool["summary"], json!(summary));
    assert_eq!(tool["handlerPath"], json!("my-tool/handler.js"));
    assert_eq!(keys(&tool["providerSchemas"]), ["openai", "geminiNative"]);
    let openai = &tool["providerSchemas"]["openai"]["function"];
    assert_eq!((&openai["name"], &openai["parameters"]), (&json!("my_tool"), &tool["jsonSchema"]));
    assert_eq!(tool["providerSchemas"]["geminiNative"]["name"], json!("my_tool"));
    // Nothing is left lying about, and no tool folder is touched.
    let mut left: Vec<_> = fs::read_dir(folder.path().join("tools"))
        .unwrap()
        .map(|item| item.unwrap().file_name().into_string().unwrap())
        .collect();
    left.sort();
    assert_eq!(left, ["my-tool", "tool_registry.json", "zebra"]);
}

#[test]
fn identical_folders_give_identical_bytes() {
    let one = with_tools(&["my-tool", "other"]);
    let two = with_tools(&["other", "my-tool"]);
    assert_eq!(built(one.path()).0, built(two.path()).0);
    assert_eq!(built(one.path()).0, built(one.path()).0);
}

#[test]
fn the_version_follows_from_everything_that_changes_behaviour() {
    let folder = with_tools(&["my-tool"]);
    let tool = folder.path().join("tools/my-tool");
    fs::create_dir(tool.join("lib")).unwrap();
    fs::write(tool.join("lib/helper.js"), "export const one = 1;\n").unwrap();
    let mut versions = vec![built(folder.path()).1["version"].clone()];
    for (file, from, to) in [
        ("guide.md", "Three words", "Three word"),
        ("handler.js", "no words", "no word"),
        ("lib/helper.js", "one = 1", "one = 2"),
        ("schema.json", "\"1.0.0\"", "\"1.0.1\""),
        ("schema.json", "\"utility\"", "\"action\""),
        ("schema.json", "\"none\"", "\"read_only\""),
        ("schema.json", "\"idempotent\": true", "\"idempotent\": false"),
        ("schema.json", "\"requiresConfirmation\": false", "\"requiresConfirmation\": true"),
        ("schema.json", "[\"text\", \"voice\"]", "[\"text\"]"),
        ("schema.json", "\"latencyBudgetMs\": 100", "\"latencyBudgetMs\": 101"),
        ("schema.json", "\"parameters\"", "\"timeoutMs\": 5000,\n  \"parameters\""),
        ("schema.json", "\"type\": \"integer\"", "\"type\": \"number\""),
    ] {
        edit(&tool.join(file), from, to);
        let version = built(folder.path()).1["version"].clone();
        assert!(!versions.contains(&version), "{file}: {from} -> {to}");
        versions.push(version);
    }
    // The order of keys, white space and labels for people are no behaviour.
    let manifest = fs::read_to_string(tool.join("schema.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    let mut turned: serde_json::Map<String, Value> =
        manifest.as_object().unwrap().clone().into_iter().rev().collect();
    turned.insert("title".to_owned(), json!("My tool"));
    fs::write(tool.join("schema.json"), Value::Object(turned).to_string()).unwrap();
    assert_eq!(built(folder.path()).1["version"], versions[versions.len() - 1]);
}

#[tokio::test]
async fn the_version_is_the_one_a_registry_would_have() {
    use toolcrib::{Answer, Context, Registry, Spec, Tool, ToolError, ValidCall, async_trait};
    use toolcrib_handlers::folder::{Files, check};

    struct Folder(Spec, String, Vec<u8>);

    #[async_trait]
    impl Tool for Folder {
        fn spec(&self) -> Spec {
            self.0.clone()
        }
        fn guide(&self) -> Option<String> {
            Some(self.1.clone())
        }
        fn handler_bytes(&self) -> &[u8] {
            &self.2
        }
        async fn call(&self, _: &ValidCall, _: &Context) -> Result<Answer, ToolError> {
            Ok(Answer::new(()))
        }
    }

    let folder = with_tools(&["my-tool", "other"]);
    let registry = Registry::new();
    for name in ["other", "my-tool"] {
        let files = Files::read(&folder.path().join("tools").join(name));
        let checked = check(&files, registry.limits(), &python_settings());
        let guide = checked.guide.unwrap();
        registry.register(Folder(checked.spec.unwrap(), guide, checked.handler_bytes)).unwrap();
    }
    let built = built(folder.path()).1;
    assert_eq!(built["version"], json!(&**registry.snapshot().version()));
}

#[test]
fn one_error_and_nothing_is_written() {
    let folder = with_tools(&["my-tool", "other"]);
    let before = built(folder.path()).0;
    edit(&folder.path().join("tools/other/schema.json"), "\"utility\"", "\"misc\"");
    for typed in [&["build"][..], &["build", "--json"]] {
        let ran = toolcrib(folder.path(), typed);
        assert_eq!(ran.status.code(), Some(1));
        let err = said(&ran.stderr);
        assert!(err.starts_with("error: `misc` is not a value of `category`\n"), "{err}");
        let all = format!("{err}{}", said(&ran.stdout));
        assert!(all.contains("nothing was written; 2 tools checked: 1 error in 1 tool"), "{all}");
    }
    let file = folder.path().join("tools/tool_registry.json");
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
    assert_eq!(toolcrib(folder.path(), &["build", "nowhere"]).status.code(), Some(2));
}

#[test]
fn a_build_goes_where_it_is_told_and_names_the_commit() {
    let folder = with_tools(&["my-tool"]);
    let git = |typed: &[&str]| {
        let who = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
        let output = Command::new("git")
            .args(who)
            .args(typed)
            .current_dir(folder.path())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", said(&output.stderr));
        said(&output.stdout).trim().to_owned()
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-qm", "tools"]);
    let ran = toolcrib(folder.path(), &["build", "tools/my-tool", "--out", "out.json", "--json"]);
    assert!(ran.status.success(), "{}", said(&ran.stderr));
    let told: Value = serde_json::from_slice(&ran.stdout).unwrap();
    let text = fs::read_to_string(folder.path().join("out.json")).unwrap();
    let registry: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(told, json!({ "file": "out.json", "tools": 1, "version": registry["version"] }));
    assert_eq!(registry["gitCommit"], json!(git(&["rev-parse", "HEAD"])));
    assert_eq!(registry["tools"][0]["handlerPath"], json!("handler.js"));
}

#[test]
fn a_time_that_is_none_is_refused() {
    let folder = with_tools(&["my-tool"]);
    let ran = Command::new(env!("CARGO_BIN_EXE_toolcrib"))
        .arg("build")
        .current_dir(folder.path())
        .env("SOURCE_DATE_EPOCH", "yesterday")
        .output()
        .unwrap();
    assert_eq!(ran.status.code(), Some(2));
    assert_eq!(said(&ran.stderr), "error: SOURCE_DATE_EPOCH is not a number of seconds\n");
}

fn python_settings() -> toolcrib_handlers::python::Settings {
    let worker = Some(crate::python::worker());
    toolcrib_handlers::python::Settings { worker, ..Default::default() }
}
