//! How a script ended.

use serde::Deserialize;

use crate::js::PRELUDE;

/// How a script ended.
#[derive(Debug)]
pub(crate) enum Ended {
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
pub(crate) struct Thrown {
    pub(crate) name: Option<String>,
    pub(crate) message: String,
    pub(crate) stack: Option<String>,
    /// What a `ToolError` says.
    pub(crate) error: Option<serde_json::Value>,
    pub(crate) intents: Option<serde_json::Value>,
}

impl Thrown {
    pub(crate) fn message(message: String) -> Self {
        Self { message, ..Self::default() }
    }

    /// What was thrown and where, for the author of the script.
    pub(crate) fn traced(&self) -> String {
        let frames = self.stack.iter().flat_map(|stack| stack.lines());
        let own = frames.filter(|frame| !frame.contains(&format!("{PRELUDE}:")));
        own.fold(self.worded(), |text, frame| format!("{text}\n{frame}"))
    }

    /// Name and message, as both languages write them.
    pub(crate) fn worded(&self) -> String {
        match &self.name {
            Some(name) if !name.is_empty() => format!("{name}: {}", self.message),
            _ => self.message.clone(),
        }
    }
}
