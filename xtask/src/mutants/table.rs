//! The gates, and how each is taken out.

/// One gate.
pub(super) struct Gate {
    /// What it keeps.
    pub(super) what: &'static str,
    /// The crate it stands in.
    pub(super) package: &'static str,
    /// The file, under `src`.
    pub(super) file: &'static str,
    /// Words that stand there once.
    pub(super) find: &'static str,
    /// What they become.
    pub(super) replace: &'static str,
}

const fn library(
    what: &'static str,
    file: &'static str,
    find: &'static str,
    replace: &'static str,
) -> Gate {
    Gate { what, package: "toolcrib", file, find, replace }
}

const fn store(
    what: &'static str,
    file: &'static str,
    find: &'static str,
    replace: &'static str,
) -> Gate {
    Gate { what, package: "toolcrib-store", file, find, replace }
}

const ADMIT: &str = "runtime/admit.rs";
const USED: &str = "turn/used.rs";
const CHARGE: &str = "runtime/charge.rs";
const RETRY: &str = "runtime/retry.rs";
const APPROVALS: &str = "approvals.rs";

/// Every gate that is taken out.
pub(super) const GATES: &[Gate] = &[
    library("a tool that is switched off", ADMIT, "if !spec.enabled {", "if false {"),
    library(
        "the modes of a tool",
        ADMIT,
        "if !spec.allowed_modes.contains(&request.mode) {",
        "if false {",
    ),
    library("the modes of the rules", ADMIT, "if !rules.allows(request.mode) {", "if false {"),
    library(
        "what a tool may use",
        ADMIT,
        "if !outer.uses.iter().any(|used| used == tool_id) {",
        "if false {",
    ),
    library(
        "a tool inside itself",
        ADMIT,
        "if parent.chain().any(|outer| outer.tool().spec().tool_id == tool_id) {",
        "if false {",
    ),
    library("how deep calls nest", ADMIT, "if parent.chain().count() >= DEPTH_MAX {", "if false {"),
    library(
        "a policy that panics",
        ADMIT,
        ".unwrap_or_else(|Panicked| Err(unevaluated(&spec.tool_id)))",
        ".unwrap_or_else(|Panicked| Ok(Admission::default()))",
    ),
    library("the calls of a turn", USED, "if self.calls >= limits.calls_max {", "if false {"),
    library(
        "the calls of a turn that look something up",
        USED,
        "&& self.retrievals >= limits.retrievals_max {",
        "&& false {",
    ),
    library(
        "the calls of one tool in a turn",
        USED,
        "rules.tool_calls_max.filter(|most| tool.calls >= *most)",
        "rules.tool_calls_max.filter(|_| false)",
    ),
    library(
        "the same call again",
        USED,
        "told.filter(|(_, times)| *times >= rules.same_calls_max)",
        "told.filter(|_| false)",
    ),
    library(
        "a tool that comes back empty",
        USED,
        "if tool.empty >= rules.empty_max {",
        "if false {",
    ),
    library(
        "what is used up inside counts outside",
        "turn.rs",
        "std::iter::successors(Some(self), |turn| turn.inner.outer.as_ref())",
        "std::iter::successors(Some(self), |_| None)",
    ),
    library(
        "a tool that keeps failing",
        "rules/circuit.rs",
        "let Some(opened) = self.opened else { return Ok(()) };",
        "let Some(opened) = self.opened.filter(|_| false) else { return Ok(()) };",
    ),
    library(
        "one trial at a time",
        "rules/circuit.rs",
        "None if self.is_tried =>",
        "None if false =>",
    ),
    library(
        "the rate of a tool",
        CHARGE,
        "if let Some(rate) = rules.tool_rate {",
        "if let Some(rate) = rules.tool_rate.filter(|_| false) {",
    ),
    library(
        "the rate of a key",
        CHARGE,
        "if let Some(rate) = rules.key_rate {",
        "if let Some(rate) = rules.key_rate.filter(|_| false) {",
    ),
    library(
        "a person's approval",
        "runtime/confirm.rs",
        "if !spec.requires_confirmation {",
        "if !spec.requires_confirmation || true {",
    ),
    library(
        "a dry run asks nobody",
        "runtime/confirm.rs",
        "if dry_run { approver.look(question) } else { approver.ask(question) }",
        "approver.ask(question)",
    ),
    library(
        "a dry run takes no key",
        "runtime/claim.rs",
        "if request.dry_run { keys.look(&claim) } else { keys.claim(&claim) }",
        "keys.claim(&claim)",
    ),
    library(
        "a key for another call",
        "idempotency/memory.rs",
        "_ if self.fingerprint != claim.fingerprint => Claimed::Taken,",
        "_ if false => Claimed::Taken,",
    ),
    library(
        "a writer whose end nobody knows",
        "idempotency/memory.rs",
        "is_late && (self.outcome.is_some() || !claim.writes)",
        "is_late",
    ),
    library(
        "a key whose caller left after the start",
        "runtime/ticket.rs",
        "self.claiming.iter_mut().for_each(Claiming::hold_on);",
        "",
    ),
    library(
        "no retries in voice",
        RETRY,
        "mode == Mode::Text\n            &&",
        "true\n            &&",
    ),
    library("no retry after half the work", RETRY, "&& !error.partial_side_effects", ""),
    library("no retry of a writer", RETRY, "&& spec.repeatable();", ";"),
    library(
        "a start that is on disk before a writer runs",
        "runtime/run.rs",
        "ticket.settle_start().await?;",
        "let _ = ticket;",
    ),
    store("an approval is used once", APPROVALS, "SET state = 'used'", "SET state = 'approved'"),
    store(
        "an approval that expired",
        APPROVALS,
        "WHERE workspace_id = $1 AND state = 'approved' AND expires_at > $2",
        "WHERE workspace_id = $1 AND state = 'approved' AND (expires_at > $2 OR TRUE)",
    ),
    store(
        "an answer is given once",
        APPROVALS,
        "AND id = $2 AND state = 'pending' AND expires_at > $6",
        "AND id = $2 AND expires_at > $6",
    ),
    store(
        "an answer that comes too late",
        APPROVALS,
        "AND state = 'pending' AND expires_at > $6\n",
        "AND state = 'pending' AND (expires_at > $6 OR TRUE)\n",
    ),
    store(
        "an approval waits for its answer",
        APPROVALS,
        "SELECT id FROM approvals\n             WHERE workspace_id = $1 AND state = 'approved'",
        "SELECT id FROM approvals\n             WHERE workspace_id = $1 AND state <> 'used'",
    ),
    store("the tool of an approval", APPROVALS, "AND tool_id = $3", "AND $3 = $3"),
    store("the version of an approval", APPROVALS, "AND version_hash = $4", "AND $4 = $4"),
    store("the arguments of an approval", APPROVALS, "AND digest = $5", "AND $5 = $5"),
    store("the agent of an approval", APPROVALS, "AND COALESCE(agent_id, '') = $6", "AND $6 = $6"),
    store(
        "the session of an approval",
        APPROVALS,
        "AND COALESCE(session_id, '') = $7",
        "AND $7 = $7",
    ),
    store(
        "a key of a writer is not taken over",
        "idempotency.rs",
        "true => \"idempotency.outcome IS NOT NULL\",",
        "true => \"TRUE\",",
    ),
    store(
        "a key of another call",
        "idempotency.rs",
        "_ if self.fingerprint != claim.fingerprint => Claimed::Taken,",
        "_ if false => Claimed::Taken,",
    ),
    store(
        "a look at the key of a writer whose end nobody knows",
        "idempotency.rs",
        "is_late && (self.outcome.is_some() || !claim.writes)",
        "is_late",
    ),
];
