//! A schema book that changes under a server.

use std::fs;

use serde_json::json;

use super::bed::Bed;
use super::{seen_in_time, until};
use crate::books::with_greet;

fn write(bed: &Bed, most: u32, title: &str) {
    let text = format!(
        "definitions:\n  ToolGreet:\n    title: {title}\n    description: At most {most}.\n  \
         ToolGreetInput:\n    type: object\n    additionalProperties: false\n    properties:\n      \
         name: {{ type: string, maxLength: {most} }}\n  ToolGreetOutput: {{ type: string }}\n"
    );
    fs::write(bed.path().join("book.yaml"), text).unwrap();
}

#[tokio::test]
async fn a_book_is_read_anew_and_a_broken_one_changes_nothing() {
    let bed = Bed::sqlite();
    with_greet(bed.path());
    write(&bed, 3, "greet");
    fs::write(bed.path().join("toolcrib.toml"), "[sources]\nbooks = [\"book.yaml\"]\n").unwrap();
    let server = bed.serve(&[]).await;
    let talk = server.talk();
    let outcome = talk.call("greet", &json!({ "arguments": { "name": "Augusta" } })).await;
    assert_eq!(outcome["error"]["type"], "VALIDATION", "{outcome}");
    let mut rounds = Vec::new();
    for most in [10, 11, 12] {
        write(&bed, most, "greet");
        let look = async || {
            let reply = talk.get("/api/tools/greet").await;
            (reply.body["description"] == format!("At most {most}.")).then_some(())
        };
        rounds.push(until("the book is read anew", look).await.1);
        let outcome = talk.call("greet", &json!({ "arguments": { "name": "Augusta" } })).await;
        assert_eq!(outcome["data"], "hello Augusta", "{outcome}");
    }
    seen_in_time("to read a book anew", &rounds);
    // Neither a tool that broke nor a text that is no book takes the tool away.
    let stale = async || {
        let reply = talk.get("/api/tools/greet").await;
        reply.body["problems"].to_string().contains("the last good ones still hold").then_some(())
    };
    fs::write(bed.path().join("book.yaml"), "definitions: [").unwrap();
    until("the unreadable book is told", stale).await;
    let outcome = talk.call("greet", &json!({ "arguments": { "name": "Augusta" } })).await;
    assert_eq!(outcome["data"], "hello Augusta", "{outcome}");
    let text = "definitions:\n  ToolGreet: { title: greet }\n  ToolGreetInput: { type: object }\n";
    fs::write(bed.path().join("book.yaml"), text).unwrap();
    let look = async || {
        let reply = talk.get("/api/tools/greet").await;
        reply.body["problems"].to_string().contains("has no description").then_some(())
    };
    until("the broken book is told", look).await;
    let outcome = talk.call("greet", &json!({ "arguments": { "name": "Augusta" } })).await;
    assert_eq!(outcome["data"], "hello Augusta", "{outcome}");
}
