//! A history that every vendor takes.
//!
//! (1) Every call has its outcome, in the message after it.
//! (2) What is left out is left out whole: no call loses its outcome.
//! (3) The user's last message stays.

#[cfg(test)]
mod tests;

use crate::context::BYTES_PER_TOKEN;
use crate::message::{CallOutcome, Message};

/// Tokens that a message costs beside its words.
const MESSAGE_TOKENS: usize = 8;

/// What a call says that never ended.
const INTERRUPTED: &str = "This call was interrupted before it ended. What it did is not known; make it again only if \
     that does no harm.";

/// The outcome of a call that never ended.
pub(crate) fn interrupted(id: &str) -> CallOutcome {
    CallOutcome { id: id.to_owned(), text: INTERRUPTED.to_owned(), is_error: true, record_id: None }
}

/// Gives calls without an outcome one that says so, and leaves out messages
/// that say nothing (1).
pub fn mend(messages: &mut Vec<Message>) {
    let mut mended: Vec<Message> = Vec::with_capacity(messages.len() + 1);
    let mut rest = std::mem::take(messages).into_iter().peekable();
    while let Some(message) = rest.next() {
        match message {
            Message::Assistant(said) if said.is_empty() => {}
            Message::Assistant(said) if !said.calls.is_empty() => {
                let known = match rest.peek() {
                    Some(Message::Outcomes { outcomes }) => outcomes.clone(),
                    _ => Vec::new(),
                };
                if !known.is_empty() {
                    rest.next();
                }
                let outcomes = said.calls.iter().map(|call| {
                    let known = known.iter().find(|outcome| outcome.id == call.id);
                    known.cloned().unwrap_or_else(|| interrupted(&call.id))
                });
                let outcomes = outcomes.collect();
                mended.push(Message::Assistant(said));
                mended.push(Message::Outcomes { outcomes });
            }
            // Outcomes of no call are nobody's.
            Message::Outcomes { .. } => {}
            message => mended.push(message),
        }
    }
    *messages = mended;
}

/// Leaves out the oldest until the rest has no more tokens than this: whole
/// turns first, then whole rounds of the last one (2).
pub fn trim(messages: &mut Vec<Message>, tokens_max: usize) {
    let mut tokens: usize = messages.iter().map(tokens_of).sum();
    while tokens > tokens_max {
        let is_user = |message: &Message| matches!(message, Message::User { .. });
        let last = messages.iter().rposition(is_user);
        let range = match messages.iter().skip(1).position(is_user) {
            // The oldest turn.
            Some(next) if last > Some(0) => 0..next + 1,
            // The oldest round of the only turn: what was said, and its outcomes. (3)
            _ => {
                let start = last.map_or(0, |last| last + 1);
                let rounds = messages.get(start..).unwrap_or_default();
                let is_said = |message: &Message| matches!(message, Message::Assistant(_));
                let Some(next) = rounds.iter().skip(1).position(is_said) else { return };
                start..start + next + 1
            }
        };
        tokens -= messages.drain(range).map(|message| tokens_of(&message)).sum::<usize>();
    }
}

/// The tokens of a message, about: no vendor's tokens are alike.
pub fn tokens_of(message: &Message) -> usize {
    let bytes = match message {
        Message::User { text } => text.len(),
        Message::Assistant(said) => {
            let calls = said.calls.iter().map(|call| call.name.len() + call.arguments.len() + 16);
            said.text.len() + calls.sum::<usize>()
        }
        Message::Outcomes { outcomes } => {
            outcomes.iter().map(|outcome| outcome.text.len() + 16).sum()
        }
    };
    bytes / BYTES_PER_TOKEN + MESSAGE_TOKENS
}
