//! What a tool asks the surrounding conversation to do.
//!
//! An intent is a wish: the tool states it, whoever runs the conversation
//! carries it out. An unknown one is reported and ignored, never an error.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::Fault;

/// A wish of a tool, carried out by the conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Intent {
    /// End the voice session.
    EndVoiceSession {
        /// When to end it.
        after: After,
    },
    /// Play no audio.
    SuppressAudio {
        /// On or off.
        value: bool,
    },
    /// Show no transcript.
    SuppressTranscript {
        /// On or off.
        value: bool,
    },
    /// Say this when the conversation goes on.
    SetPendingMessage {
        /// What to say.
        message: String,
    },
    /// Let another agent go on.
    SwitchAgent {
        /// Which one.
        #[serde(rename = "agentId")]
        agent_id: String,
    },
}

/// When a voice session ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum After {
    /// At once.
    Immediate,
    /// When what is being said has been said.
    CurrentTurn,
}

impl Intent {
    /// Reads the intents of a handler's answer.
    ///
    /// What cannot be read comes back as a warning beside those that can.
    pub fn read_all(raw: &[Value]) -> (Vec<Self>, Vec<Fault>) {
        let mut intents = Vec::new();
        let mut warnings = Vec::new();
        for (index, value) in raw.iter().enumerate() {
            match Self::deserialize(value) {
                Ok(intent) => intents.push(intent),
                Err(error) => warnings.push(Fault::at(
                    format!("/intents/{index}"),
                    format!("this intent was ignored: {error}"),
                )),
            }
        }
        (intents, warnings)
    }
}
