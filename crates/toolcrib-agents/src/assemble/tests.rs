//! The rules of the assembler, row by row, through the readers of the vendors.

mod arguments;
mod bounds;
mod pieces;

use serde_json::json;

use super::*;

/// How an answer ended, and what could be shown of it.
pub(crate) struct Heard {
    pub(crate) end: Result<(Said, Finish, Usage), Broken>,
    pub(crate) deltas: Vec<Delta>,
}

impl Heard {
    pub(crate) fn said(&self) -> &Said {
        &self.end.as_ref().expect("the answer is whole").0
    }

    pub(crate) fn finish(&self) -> Finish {
        self.end.as_ref().expect("the answer is whole").1
    }

    pub(crate) fn usage(&self) -> Usage {
        self.end.as_ref().expect("the answer is whole").2
    }

    pub(crate) fn broken(&self) -> &Broken {
        self.end.as_ref().expect_err("the answer is not whole")
    }

    /// Name and arguments of each call.
    pub(crate) fn calls(&self) -> Vec<(&str, &str)> {
        let calls = self.said().calls.iter();
        calls.map(|call| (call.name.as_str(), call.arguments.as_str())).collect()
    }

    /// The vendor's id of each call.
    pub(crate) fn wire_ids(&self) -> Vec<Option<&str>> {
        self.said().calls.iter().map(|call| call.wire_id.as_deref()).collect()
    }

    /// Our id of each call.
    pub(crate) fn ids(&self) -> Vec<&str> {
        self.said().calls.iter().map(|call| call.id.as_str()).collect()
    }
}

/// An answer whose events are these.
pub(crate) fn heard_events(wire: Wire, events: &[&str]) -> Heard {
    let mut assembler = Assembler::with_ids(wire, fastrand::Rng::with_seed(1));
    for event in events {
        wire.read(event, &mut assembler);
    }
    let deltas = assembler.deltas().collect();
    Heard { end: assembler.end("model"), deltas }
}

/// The same, of JSON.
pub(crate) fn heard(wire: Wire, events: &[Value]) -> Heard {
    let events: Vec<String> = events.iter().map(Value::to_string).collect();
    heard_events(wire, &events.iter().map(String::as_str).collect::<Vec<_>>())
}

/// A chunk of chat completions with these pieces of calls.
pub(crate) fn chunk(tool_calls: Value) -> Value {
    json!({ "object": "chat.completion.chunk",
        "choices": [{ "index": 0, "delta": { "tool_calls": tool_calls }, "finish_reason": null }] })
}

/// The chunk that ends chat completions.
pub(crate) fn end(finish_reason: &str) -> Value {
    json!({ "object": "chat.completion.chunk",
        "choices": [{ "index": 0, "delta": {}, "finish_reason": finish_reason }] })
}

/// Chat completions whose chunks have these pieces of calls.
fn chat(chunks: &[Value], finish_reason: &str) -> Heard {
    let mut events: Vec<Value> = chunks.iter().cloned().map(chunk).collect();
    events.push(end(finish_reason));
    heard(Wire::OpenAi, &events)
}
