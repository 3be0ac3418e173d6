//! What each vendor sends, and what it is sent.

mod anthropic;
mod bodies;
mod gemini;
mod ids;
mod openai;
mod recorded;
mod script;
mod splits;
mod whole;

use serde_json::json;

use super::*;
use crate::assemble::tests::{Heard, heard, heard_events};
use crate::assemble::{Broken, Delta, Finish};
use crate::message::{CallOutcome, Echo, ModelCall, Said, Usage};

fn text(text: &str) -> Delta {
    Delta::Text(text.to_owned())
}

fn thought(text: &str) -> Delta {
    Delta::Reasoning(text.to_owned())
}

fn failed(why: &str) -> Broken {
    Broken::Failed(why.to_owned())
}

/// A model of this name that is spoken to plainly.
fn manner(model: &str) -> Manner {
    Manner { model: model.to_owned(), ..Manner::default() }
}

/// A request without tools that has this history.
fn request<'a>(messages: &'a [Message]) -> ModelRequest<'a> {
    ModelRequest { agent: "guide", system: "", messages, tools: &Value::Null, web_search: false }
}

fn call(wire: Wire, id: &str, wire_id: Option<&str>) -> ModelCall {
    ModelCall {
        id: id.to_owned(),
        wire_id: wire_id.map(str::to_owned),
        wire,
        name: "weather".to_owned(),
        arguments: "{}".to_owned(),
        is_cut: false,
        signature: None,
    }
}

fn outcome(id: &str, text: &str) -> CallOutcome {
    CallOutcome { id: id.to_owned(), text: text.to_owned(), is_error: false, record_id: None }
}

fn said(text: &str, calls: Vec<ModelCall>) -> Message {
    Message::Assistant(Said { text: text.to_owned(), calls, echo: None })
}
