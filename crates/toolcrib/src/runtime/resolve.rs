//! Stage 1: which tool is meant.

use std::sync::Arc;

use toolcrib_core::{CallRequest, Caller, ErrorType, ToolError};

use super::Runtime;
use super::ticket::Ticket;
use crate::registry::{Broken, Entry, Snapshot};

/// Characters of an unknown name that are repeated to the caller.
const NAME_CHARS_MAX: usize = 64;

impl Runtime {
    pub(super) fn resolve(
        &self,
        caller: &Caller,
        request: &CallRequest,
        ticket: &mut Ticket<'_>,
    ) -> Result<Arc<Entry>, ToolError> {
        let snapshot = ticket.snapshot();
        let visible = |entry: &Entry| self.sees(caller, entry);
        match snapshot.get(&request.tool) {
            Some(entry) if visible(entry) => {
                let pinned = self.pinned(caller, &entry.spec().tool_id)?;
                let entry = pinned.unwrap_or_else(|| Arc::clone(entry));
                ticket.keep_tool(&entry);
                Ok(entry)
            }
            Some(_) => Err(not_found(&request.tool, snapshot, visible)),
            None => {
                // A version that somebody was promised outlives its source.
                if let Some(pinned) = self.pinned(caller, &request.tool)? {
                    ticket.keep_tool(&pinned);
                    return Ok(pinned);
                }
                match snapshot.broken(&request.tool) {
                    Some(broken) if self.sees_broken(caller, broken) => Err(is_broken(broken)),
                    _ => Err(not_found(&request.tool, snapshot, visible)),
                }
            }
        }
    }
}

fn not_found(name: &str, snapshot: &Snapshot, visible: impl Fn(&Entry) -> bool) -> ToolError {
    let near = snapshot.nearest(name, visible);
    let shown: String = name.chars().take(NAME_CHARS_MAX).collect();
    let message = match near.as_slice() {
        [] => format!("There is no tool `{shown}`."),
        near => format!("There is no tool `{shown}`. Did you mean `{}`?", near.join("`, `")),
    };
    ToolError::new(ErrorType::NotFound, message)
}

fn is_broken(broken: &Broken) -> ToolError {
    let message = format!(
        "`{}` cannot be called until its author mends it: {} problem{}, the first: {}.",
        broken.tool_id,
        broken.problems.len(),
        if broken.problems.len() == 1 { "" } else { "s" },
        broken.problems.first().map_or("unknown", |problem| problem.message.as_str()),
    );
    ToolError::internal(message)
}
