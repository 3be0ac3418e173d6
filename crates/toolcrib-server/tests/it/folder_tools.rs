//! Folder tools on the command line: `test`, `call`, `list`, `show`, settings.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

/// A folder with tools in it, and the real binary run there.
struct Place(TempDir);

/// What the binary did.
struct Did {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn run(&self, typed: &[&str]) -> Did {
        let output = Command::new(env!("CARGO_BIN_EXE_toolcrib"))
            .args(typed)
            .current_dir(self.0.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Did { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// Writes a tool whose guide has these examples.
    fn write(&self, folder: &str, others: Value, body: &str, examples: &str) {
        let folder = self.0.path().join(folder);
        let id = folder.file_name().unwrap().to_str().unwrap().replace('-', "_");
        let mut manifest = json!({
            "toolId": id,
            "version": "1.0.0",
            "description": "Does something for a test.",
            "category": "utility",
            "sideEffects": "none",
            "idempotent": true,
            "requiresConfirmation": false,
            "allowedModes": ["text"],
            "latencyBudgetMs": 1000,
            "parameters": {
                "type": "object",
                "additionalProperties": false,
                "properties": { "n": { "type": "integer" } },
            },
        });
        for (field, value) in others.as_object().unwrap() {
            manifest[field] = value.clone();
        }
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("schema.json"), manifest.to_string()).unwrap();
        let guide = format!("# {id}\n\nWhat it is for.\n\n## Examples\n\n{examples}");
        fs::write(folder.join("guide.md"), guide).unwrap();
        let handler = format!("export async function execute(context) {{ {body} }}\n");
        fs::write(folder.join("handler.js"), handler).unwrap();
    }

    fn file(&self, name: &str, text: &str) {
        fs::write(self.0.path().join(name), text).unwrap();
    }
}

const DOUBLE: &str = "return { ok: true, data: { double: context.args.n * 2 } };";
const WRITER: &str = "return { ok: true, data: 'written' };";

fn writer() -> Value {
    json!({ "category": "action", "sideEffects": "writes" })
}

#[test]
fn examples_are_called_and_held_to_their_word() {
    let place = Place::new();
    place.write(
        "tools/double",
        json!({ "examples": [{ "n": 4 }, { "n": "x" }] }),
        DOUBLE,
        "**Twice two:**\n```json\n{ \"n\": 2 }\n```\n```json answer\n{ \"double\": 4 }\n```\n\n\
         **Wrong:**\n```json\n{ \"n\": 3 }\n```\n```json answer\n{ \"double\": 7 }\n```\n\n\
         ```json\n{ \"n\": 3 }\n```\n```json answer includes\n{}\n```\n\n\
         ```json\n{ \"n\": \"three\" }\n```\n```json error\n{ \"type\": \"VALIDATION\" }\n```\n",
    );
    let did = place.run(&["test"]);
    assert_eq!(did.code, Some(1));
    assert_eq!(
        did.out,
        "ok    double: Twice two  (tools/double/guide.md:8)\n\
         FAIL  double: Wrong  (tools/double/guide.md:16)\n\
         \x20       expected the answer {\"double\":7}\n\
         \x20       got {\"double\":6}\n\
         ok    double: {\"n\":3}  (tools/double/guide.md:23)\n\
         ok    double: {\"n\":\"three\"}  (tools/double/guide.md:30)\n\
         ok    double: example 0 of the manifest  (tools/double/schema.json:/examples/0)\n\
         FAIL  double: example 1 of the manifest  (tools/double/schema.json:/examples/1)\n\
         \x20       VALIDATION: The arguments of `double` do not fit: /n: must be an integer, but got \
         a string: \"x\".\n\
         \nFAILED: 4 passed, 2 failed\n"
    );
    let did = place.run(&["test", "--json"]);
    let told: Value = serde_json::from_str(&did.out).unwrap();
    assert_eq!(told["ok"], json!(false));
    assert_eq!(told["examples"][1]["result"], json!("failed"));
    assert_eq!(told["examples"].as_array().unwrap().len(), 6);
}

#[test]
fn nothing_writes_unless_it_is_allowed_not_even_through_another_tool() {
    let place = Place::new();
    let example = "```json\n{ \"n\": 1 }\n```\n";
    place.write("tools/writer", writer(), WRITER, example);
    place.write(
        "tools/outer",
        json!({ "uses": ["writer"] }),
        "const inner = await context.call('writer', {}); return { ok: true, data: inner.data ?? inner.error.type };",
        "```json\n{}\n```\n```json answer\n\"PERMISSION_DENIED\"\n```\n",
    );
    let did = place.run(&["test"]);
    assert_eq!((did.code, did.err.as_str()), (Some(0), ""));
    assert_eq!(
        did.out,
        "ok    outer: {}  (tools/outer/guide.md:7)\n\
         held  writer: {\"n\":1}  (tools/writer/guide.md:7)\n\n\
         ok: 1 passed, 0 failed, 1 held\n\
         1 example of tools that write had only their arguments checked; --allow-writes runs them\n"
    );
    let did = place.run(&["test", "tools/writer", "--allow-writes"]);
    assert_eq!((did.code, did.out.lines().last()), (Some(0), Some("ok: 1 passed, 0 failed")));
    // A held example still has its arguments checked.
    place.write("tools/writer", writer(), WRITER, "```json\n{ \"m\": 1 }\n```\n");
    assert_eq!(place.run(&["test", "tools/writer"]).code, Some(1));
}

#[test]
fn the_folder_that_is_named_is_the_one_that_is_tested() {
    let place = Place::new();
    let example = "```json\n{ \"n\": 2 }\n```\n```json answer\n{ \"double\": 4 }\n```\n";
    place.write("tools/double", json!({}), DOUBLE, example);
    place.write("other/double", json!({}), "return { ok: true, data: 'wrong' };", example);
    assert_eq!(place.run(&["test"]).code, Some(0));
    assert_eq!(place.run(&["test", "other/double"]).code, Some(1));
    // A name that cannot be had is said, not tested by somebody else's handler.
    place.write("other/calculator", json!({}), DOUBLE, example);
    let did = place.run(&["test", "other/calculator"]);
    assert_eq!(did.code, Some(1));
    let did = place.run(&["check", "other/calculator"]);
    assert_eq!(did.code, Some(1));
    assert!(did.err.contains("already belongs to the tool `calculator` of the source `native`"));
}

#[test]
fn a_broken_folder_fails_its_test_and_no_other() {
    let place = Place::new();
    place.write("tools/good", json!({}), DOUBLE, "```json\n{ \"n\": 2 }\n```\n");
    place.write("tools/bad", json!({}), "return {{{;", "```json\n{}\n```\n");
    let did = place.run(&["test"]);
    assert_eq!(did.code, Some(1));
    assert!(did.out.contains("FAIL  bad: its folder  (tools/bad)\n"), "{}", did.out);
    assert!(did.out.ends_with("FAILED: 1 passed, 1 failed\n"), "{}", did.out);
    assert_eq!(place.run(&["call", "good", "n=4"]).out, "{\n  \"double\": 8\n}\n");
    let did = place.run(&["show", "bad"]);
    assert_eq!((did.code, did.out.as_str()), (Some(1), ""));
    assert!(did.err.starts_with("`bad` of folders is broken:\n  handler.js:1:"), "{}", did.err);
    let did = place.run(&["list", "--source", "shipped"]);
    assert!(!did.err.contains("bad"), "{}", did.err);
    let did = place.run(&["list"]);
    assert!(did.err.contains("broken: bad (from folders)"), "{}", did.err);
    assert!(did.out.contains("good                 1.0.0    utility    folders  What it is for."));
}

#[test]
fn what_a_handler_says_and_wishes_is_shown() {
    let place = Place::new();
    place.write(
        "tools/talk",
        json!({}),
        "console.warn('careful'); return { ok: true, data: 'said', intents: [{ type: 'SUPPRESS_AUDIO', value: true }] };",
        "",
    );
    let did = place.run(&["call", "talk"]);
    assert_eq!(did.out, "said\n");
    assert_eq!(
        did.err,
        "console warn: careful\nintent: {\"type\":\"SUPPRESS_AUDIO\",\"value\":true}\n"
    );
    place.write("tools/talk", json!({}), "\nmissing();", "");
    let did = place.run(&["call", "talk"]);
    assert_eq!(
        did.err,
        "console error: ReferenceError: missing is not defined\n\
         console error:     at execute (handler.js:2:1)\n\
         error[INTERNAL]: `talk` failed: ReferenceError: missing is not defined.\n\
         help: Do not repeat the call; go on without this tool or tell the user.\n"
    );
}

#[test]
fn yes_is_said_to_the_call_that_was_typed() {
    let place = Place::new();
    let confirmed =
        json!({ "category": "action", "sideEffects": "writes", "requiresConfirmation": true });
    place.write("tools/writer", confirmed.clone(), WRITER, "");
    place.write(
        "tools/outer",
        json!({ "uses": ["writer"] }),
        "const inner = await context.call('writer', {}); return { ok: true, data: inner.error.type };",
        "",
    );
    assert_eq!(place.run(&["call", "writer", "--yes"]).out, "written\n");
    assert_eq!(place.run(&["call", "outer", "--yes"]).out, "CONFIRMATION_REQUIRED\n");
}

#[test]
fn tools_are_found_where_they_are_said_to_be() {
    let place = Place::new();
    place.write("here/double", json!({}), DOUBLE, "");
    assert_eq!(place.run(&["call", "double", "n=1"]).code, Some(1));
    assert_eq!(place.run(&["call", "double", "n=1", "--tools", "here"]).code, Some(0));
    for typed in [["list", "--tools", "nowhere"], ["check", "--tools", "nowhere"]] {
        let did = place.run(&typed);
        assert_eq!(did.code, Some(2), "{typed:?}");
        let said =
            "error: `nowhere` is no folder; --tools names a folder with tool folders in it\n";
        assert_eq!(did.err, said);
    }
}

#[test]
fn settings_are_read_and_a_wrong_one_is_said() {
    let place = Place::new();
    place.file("toolcrib.toml", "[fetch]\nprivate_hosts = [\"localhost:8080\"]\n");
    assert_eq!(place.run(&["list"]).code, Some(0));
    place.file("other.toml", "[fetch]\nprivate_host = []\n");
    let did = place.run(&["list", "--config", "other.toml"]);
    assert_eq!(did.code, Some(2));
    assert!(did.err.starts_with("error: `other.toml` is not usable: TOML parse error at line 2"));
    assert!(did.err.contains("unknown field `private_host`"), "{}", did.err);
    place.file("other.toml", "[fetch]\nprivate_hosts = [\"https://x/\", \"*\"]\n");
    let did = place.run(&["check", "--config", "other.toml"]);
    assert_eq!(did.code, Some(2));
    assert!(did.err.contains("`https://x/`: ") && did.err.contains("`*`: "), "{}", did.err);
    let did = place.run(&["list", "--config", "missing.toml"]);
    assert_eq!(did.code, Some(2));
    assert!(did.err.starts_with("error: cannot read `missing.toml`: "), "{}", did.err);
}

#[test]
fn what_new_writes_can_be_called_at_once() {
    let place = Place::new();
    assert_eq!(place.run(&["new", "my-tool"]).code, Some(0));
    assert_eq!(place.run(&["check"]).err, "1 tool checked: no errors\n");
    assert_eq!(place.run(&["test"]).code, Some(0));
    let did = place.run(&["call", "my_tool", "text=three small words"]);
    assert_eq!(did.out, "{\n  \"words\": 3\n}\n");
    let did = place.run(&["new", "far", "--dir", "a/b"]);
    let last = did.out.lines().last().unwrap();
    assert!(last.ends_with("call far text=\"three small words\" --tools a/b"), "{last}");
}

#[test]
fn new_takes_no_name_that_somebody_has() {
    let place = Place::new();
    let did = place.run(&["new", "echo"]);
    assert_eq!(did.code, Some(1));
    let said = "error: the name `echo` already belongs to the tool `echo` of the source `native`; \
                choose another\n";
    assert_eq!(did.err, said);
    assert_eq!(place.run(&["new", "my-tool"]).code, Some(0));
    let did = place.run(&["new", "my_tool"]);
    assert_eq!(did.code, Some(1));
    assert_eq!(
        did.err,
        "error: `tools/my-tool` has the id `my_tool` already; choose another name\n"
    );
    let did = place.run(&["new", "ignore-user"]);
    assert_eq!(did.code, Some(0));
    assert!(did.out.contains("It stands before the shipped tool of that name."), "{}", did.out);
    assert_eq!(place.run(&["new", "My Tool"]).code, Some(2));
}

#[test]
fn a_good_folder_is_tested_beside_one_that_wants_its_name() {
    let place = Place::new();
    let example = "```json\n{ \"n\": 2 }\n```\n";
    place.write("tools/my-tool", json!({}), DOUBLE, example);
    place.write("tools/my_tool", json!({}), DOUBLE, example);
    assert_eq!(place.run(&["test", "tools/my-tool"]).code, Some(0));
    assert_eq!(place.run(&["test", "tools/my_tool"]).code, Some(0));
    assert_eq!(place.run(&["check"]).code, Some(1));
}

#[test]
fn where_there_are_no_tools_that_is_what_is_said() {
    let place = Place::new();
    fs::create_dir(place.0.path().join("tools")).unwrap();
    for command in ["test", "build"] {
        let did = place.run(&[command]);
        assert_eq!(did.code, Some(1), "{command}");
        let said =
            "error: there are no tools in `tools`; `toolcrib new my-tool --dir tools` makes one\n";
        assert_eq!(did.err, said);
    }
    assert!(!place.0.path().join("tools/tool_registry.json").exists());
}

#[test]
fn the_shipped_folders_are_right_and_their_guides_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let run = |typed: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_toolcrib"))
            .args(typed)
            .current_dir(&root)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(run(&["check", "tools"]).0, Some(0));
    let (code, told) = run(&["check", "tools", "--json"]);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!((code, &told["warnings"]), (Some(0), &json!(0)));
    let (code, told) = run(&["test", "tools", "--allow-writes"]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.ends_with("ok: 6 passed, 0 failed\n"), "{told}");
}
