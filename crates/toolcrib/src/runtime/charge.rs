//! Stage 2, its last part: what a call costs its turn, its key and its tool.

use std::time::Duration;

use toolcrib_core::{CallRequest, Caller, ErrorType, ToolError};

use super::{How, Runtime};
use crate::registry::Entry;
use crate::rules::rate::Counted;
use crate::rules::{Rate, Rules};
use crate::turn::likeness;

impl Runtime {
    /// Whether the tool, the key and the turn can take another call; a dry run
    /// only asks.
    pub(super) fn charge(
        &self,
        caller: &Caller,
        entry: &Entry,
        request: &CallRequest,
        rules: &Rules,
        how: &How<'_>,
    ) -> Result<(), ToolError> {
        let compiled = entry.compiled();
        self.0.circuits.check(compiled.tool_id(), rules.circuit)?;
        // The key's first: who may not call uses up nothing of the tool's.
        if let Some(rate) = rules.key_rate {
            let counted = self.count(Counted::Key(caller.key.clone()), rate, request.dry_run);
            counted.map_err(|wait| too_often("This key", rate, wait, "key_rate"))?;
        }
        if let Some(rate) = rules.tool_rate {
            let tool_id = compiled.tool_id();
            let counted = self.count(Counted::Tool(tool_id.clone()), rate, request.dry_run);
            let who = || format!("`{tool_id}`");
            counted.map_err(|wait| too_often(&who(), rate, wait, "tool_rate"))?;
        }
        let Some(turn) = &how.within.turn else { return Ok(()) };
        // Each of them a person sees, and says yes or no to.
        let is_asked = compiled.spec().requires_confirmation;
        let likeness = (!is_asked).then(|| likeness(&request.arguments));
        match request.dry_run {
            true => turn.check(compiled, likeness, rules),
            false => turn.spend(compiled, likeness, rules),
        }
    }

    fn count(&self, counted: Counted, rate: Rate, is_dry: bool) -> Result<(), Duration> {
        match is_dry {
            true => self.0.counters.peek(counted, rate),
            false => self.0.counters.take(counted, rate),
        }
    }
}

fn too_often(who: &str, rate: Rate, wait: Duration, rule: &'static str) -> ToolError {
    let per = match rate.per.as_secs() {
        1 => "a second".to_owned(),
        60 => "a minute".to_owned(),
        seconds => format!("in {seconds} seconds"),
    };
    let wait_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX).max(1);
    let (verb, calls) =
        if who.starts_with('`') { ("may be called", "") } else { ("has", " calls") };
    let message = format!(
        "{who} {verb} {}{calls} {per}, and they are used up. Wait {wait_ms} ms.",
        rate.calls
    );
    ToolError::new(ErrorType::Overloaded, message)
        .because("RATE_LIMITED")
        .by_rule(rule)
        .retry_after_ms(wait_ms)
}
