//! The example handlers that the older system's guide shows, unchanged.
//!
//! They are read from where that guide is; without it these tests have nothing
//! to try and pass.

use std::path::Path;

use serde_json::{Value, json};
use toolcrib::{CallRequest, Caller, ErrorType, Outcome};

use crate::conversations::Talk;
use crate::workshop::Workshop;

/// The first script of the guide that contains this.
fn script(mark: &str) -> Option<String> {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/seeds");
    let texts = std::fs::read_dir(seeds).ok()?.filter_map(|item| {
        let path = item.ok()?.path();
        path.file_name()?
            .to_str()?
            .starts_with("003_")
            .then(|| std::fs::read_to_string(path).ok())?
    });
    texts.flat_map(|text| scripts(&text)).find(|script| script.contains(mark))
}

fn scripts(text: &str) -> Vec<String> {
    let blocks = text.split("```javascript\n").skip(1);
    blocks.filter_map(|block| block.split("```").next().map(str::to_owned)).collect()
}

async fn ignore_user(handler: &str, talk: Talk) -> Outcome {
    let shop = Workshop::new();
    let parameters = json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "duration_seconds": { "type": "integer" },
            "farewell_message": { "type": "string" },
        },
    });
    let manifest =
        json!({ "category": "action", "sideEffects": "writes", "parameters": parameters });
    shop.write_with("ignore-user", manifest, handler);
    assert_eq!(shop.load().await.broken.len(), 0);
    let arguments = json!({ "duration_seconds": 60, "farewell_message": "Bye." });
    let request = CallRequest::new("ignore_user", arguments);
    shop.builder().sessions(talk).build().call(&Caller::default(), request).await
}

#[tokio::test]
async fn the_long_example_fails_as_it_says_and_where_it_is_wrong() {
    let Some(handler) = script("Block user for specified duration") else { return };
    let ended = ignore_user(&handler, Talk { is_active: false, listens: true }).await;
    let error = ended.error().unwrap();
    assert_eq!(error.kind, ErrorType::SessionInactive);
    assert_eq!(error.message, "Cannot timeout user - session already ended");
    assert!(!error.retryable && !error.partial_side_effects);

    // Its way to success uses a variable that it never declares.
    let ended = ignore_user(&handler, Talk { is_active: true, listens: true }).await;
    let error = ended.error().unwrap();
    assert_eq!(error.kind, ErrorType::Internal);
    assert_eq!(error.message, "`ignore_user` failed: ReferenceError: startTime is not defined.");
    assert!(error.partial_side_effects);

    let ended = ignore_user(&handler, Talk { is_active: true, listens: false }).await;
    let error = ended.error().unwrap();
    assert_eq!((error.kind, error.retryable), (ErrorType::Transient, true));
    assert_eq!(error.message, "Failed to send timeout command");
}

#[tokio::test]
async fn the_signature_example_is_called_and_told_that_it_returns_nothing() {
    let Some(handler) = script("@returns {Promise<ToolResponse>}") else { return };
    let shop = Workshop::new();
    shop.write_with("bare", json!({}), &handler);
    shop.load().await;
    let said = shop.ask("bare").await.unwrap_err();
    assert!(said.starts_with("INTERNAL: `bare` returned nothing; "), "{said}");
}

#[tokio::test]
async fn graceful_degradation_works_as_shown() {
    let Some(pattern) = script("degraded: true") else { return };
    let helpers = "
        const primaryMethod = async () => { throw Object.assign(new Error('x'), { code: 'NOT_AVAILABLE' }); };
        const fallbackMethod = async () => ({ from: 'fallback' });
    ";
    let shop = Workshop::new();
    shop.write_with("fallback", json!({}), &format!("{helpers}{pattern}"));
    shop.load().await;
    let expected: Value = json!({ "from": "fallback", "degraded": true });
    assert_eq!(shop.ask("fallback").await, Ok(expected));
}
