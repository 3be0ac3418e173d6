//! Limits that a program sets for itself.

use serde_json::json;
use toolcrib::{Answer, Limits, Registry, Runtime};

use crate::tools::{Made, call, ending, harmless};

#[tokio::test]
async fn a_registry_holds_calls_to_its_own_limits() {
    let limits = Limits { argument_bytes_max: 20, answer_bytes_max: 30, ..Limits::DEFAULT };
    let registry = Registry::with_limits(limits);
    let tool = Made::new(harmless("twice"), |call, _| {
        let text = call.arguments()["t"].as_str().unwrap().repeat(4);
        Ok(Answer::new(text))
    });
    registry.register(tool).unwrap();
    let runtime = Runtime::new(registry);
    assert!(call(&runtime, "twice", json!({ "t": "abc" })).await.ok());
    assert_eq!(ending(&call(&runtime, "twice", json!({ "t": "abcdefgh" })).await), "INTERNAL");
    let long = json!({ "t": "abcdefghijklmnopqrstuvwxyz" });
    assert_eq!(ending(&call(&runtime, "twice", long).await), "VALIDATION");
}
