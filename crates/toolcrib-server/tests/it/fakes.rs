//! A tool for each way a call can end.

use std::collections::BTreeMap;
use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolcrib::source::NativeTools;
use toolcrib::{
    Answer, Context, ErrorType, Faults, Intent, Registry, Reply, SideEffects, Spec, Tool,
    ToolError, ValidCall, async_trait, tool,
};
use toolcrib_handlers::folders::ToolFolders;
use toolcrib_handlers::js::Engine;
use toolcrib_server::shipped;

/// All fakes, two tools that nobody can call, and the tool folders: those for
/// tests and those that ship.
pub(crate) async fn registry() -> Registry {
    let source = NativeTools::new("fakes")
        .with(TypesTool)
        .with(SettingsTool)
        .with(ListsTool)
        .with(FailsTool)
        .with(HangsTool)
        .with(HangsWritingTool)
        .with(PanicsTool)
        .with(PanicsWritingTool)
        .with(FloodsTool)
        .with(PartialTool)
        .with(FindsTool)
        .with(NothingTool)
        .with(SwitchedOffTool)
        .with(TextOnlyTool)
        .with(NeedsApprovalTool)
        .with(LiteralTool)
        .with(ForgivingTool)
        .with(Lies)
        .with(Lenient)
        .with(Broken)
        .with(NothingTool);
    let registry = Registry::new();
    let loaded = registry.load(&source).await.unwrap();
    assert_eq!(loaded.broken.len(), 2, "{:?}", loaded.broken);
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/tools");
    let folders = ToolFolders::with_shipped(Engine::default(), shipped::folders(), [scripts]);
    let report = folders.load(&registry).await.unwrap();
    assert_eq!(report.broken.len(), 0, "{:?}", report.broken);
    registry
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Color {
    Red,
    Green,
}

/// Finds what it can, and says what it could not.
#[tool(side_effects = "read_only")]
async fn finds(
    authors: Vec<String>,
    #[schemars(extend("x-onInvalid" = "drop"))] colors: Vec<Color>,
) -> Reply<Value> {
    let mut faults = Faults::new();
    let (found, missing): (Vec<String>, Vec<String>) =
        authors.into_iter().partition(|name| ["ada", "grace"].contains(&name.as_str()));
    for name in missing {
        faults.push("authors", format!("not found: {name}"));
    }
    faults.reply(json!({ "authors": found, "colors": colors }))
}

/// Answers with its arguments, one of each type.
#[tool(side_effects = "none", aliases = ["kinds"])]
async fn types(
    count: Option<i64>,
    ratio: Option<f64>,
    on: Option<bool>,
    name: Option<String>,
    numbers: Option<Vec<i64>>,
    map: Option<BTreeMap<String, i64>>,
    color: Option<Color>,
) -> Value {
    let all = json!({
        "count": count, "ratio": ratio, "on": on, "name": name,
        "numbers": numbers, "map": map, "color": color,
    });
    let Value::Object(all) = all else { unreachable!() };
    all.into_iter().filter(|(_, value)| !value.is_null()).collect()
}

/// Answers with what was left at its default.
#[tool(side_effects = "none")]
async fn settings(
    query: String,
    #[arg(default = 10)]
    #[schemars(range(min = 1, max = 50))]
    limit: u32,
) -> Value {
    json!({ "query": query, "limit": limit })
}

/// Takes a list of texts.
#[tool(side_effects = "none")]
async fn lists(#[schemars(length(min = 1))] words: Vec<String>) -> usize {
    words.len()
}

/// Fails as it is told.
#[tool(side_effects = "writes")]
async fn fails(kind: String, message: String) -> Result<(), ToolError> {
    let kind: ErrorType = serde_json::from_value(Value::from(kind))?;
    let mut error = ToolError::new(kind, message);
    error.intents.push(Intent::SuppressAudio { value: true });
    Err(error)
}

/// Never answers.
#[tool(side_effects = "none", timeout_ms = 20)]
async fn hangs() {
    std::future::pending::<()>().await;
}

/// Never answers, and may have written.
#[tool(side_effects = "writes", timeout_ms = 20)]
async fn hangs_writing() {
    std::future::pending::<()>().await;
}

/// Breaks.
#[tool(side_effects = "none")]
async fn panics() {
    panic!("on purpose");
}

/// Breaks half way.
#[tool(side_effects = "writes")]
async fn panics_writing() {
    panic!("on purpose");
}

/// Answers with too much.
#[tool(side_effects = "none")]
async fn floods() -> String {
    "x".repeat(2 * 1024 * 1024)
}

/// Does part of what was asked.
#[tool(side_effects = "none")]
async fn partial(ids: Vec<u8>) -> Reply<Vec<u8>> {
    let mut reply = Reply::new(Vec::new());
    for (index, id) in ids.into_iter().enumerate() {
        if id < 10 {
            reply.value.push(id);
        } else {
            reply = reply.warning(format!("/ids/{index}"), format!("not found: {id}"));
        }
    }
    reply
}

/// Answers with nothing.
#[tool(side_effects = "none")]
async fn nothing() {}

/// Is switched off.
#[tool(side_effects = "none", enabled = false)]
async fn switched_off() {}

/// Is for text alone.
#[tool(side_effects = "none", allowed_modes = ["text"])]
async fn text_only() -> &'static str {
    "read me"
}

/// Needs approval.
#[tool(side_effects = "writes", requires_confirmation)]
async fn needs_approval(amount: u32) -> u32 {
    amount
}

/// Takes its arguments literally.
#[tool(side_effects = "none", coerce = false)]
async fn literal(count: i64) -> i64 {
    count
}

/// Leaves out what it does not know.
#[tool(side_effects = "none", unknown_arguments = "drop")]
async fn forgiving(query: String, context: &Context) -> Value {
    json!({ "query": query, "workspace": context.caller().workspace })
}

/// Promises a number and answers with a text.
struct Lies;

#[async_trait]
impl Tool for Lies {
    fn spec(&self) -> Spec {
        Spec {
            side_effects: SideEffects::None,
            output: Some(json!({ "type": "integer" })),
            ..Spec::new("lies", "Promises a number.")
        }
    }

    async fn call(&self, _: &ValidCall, _: &Context) -> Result<Answer, ToolError> {
        Ok(Answer::new("a text"))
    }
}

/// Lets valid items through.
struct Lenient;

#[async_trait]
impl Tool for Lenient {
    fn spec(&self) -> Spec {
        Spec {
            side_effects: SideEffects::ReadOnly,
            idempotent: true,
            parameters: json!({
                "type": "object",
                "required": ["query"],
                "properties": {
                    "query": { "type": "string" },
                    "kinds": {
                        "type": "array",
                        "x-onInvalid": "drop",
                        "items": { "type": "string", "enum": ["post", "reply"] },
                    },
                },
            }),
            ..Spec::new("lenient", "Searches with filters that forgive.")
        }
    }

    async fn call(&self, call: &ValidCall, _: &Context) -> Result<Answer, ToolError> {
        Ok(Answer::new(call.arguments().clone()))
    }
}

/// Cannot be called: its schema is none.
struct Broken;

#[async_trait]
impl Tool for Broken {
    fn spec(&self) -> Spec {
        Spec {
            side_effects: SideEffects::None,
            parameters: json!({ "type": "object", "properties": { "a": { "type": "text" } } }),
            ..Spec::new("broken", "Is broken.")
        }
    }

    async fn call(&self, _: &ValidCall, _: &Context) -> Result<Answer, ToolError> {
        unreachable!("nobody can call it")
    }
}
