//! The store as a runtime uses it.

use serde_json::json;
use toolcrib::{
    Answer, CallRequest, Caller, Context, Registry, Runtime, SideEffects, Spec, Tool, ToolError,
    ValidCall, async_trait,
};
use toolcrib_store::{CallFilter, Store};

use crate::bed::Bed;

crate::contract!(a_tool_that_writes_is_on_disk_before_it_starts);

/// Answers with what another program finds of the call while it runs.
struct Looks {
    side_effects: SideEffects,
    other: Store,
}

#[async_trait]
impl Tool for Looks {
    fn spec(&self) -> Spec {
        Spec {
            side_effects: self.side_effects,
            parameters: json!({ "type": "object", "additionalProperties": true }),
            ..Spec::new(format!("{:?}", self.side_effects).to_lowercase(), "A tool to test with.")
        }
    }

    async fn call(&self, _: &ValidCall, _: &Context) -> Result<Answer, ToolError> {
        let calls = all(&self.other).await;
        Ok(Answer::new(json!(calls)))
    }
}

async fn all(store: &Store) -> Vec<(String, Option<bool>, String)> {
    let filter = CallFilter { limit: 10, ..CallFilter::default() };
    let calls = store.calls("default", &filter).await.unwrap();
    calls.into_iter().map(|call| (call.tool_id, call.ok, call.arguments)).collect()
}

async fn a_tool_that_writes_is_on_disk_before_it_starts(bed: &Bed) {
    let (store, other) = (bed.open().await, bed.open().await);
    let registry = Registry::new();
    for side_effects in [SideEffects::None, SideEffects::Writes] {
        registry.register(Looks { side_effects, other: other.clone() }).unwrap();
    }
    let runtime = Runtime::builder(registry).recorder(store.recorder()).build();
    let call = async |tool: &str| {
        let request = CallRequest::new(tool, json!({ "password": "p" }));
        runtime.call(&Caller::default(), request).await
    };
    let safe = r#"{"password":"[redacted]"}"#;
    let outcome = call("writes").await;
    assert_eq!(outcome.data(), Some(&json!([["writes", null, safe]])));
    assert_eq!(all(&other).await, [("writes".to_owned(), Some(true), safe.to_owned())]);
    // A tool that does not write is on disk before its caller hears of it.
    let outcome = call("none").await;
    assert_eq!(outcome.data(), Some(&json!([["writes", true, safe]])));
    assert_eq!(all(&other).await.len(), 2);
    let whole = other.call("default", &outcome.meta.call_id).await.unwrap().unwrap();
    assert_eq!(whole.outcome.unwrap(), serde_json::to_string(&outcome).unwrap());
}
