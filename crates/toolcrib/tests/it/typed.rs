//! `#[tool]` on functions.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolcrib::{
    CallRequest, Caller, Category, Context, Intent, Mode, Registry, Reply, Runtime, SideEffects,
    Tool as _, ToolError, UnknownArguments, tool,
};

use crate::tools::{call, ending, runtime_of};

/// A place.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Place {
    /// Degrees north.
    lat: f64,
    /// Degrees east.
    lon: f64,
}

/// Says how warm it is.
///
/// Use it for today only.
#[tool]
async fn weather(
    /// Where to look.
    place: Place,
    /// `c` or `f`.
    #[arg(default = "c".to_owned())]
    unit: String,
    /// Which days.
    days: Option<Vec<u8>>,
    context: &Context,
) -> Result<BTreeMap<String, Value>, ToolError> {
    let days = json!(days);
    Ok(BTreeMap::from([
        ("lat".to_owned(), json!(place.lat)),
        ("unit".to_owned(), json!(unit)),
        ("days".to_owned(), days),
        ("mode".to_owned(), json!(context.mode())),
    ]))
}

/// All settings at once.
#[tool(
    name = "many_settings",
    title = "Settings",
    version = "2.1.0",
    category = "action",
    group = "test",
    side_effects = "read_only",
    idempotent = false,
    requires_confirmation,
    allowed_modes = ["voice"],
    latency_budget_ms = 5,
    timeout_ms = 50,
    tags = ["a", "b"],
    aliases = ["other_name"],
    enabled = false,
    unknown_arguments = "drop",
    coerce = false,
    guide = "# many_settings\n\nA guide."
)]
async fn settings() {}

/// Does nothing.
#[tool(side_effects = "read_only")]
async fn plain() {}

/// Blocks its thread.
#[tool(side_effects = "none")]
fn blocking(
    /// A number.
    n: u32,
) -> u32 {
    n + 1
}

/// Finds some of what was asked for.
#[tool(side_effects = "none")]
async fn partial() -> Reply<Vec<u8>> {
    Reply::new(vec![1, 2])
        .warning("/ids/2", "not found: 3")
        .intent(Intent::SwitchAgent { agent_id: "other".into() })
}

/// Fails with an error of somebody else's.
#[tool(side_effects = "none")]
async fn foreign_error() -> Result<String, std::io::Error> {
    Err(std::io::Error::other("secret host db.internal"))
}

/// Takes its arguments as one struct.
#[tool(side_effects = "none")]
async fn flattened(#[serde(flatten)] place: Place) -> f64 {
    place.lat + place.lon
}

/// Uses what the program shares.
#[tool(side_effects = "none")]
async fn shared_state(context: Context) -> u32 {
    context.state::<AtomicU32>().unwrap().fetch_add(1, Ordering::Relaxed)
}

/// Takes only even numbers, though its schema does not say so.
#[tool(side_effects = "none")]
async fn picky(n: Even) -> i64 {
    n.0
}

#[derive(JsonSchema)]
struct Even(i64);

impl<'de> Deserialize<'de> for Even {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let n = i64::deserialize(deserializer)?;
        if n % 2 == 0 { Ok(Self(n)) } else { Err(serde::de::Error::custom("an odd number")) }
    }
}

/// Bears the name of an argument and of a local variable elsewhere.
#[tool(side_effects = "none")]
async fn place(place: Arguments) -> f64 {
    let blocking = place.0 + 1.0;
    blocking - 1.0
}

/// A type with a name that the macro might have liked.
#[derive(Deserialize, JsonSchema)]
struct Arguments(f64);

#[test]
fn a_function_describes_itself() {
    let spec = WeatherTool.spec();
    assert_eq!(spec.tool_id, "weather");
    assert_eq!(spec.description, "Says how warm it is.\n\nUse it for today only.");
    assert_eq!(
        spec.parameters,
        json!({
            "type": "object",
            "properties": {
                "place": { "$ref": "#/$defs/Place", "description": "Where to look." },
                "unit": { "description": "`c` or `f`.", "type": "string", "default": "c" },
                "days": {
                    "description": "Which days.",
                    "type": ["array", "null"],
                    "items": { "type": "integer", "minimum": 0, "maximum": 255 },
                },
            },
            "required": ["place"],
            "$defs": { "Place": {
                "description": "A place.",
                "type": "object",
                "properties": {
                    "lat": { "description": "Degrees north.", "type": "number" },
                    "lon": { "description": "Degrees east.", "type": "number" },
                },
                "required": ["lat", "lon"],
            } },
        })
    );
    assert_eq!(spec.output, Some(json!({ "type": "object", "additionalProperties": true })));
}

#[test]
fn every_setting_reaches_the_spec() {
    let spec = SettingsTool.spec();
    assert_eq!(spec.tool_id, "many_settings");
    assert_eq!(spec.title.as_deref(), Some("Settings"));
    assert_eq!(spec.version.to_string(), "2.1.0");
    assert_eq!(spec.category, Some(Category::Action));
    assert_eq!(spec.group.as_deref(), Some("test"));
    assert_eq!(spec.side_effects, SideEffects::ReadOnly);
    assert!(!spec.idempotent && spec.requires_confirmation && !spec.enabled && !spec.coerce);
    assert_eq!(spec.allowed_modes, [Mode::Voice]);
    assert_eq!((spec.latency_budget_ms, spec.timeout_ms), (5, 50));
    assert_eq!(spec.tags, ["a", "b"]);
    assert_eq!(spec.aliases, ["other_name"]);
    assert_eq!(spec.unknown_arguments, UnknownArguments::Drop);
    assert_eq!(SettingsTool.guide().as_deref(), Some("# many_settings\n\nA guide."));
}

#[test]
fn a_tool_that_says_nothing_is_taken_to_write() {
    let careless = WeatherTool.spec();
    assert_eq!((careless.side_effects, careless.idempotent), (SideEffects::Writes, false));
    let reader = PlainTool.spec();
    assert_eq!((reader.side_effects, reader.idempotent), (SideEffects::ReadOnly, true));
}

#[tokio::test]
async fn arguments_arrive_as_types() {
    let runtime = runtime_of(WeatherTool);
    let sent = json!({ "place": { "lat": "52.5", "lon": 13 }, "days": [1.0, 2] });
    let outcome = call(&runtime, "weather", sent).await;
    let expected = json!({ "lat": 52.5, "unit": "c", "days": [1, 2], "mode": "text" });
    assert_eq!(outcome.data(), Some(&expected));
    let outcome = call(&runtime, "weather", json!({ "place": { "lat": 1 }, "days": 300 })).await;
    let error = outcome.error().unwrap();
    let faults: Vec<String> = error.details.iter().map(ToString::to_string).collect();
    assert_eq!(
        faults,
        [
            "/days: must be an array or null, but got an integer: 300",
            "/place/lon: is required but missing",
        ]
    );
}

#[tokio::test]
async fn every_shape_of_function_works() {
    let registry = Registry::new();
    registry.register(BlockingTool).unwrap();
    registry.register(PartialTool).unwrap();
    registry.register(FlattenedTool).unwrap();
    registry.register(SharedStateTool).unwrap();
    registry.register(PlainTool).unwrap();
    let runtime = Runtime::builder(registry).state(AtomicU32::new(41)).build();
    assert_eq!(call(&runtime, "blocking", json!({ "n": "4" })).await.data(), Some(&json!(5)));
    let sent = json!({ "lat": 1, "lon": 2 });
    assert_eq!(call(&runtime, "flattened", sent).await.data(), Some(&json!(3.0)));
    assert_eq!(call(&runtime, "shared_state", json!({})).await.data(), Some(&json!(41)));
    assert_eq!(call(&runtime, "plain", json!({})).await.data(), Some(&Value::Null));
    let outcome = call(&runtime, "partial", json!({})).await;
    let value = json!(outcome);
    assert_eq!(value["data"], json!([1, 2]));
    assert_eq!(value["warnings"], json!([{ "pointer": "/ids/2", "message": "not found: 3" }]));
    assert_eq!(value["intents"], json!([{ "type": "SWITCH_AGENT", "agentId": "other" }]));
}

#[tokio::test]
async fn a_foreign_error_is_internal_and_keeps_its_secrets() {
    let outcome = call(&runtime_of(ForeignErrorTool), "foreign_error", json!({})).await;
    assert_eq!(ending(&outcome), "INTERNAL");
    assert!(!json!(outcome).to_string().contains("db.internal"));
}

#[tokio::test]
async fn a_type_that_is_pickier_than_its_schema_gives_a_fault() {
    let outcome = call(&runtime_of(PickyTool), "picky", json!({ "n": 3 })).await;
    assert_eq!(ending(&outcome), "VALIDATION");
    let fault = outcome.error().unwrap().details[0].to_string();
    assert_eq!(fault, "/n: is not accepted: an odd number");
}

/// Takes a secret that must be even.
#[tool(side_effects = "none")]
async fn secretive(password: Even, count: i32) -> i64 {
    password.0 + i64::from(count)
}

#[tokio::test]
async fn bounds_of_types_are_in_the_schema_and_secrets_in_no_fault() {
    let runtime = runtime_of(SecretiveTool);
    let sent = json!({ "password": 2, "count": 3_000_000_000_u32 });
    let outcome = call(&runtime, "secretive", sent).await;
    assert_eq!(
        outcome.error().unwrap().details[0].to_string(),
        "/count: must be at most 2147483647, but got an integer: 3000000000"
    );
    let outcome = call(&runtime, "secretive", json!({ "password": 3, "count": 1 })).await;
    assert_eq!(outcome.error().unwrap().details[0].to_string(), "/password: is not accepted");
}

#[tokio::test]
async fn names_of_tools_stand_in_nobodys_way() {
    let outcome = call(&runtime_of(PlaceTool), "place", json!({ "place": 2 })).await;
    assert_eq!(outcome.data(), Some(&json!(2.0)));
}

#[tokio::test]
async fn the_function_itself_stays_callable() {
    assert_eq!(blocking(1), 2);
    assert_eq!(partial().await.value, [1, 2]);
    let request = CallRequest::new("blocking", json!({ "n": 1 })).mode(Mode::Voice);
    let outcome = runtime_of(BlockingTool).call(&Caller::default(), request).await;
    assert!(outcome.ok());
}
