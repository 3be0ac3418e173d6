//! A schema that allows more than one form.

use serde_json::{Map, Value, json};

use super::disjoint::{are_disjoint, resolved};
use super::{Made, Narrow, Place};
use crate::vendor::inverse::{Branch, Undo, Undos};
use crate::vendor::loss::{Disposition, Unlowerable};
use crate::vendor::tree::{Body, Entry, Id, Tree};
use crate::vendor::types::Types;
use crate::vendor::view::View;

impl Narrow<'_> {
    /// A union; what stands beside it is demanded of every branch.
    pub(super) fn union(
        &mut self,
        mut view: View,
        union: &Entry,
        notes: Vec<String>,
    ) -> Result<Option<Made>, Unlowerable> {
        let annotations = view.take_annotations();
        let ids = union.body.ids();
        let mut made = Vec::new();
        for id in &ids {
            made.extend(self.branch(*id, &view)?);
        }
        let keeps = union.keyword == "oneOf" && self.allows(Types::ANY, "oneOf");
        if union.keyword == "oneOf" && !keeps && !are_disjoint(&self.work.tree, &ids) {
            self.work.losses.add(&union.at, "oneOf", Disposition::Approximated);
        }
        let keyword = if keeps { "oneOf" } else { "anyOf" };
        Ok(self.alternatives(made, keyword, (&union.at, &union.keyword), annotations, notes))
    }

    fn branch(&mut self, id: Id, base: &View) -> Result<Option<Made>, Unlowerable> {
        let covered = match (base.types, says_types(&self.work.tree, id)) {
            (None, _) => true,
            (Some(base), Some(branch)) => base.holds(branch),
            (Some(_), None) => false,
        };
        if base.entries.is_empty() && covered {
            return self.schema(id);
        }
        let mut view = self.work.view(id)?;
        if self.is_expanding(&view) {
            for entry in &base.entries {
                self.work.lose(entry);
            }
            for at in &base.typed_at {
                self.work.losses.add(at, "type", Disposition::DroppedCheckedAtRunTime);
            }
            return self.schema(id);
        }
        self.work.budget.enter(&view.at)?;
        self.work.join(&mut view, base.clone())?;
        let depth = self.expanding.len();
        self.expanding.extend(&view.expanded);
        let made = self.compose(view, Place::Inside);
        self.expanding.truncate(depth);
        self.work.budget.leave();
        made
    }

    /// Writes a union of schemas that are already made.
    pub(super) fn alternatives(
        &mut self,
        mut made: Vec<Made>,
        keyword: &str,
        (at, origin): (&str, &str),
        annotations: Vec<Entry>,
        mut notes: Vec<String>,
    ) -> Option<Made> {
        let count = made.len();
        made.dedup_by(|one, two| one.schema == two.schema);
        if keyword == "oneOf" && made.len() < count {
            // What fits two branches that look alike now would not have fitted.
            self.work.losses.add(at, origin, Disposition::Approximated);
        }
        for entry in annotations.iter().filter(|entry| is_advice(entry)) {
            notes.extend(self.work.lose(entry));
        }
        if made.len() < 2 {
            let mut only = made.pop()?;
            self.describe_again(&mut only.schema, annotations, &notes);
            return Some(only);
        }
        let mut schema = Map::new();
        self.describe(&mut schema, &annotations, &notes);
        let branches = branches(&made);
        schema.insert(
            keyword.to_owned(),
            branches.iter().map(|branch| branch.schema.clone()).collect(),
        );
        let undo = if made.iter().all(|one| one.undo == Undos::NOTHING) {
            Undos::NOTHING
        } else {
            self.work.undos.add_union(Undo::Union(branches), at, origin)
        };
        Some(Made { schema, undo })
    }

    /// Puts what was said of a union on the only branch that is left of it.
    fn describe_again(
        &self,
        schema: &mut Map<String, Value>,
        mut said: Vec<Entry>,
        notes: &[String],
    ) {
        // Nothing may stand beside a reference.
        if schema.contains_key("$ref") {
            return;
        }
        if !said.iter().any(|entry| entry.keyword == "description") {
            let own = schema.get("description").cloned().unwrap_or_else(|| json!(""));
            said.push(Entry::new("description", &"".into(), Body::Plain(own)));
        }
        self.describe(schema, &said, notes);
    }
}

/// The branches of a union, as they are needed to undo it.
fn branches(made: &[Made]) -> Vec<Branch> {
    made.iter()
        .map(|one| Branch { schema: Value::Object(one.schema.clone()), undo: one.undo })
        .collect()
}

/// Advice on a value, which a description can give.
fn is_advice(entry: &Entry) -> bool {
    matches!(entry.keyword.as_str(), "default" | "examples")
}

/// What a schema, or the one it refers to, says about types.
fn says_types(tree: &Tree, id: Id) -> Option<Types> {
    resolved(tree, id).types
}
