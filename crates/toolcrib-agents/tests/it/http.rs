//! A vendor's model over a real socket.

mod cuts;
mod keys;
mod streams;
mod tries;

use std::collections::HashMap;
use std::time::Duration;

use toolcrib_agents::assemble::{Delta, Finish};
use toolcrib_agents::model::{HttpModel, HttpSettings};
use toolcrib_agents::wire::ModelRequest;
use toolcrib_agents::{Message, Model as _, ModelError, Usage};

/// All of an answer that does not differ from time to time.
#[derive(Debug, PartialEq)]
struct Heard {
    text: String,
    /// The vendor's ids, the names and the arguments.
    calls: Vec<(Option<String>, String, String)>,
    finish: Finish,
    usage: Usage,
}

/// Asks and hears out, and does not wait for ever if the model does.
async fn ask(settings: HttpSettings) -> Result<Heard, ModelError> {
    let asked = tokio::time::timeout(Duration::from_secs(60), hear_out(settings));
    asked.await.expect("a model that waits for ever is broken")
}

async fn hear_out(settings: HttpSettings) -> Result<Heard, ModelError> {
    let messages = [Message::user("Wie ist das Wetter?")];
    let request = ModelRequest {
        agent: "assistant",
        system: "Be brief.",
        messages: &messages,
        tools: &serde_json::json!([]),
        web_search: false,
    };
    let mut answer = HttpModel::new(settings)?.ask(&request).await?;
    let (mut shown, mut arguments) = (String::new(), HashMap::new());
    while let Some(delta) = answer.next().await? {
        match delta {
            Delta::Text(text) => shown.push_str(&text),
            Delta::CallStart { id, name } => {
                arguments.insert(id, (name, String::new()));
            }
            Delta::CallArguments { id, text } => arguments.get_mut(&id).unwrap().1.push_str(&text),
            Delta::Reasoning(_) => {}
        }
    }
    let (said, finish, usage) = answer.whole()?;
    assert_eq!(shown, said.text, "what is shown is what was said");
    let calls = said.calls.iter();
    let calls = calls.map(|call| (call.id.clone(), (call.name.clone(), call.arguments.clone())));
    assert_eq!(arguments, calls.collect(), "and so it is of calls");
    let calls = said.calls.into_iter().map(|call| (call.wire_id, call.name, call.arguments));
    Ok(Heard { text: said.text, calls: calls.collect(), finish, usage })
}
