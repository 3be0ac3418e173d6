//! Outcomes in the protocol's words.

use rmcp::model::{CallToolResult, ContentBlock, MetaObject};
use serde_json::{Value, json};
use toolcrib::{Limits, Outcome};

use super::{ask, resources};

/// Where a result has the outcome, its data aside.
const OUTCOME: &str = "toolcrib/outcome";

/// An outcome as a result.
pub(super) fn shown(outcome: &Outcome) -> CallToolResult {
    let ready = outcome.data().and_then(blocks);
    // What is content already need not be said twice.
    let structured = outcome.data().filter(|data| data.is_object() && ready.is_none()).cloned();
    let mut content = ready.unwrap_or_else(|| words(outcome));
    if let Some(request) = outcome.error().and_then(|error| error.confirmation_request()) {
        content.push(ContentBlock::text(ask::elsewhere(request)));
    }
    let mut result = match outcome.ok() {
        true => CallToolResult::success(content),
        false => CallToolResult::error(content),
    };
    result.structured_content = structured;
    let mut about = json!(outcome);
    // The data stands above.
    about.as_object_mut().map(|about| about.remove("data"));
    let mut meta = MetaObject::new();
    meta.insert(OUTCOME.to_owned(), about);
    result.meta = Some(meta);
    result
}

/// An outcome as a model reads it, and where the rest is if it was cut.
fn words(outcome: &Outcome) -> Vec<ContentBlock> {
    let words = outcome.model_words(Limits::default().model_bytes_max);
    let mut content = vec![ContentBlock::text(words.text)];
    if words.is_cut {
        content.push(ContentBlock::resource_link(resources::outcome(&outcome.meta.call_id)));
    }
    content
}

/// Data that is content of the protocol already: a picture, a sound, a resource,
/// or a list of such with texts between them.
fn blocks(data: &Value) -> Option<Vec<ContentBlock>> {
    let all = match data {
        Value::Array(all) => all.as_slice(),
        one => std::slice::from_ref(one),
    };
    let kind = |block: &Value| block["type"].as_str().map(str::to_owned);
    let is_more_than_text =
        |kind: Option<String>| matches!(kind.as_deref(), Some("image" | "audio" | "resource"));
    if !all.iter().map(kind).any(is_more_than_text) {
        return None;
    }
    all.iter().map(|block| serde_json::from_value(block.clone()).ok()).collect()
}
