//! What each vendor says on the wire, and wants to hear.
//!
//! One file a vendor: how a request is put, and how its stream is read into an
//! [`Assembler`]. Nothing is sent here; `model` does that.

mod anthropic;
mod gemini;
mod ids;
mod openai;
mod script;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use toolcrib::vendor::Provider;

use crate::assemble::Assembler;
use crate::message::Message;

/// The words in which a model is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wire {
    /// Chat completions: OpenAI, OpenRouter, Ollama, vLLM and others.
    OpenAi,
    /// Anthropic's messages.
    Anthropic,
    /// Gemini's `generateContent`.
    Gemini,
    /// Prepared answers.
    Script,
}

/// What a model is asked in one round.
#[derive(Clone, Copy, Debug)]
pub struct ModelRequest<'a> {
    /// Whose turn it is.
    pub agent: &'a str,
    /// What the model is told beside the conversation.
    pub system: &'a str,
    /// The conversation, in which every call has its outcome.
    pub messages: &'a [Message],
    /// The tools, in the vendor's form.
    pub tools: &'a Value,
    /// Whether the vendor shall look things up on the web by itself.
    pub web_search: bool,
}

/// What is said to one model each time.
#[derive(Clone, Debug, Default)]
pub struct Manner {
    /// The vendor's name for the model.
    pub model: String,
    /// Tokens that an answer may have.
    pub max_tokens: Option<u32>,
    /// How free it is with words.
    pub temperature: Option<f64>,
    /// Whether the answer comes in pieces.
    pub stream: bool,
    /// Whether this is OpenRouter, which takes more than others do.
    pub is_openrouter: bool,
}

impl Wire {
    /// The form in which tools are offered.
    pub fn provider(self) -> Provider {
        match self {
            Self::OpenAi | Self::Script => Provider::OpenAi,
            Self::Anthropic => Provider::Anthropic,
            Self::Gemini => Provider::Gemini,
        }
    }

    /// The body of a request.
    pub fn body(self, manner: &Manner, request: &ModelRequest<'_>) -> Value {
        match self {
            Self::OpenAi | Self::Script => openai::body(manner, request),
            Self::Anthropic => anthropic::body(manner, request),
            Self::Gemini => gemini::body(manner, request),
        }
    }

    /// What comes after the vendor's address, for this request.
    pub(crate) fn path(self, manner: &Manner) -> String {
        match self {
            Self::OpenAi | Self::Script => "/chat/completions".to_owned(),
            Self::Anthropic => "/messages".to_owned(),
            Self::Gemini if manner.stream => {
                format!("/models/{}:streamGenerateContent?alt=sse", manner.model)
            }
            Self::Gemini => format!("/models/{}:generateContent", manner.model),
        }
    }

    /// Reads one event of a stream.
    pub fn read(self, data: &str, into: &mut Assembler) {
        // Compatible servers end any stream so, and send empty events.
        let data = data.trim();
        match data {
            "" => return,
            "[DONE]" => return into.over(),
            _ => {}
        }
        match self {
            Self::OpenAi => openai::read(data, into),
            Self::Anthropic => anthropic::read(data, into),
            Self::Gemini => gemini::read(data, into),
            Self::Script => script::read(data, into),
        }
    }

    /// Reads an answer that came in one piece.
    pub fn read_whole(self, body: &str, into: &mut Assembler) {
        match self {
            Self::Anthropic => anthropic::read_whole(body, into),
            // What comes whole looks like a single piece.
            _ => self.read(body, into),
        }
    }
}

/// What is wrong with a piece that is no JSON.
fn not_json(error: &serde_json::Error) -> crate::assemble::Broken {
    crate::assemble::Broken::Unreadable(format!("a piece of it is not what it should be: {error}"))
}
