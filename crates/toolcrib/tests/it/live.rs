//! Enums whose values are whatever there is when somebody looks.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use toolcrib::{Answer, Caller, ErrorType, Runtime, Spec};

use crate::tools::{Made, call, harmless, registry_of};

fn picks() -> Made {
    let spec = Spec {
        parameters: json!({
            "type": "object",
            "properties": {
                "color": { "type": "string", "x-enumFrom": "colors" },
                "more": { "type": "array", "items": { "type": "string" }, "x-enumFrom": "colors" },
                "soft": { "type": "array", "x-enumFrom": "colors", "x-onInvalid": "drop" },
            },
        }),
        ..harmless("picks")
    };
    Made::new(spec, |call, _| Ok(Answer::new(call.arguments().clone())))
}

/// A runtime whose colours can be changed.
fn runtime(colors: &Arc<Mutex<Vec<String>>>) -> Runtime {
    let colors = Arc::clone(colors);
    Runtime::builder(registry_of([picks()]))
        .enum_source("colors", move |_: &Caller| colors.lock().unwrap().clone())
        .build()
}

fn named(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[tokio::test]
async fn a_value_must_exist_when_the_call_is_made() {
    let colors = Arc::new(Mutex::new(named(&["red", "green"])));
    let runtime = runtime(&colors);
    assert!(call(&runtime, "picks", json!({ "color": "red" })).await.ok());
    // In another case it is mended, as any enum is.
    let outcome = call(&runtime, "picks", json!({ "color": "GREEN", "more": ["red"] })).await;
    assert_eq!(outcome.data().unwrap()["color"], "green");
    *colors.lock().unwrap() = named(&["green", "blue"]);
    let outcome = call(&runtime, "picks", json!({ "color": "red", "more": ["red", "blue"] })).await;
    let error = outcome.error().unwrap();
    assert_eq!(error.kind, ErrorType::Validation);
    let said: Vec<String> = error.details.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            r#"/color: must be one of "green", "blue", but got a string: "red""#,
            r#"/more/0: must be one of "green", "blue", but got a string: "red""#,
        ]
    );
    assert!(call(&runtime, "picks", json!({ "color": "blue" })).await.ok());
    // What may be left out is left out, and said.
    let outcome = call(&runtime, "picks", json!({ "soft": ["red", "blue"] })).await;
    assert_eq!(outcome.data().unwrap()["soft"], json!(["blue"]));
    let outcome: Value = serde_json::to_value(&outcome).unwrap();
    assert_eq!(outcome["warnings"][0]["pointer"], "/soft/0");
    colors.lock().unwrap().clear();
    let outcome = call(&runtime, "picks", json!({ "color": "red" })).await;
    let said = outcome.error().unwrap().details[0].to_string();
    assert!(said.contains("one of those that exist, and there are none now"), "{said}");
}

#[tokio::test]
async fn what_is_handed_out_is_a_copy_with_what_there_is() {
    let colors = Arc::new(Mutex::new(named(&["red"])));
    let runtime = runtime(&colors);
    let entry = runtime.registry().get("picks").unwrap();
    let fill = || runtime.enums().fill(&Caller::default(), entry.spec());
    let filled = fill().unwrap().parameters;
    assert_eq!(filled["properties"]["color"]["enum"], json!(["red"]));
    assert_eq!(filled["properties"]["more"]["items"]["enum"], json!(["red"]));
    assert_eq!(filled["properties"]["soft"]["items"]["enum"], json!(["red"]));
    *colors.lock().unwrap() = named(&["blue"]);
    assert_eq!(fill().unwrap().parameters["properties"]["color"]["enum"], json!(["blue"]));
    // No vendor takes an empty list.
    colors.lock().unwrap().clear();
    assert_eq!(fill(), None);
    assert_eq!(entry.spec().parameters["properties"]["color"].get("enum"), None);
}

#[tokio::test]
async fn a_source_that_nobody_has_denies() {
    let nobody = Runtime::new(registry_of([picks()]));
    let outcome = call(&nobody, "picks", json!({ "color": "red" })).await;
    let error = outcome.error().unwrap();
    assert_eq!(error.kind, ErrorType::Internal);
    assert_eq!(error.message, "Nobody says which values `colors` has.");
    let breaks = Runtime::builder(registry_of([picks()]))
        .enum_source("colors", |_: &Caller| -> Vec<String> { panic!("no colours") })
        .build();
    let outcome = call(&breaks, "picks", json!({})).await;
    assert_eq!(outcome.error().unwrap().message, "The values of `colors` cannot be told.");
}
