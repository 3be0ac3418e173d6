//! How a script ended.

use serde::Deserialize;

use super::PRELUDE;

/// How a script ended.
#[derive(Debug)]
pub(in crate::js) enum Ended {
    /// It returned this, as JSON; nothing where that is `undefined`.
    Returned(Option<String>),
    /// It returned more than may be carried out.
    TooLarge,
    /// It returned something that is not JSON.
    NotJson(Thrown),
    /// It threw.
    Threw(Thrown),
    /// It waits for something that cannot come.
    Stuck,
    /// It was told to.
    Stopped,
}

/// What a script threw.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(in crate::js) struct Thrown {
    pub(in crate::js) name: Option<String>,
    pub(in crate::js) message: String,
    pub(in crate::js) stack: Option<String>,
    /// What a `ToolError` says.
    pub(in crate::js) error: Option<serde_json::Value>,
    pub(in crate::js) intents: Option<serde_json::Value>,
}

impl Thrown {
    pub(super) fn message(message: String) -> Self {
        Self { message, ..Self::default() }
    }

    /// What was thrown and where, for the author of the script.
    pub(in crate::js) fn traced(&self) -> String {
        let frames = self.stack.iter().flat_map(|stack| stack.lines());
        let own = frames.filter(|frame| !frame.contains(&format!("{PRELUDE}:")));
        own.fold(self.worded(), |text, frame| format!("{text}\n{frame}"))
    }

    /// Name and message, as JavaScript itself writes them.
    pub(in crate::js) fn worded(&self) -> String {
        match &self.name {
            Some(name) if !name.is_empty() => format!("{name}: {}", self.message),
            _ => self.message.clone(),
        }
    }
}
