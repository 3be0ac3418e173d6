//! The fields of a manifest, in the order in which people write them.
//!
//! Each line says which way of changing a field breaks somebody, and why. The
//! two schemas are compared in `schema`.

use serde::Serialize;
use serde_json::json;

use super::changes::{Changes, quoted, was_is};
use super::{Effect, schema};
use crate::compiled::speaks_of_unknown;
use crate::spec::{Spec, UnknownArguments};

/// Compares two specs, field by field.
pub(super) fn compare(old: &Spec, new: &Spec, changes: &mut Changes) {
    let mut fields = Fields { changes };
    fields.one("toolId", &old.tool_id, &new.tool_id, |_, _| Some("callers know it by its id"));
    fields.told("version", &old.version, &new.version);
    fields.told("title", &old.title, &new.title);
    fields.told("description", &old.description, &new.description);
    fields.told("category", &old.category, &new.category);
    fields.told("group", &old.group, &new.group);
    fields.one("sideEffects", &old.side_effects, &new.side_effects, |old, new| {
        (*new as u8 > *old as u8).then_some("callers count on its doing less")
    });
    fields.one("idempotent", &old.idempotent, &new.idempotent, |old, _| {
        old.then_some("callers may repeat a call")
    });
    fields.one(
        "requiresConfirmation",
        &old.requires_confirmation,
        &new.requires_confirmation,
        |old, _| (!old).then_some("where nobody can be asked, calls are refused"),
    );
    let reason = "calls in this mode are refused";
    fields.each("allowedModes", &old.allowed_modes, &new.allowed_modes, reason);
    fields.told("latencyBudgetMs", &old.latency_budget_ms, &new.latency_budget_ms);
    fields.one("timeoutMs", &old.timeout_ms, &new.timeout_ms, |old, new| {
        (new < old).then_some("calls that took longer are ended")
    });
    schema::compare_parameters(old, new, fields.changes);
    schema::compare_outputs(old.output.as_ref(), new.output.as_ref(), fields.changes);
    fields.told("tags", &old.tags, &new.tags);
    fields.each("aliases", &old.aliases, &new.aliases, "calls by this name are refused");
    fields.told("examples", &old.examples, &new.examples);
    fields.one("enabled", &old.enabled, &new.enabled, |old, _| {
        old.then_some("every call is refused")
    });
    let silent = [old, new].iter().any(|spec| !speaks_of_unknown(&spec.parameters));
    fields.one("unknownArguments", &old.unknown_arguments, &new.unknown_arguments, |_, new| {
        // Where both schemas say it themselves, this field changes nothing.
        (silent && *new == UnknownArguments::Reject)
            .then_some("arguments that were left out are refused")
    });
    fields.one("coerce", &old.coerce, &new.coerce, |old, _| {
        old.then_some("arguments that were mended are refused")
    });
    fields.told("uses", &old.uses, &new.uses);
    fields.told("hosts", &old.hosts, &new.hosts);
}

struct Fields<'c> {
    changes: &'c mut Changes,
}

impl Fields<'_> {
    /// A field whose change breaks nobody.
    fn told<T: Serialize + PartialEq>(&mut self, name: &str, old: &T, new: &T) {
        self.one(name, old, new, |_, _| None);
    }

    /// A field whose change breaks somebody for this reason, if any.
    fn one<T: Serialize + PartialEq>(
        &mut self,
        name: &str,
        old: &T,
        new: &T,
        breaks: impl FnOnce(&T, &T) -> Option<&'static str>,
    ) {
        if old != new {
            let present = |value: &T| Some(json!(value)).filter(|value| !value.is_null());
            let (was, is) = (present(old), present(new));
            self.tell(name, was_is(was.as_ref(), is.as_ref()), breaks(old, new));
        }
    }

    /// A list from which nothing may be missed.
    fn each<T: Serialize + PartialEq>(
        &mut self,
        name: &str,
        old: &[T],
        new: &[T],
        reason: &'static str,
    ) {
        let word = |value: &T| quoted(&json!(value));
        for gone in old.iter().filter(|one| !new.contains(one)) {
            self.tell(name, format!("{} is gone", word(gone)), Some(reason));
        }
        for added in new.iter().filter(|one| !old.contains(one)) {
            self.tell(name, format!("{} is new", word(added)), None);
        }
    }

    fn tell(&mut self, name: &str, fact: String, breaks: Option<&str>) {
        let at = format!("/{name}");
        match breaks {
            Some(reason) => {
                self.changes.tell(&at, Effect::Breaking, || format!("{fact}; {reason}"));
            }
            None => self.changes.tell(&at, Effect::Compatible, || fact),
        }
    }
}
