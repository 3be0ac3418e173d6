//! A schema for values of one type, in the keywords allowed for that type.

use serde_json::{Map, Value, json};

use super::demand::is_misplaced;
use super::{Made, Narrow, Place};
use crate::vendor::inverse::{Undo, UndoId, Undos};
use crate::vendor::loss::{Disposition, Unlowerable};
use crate::vendor::profile::Untyped;
use crate::vendor::sentence::joined;
use crate::vendor::tree::{Body, Entry, applies_to};
use crate::vendor::types::Types;
use crate::vendor::view::View;

/// A schema for one type, while it is being written.
pub(super) struct Form {
    /// The name of the type.
    pub(super) name: &'static str,
    pub(super) body: Map<String, Value>,
    /// Sentences for the description.
    pub(super) notes: Vec<String>,
    pub(super) undo: UndoId,
}

impl Narrow<'_> {
    pub(super) fn by_type(
        &mut self,
        mut view: View,
        notes: Vec<String>,
        place: Place,
    ) -> Result<Option<Made>, Unlowerable> {
        let Some(types) = self.types_of(&view) else { return self.untyped(&view, notes).map(Some) };
        let nullable = types.holds(Types::NULL);
        match types.without(Types::NULL).each().as_slice() {
            [] if nullable => Ok(Some(self.null(&view, notes))),
            [] => Ok(None),
            [one] => self.typed(&view, *one, nullable, notes, place),
            several => {
                let annotations = view.take_annotations();
                let at = view.at.clone();
                let mut branches = Vec::new();
                for one in several {
                    branches.extend(self.typed(&view, *one, false, Vec::new(), Place::Inside)?);
                }
                if nullable {
                    branches.push(null_branch());
                }
                Ok(self.alternatives(branches, "anyOf", (&*at, "type"), annotations, notes))
            }
        }
    }

    /// The types of the values that can fit; `None` where any can.
    fn types_of(&mut self, view: &View) -> Option<Types> {
        if let Some(values) = view.values() {
            let listed = values.iter().map(Types::of).fold(Types::NONE, Types::or);
            let types = view.types.unwrap_or(Types::ANY);
            return Some(if is_misplaced(view, listed) { types } else { listed.and(types) });
        }
        if view.types.is_some() {
            return view.types;
        }
        let meant = |entry: &Entry| match entry.keyword.as_str() {
            "format" => Types::STRING,
            keyword => applies_to(keyword),
        };
        let inferred = view.entries.iter().map(meant).filter(|types| *types != Types::ANY);
        let inferred = inferred.fold(Types::NONE, Types::or);
        if inferred == Types::NONE {
            return None;
        }
        self.work.losses.add(&view.at, "type", Disposition::Approximated);
        Some(inferred)
    }

    fn typed(
        &mut self,
        view: &View,
        (name, types): (&'static str, Types),
        nullable: bool,
        notes: Vec<String>,
        place: Place,
    ) -> Result<Option<Made>, Unlowerable> {
        let mut form = Form { name, body: Map::new(), notes, undo: Undos::NOTHING };
        let fits = self.list_values(view, types, nullable, &mut form)
            && match types {
                Types::OBJECT => self.object(view, &mut form, place)?,
                Types::ARRAY => self.array(view, &mut form)?,
                _ => true,
            };
        if !fits {
            return Ok(nullable.then(null_branch));
        }
        for entry in &view.entries {
            self.demand(entry, types, &mut form);
        }
        Ok(Some(self.finish(view, form, nullable)))
    }

    fn finish(&mut self, view: &View, form: Form, nullable: bool) -> Made {
        let mut schema = Map::new();
        let splits = nullable && form.body.contains_key("enum") && !self.lists_null();
        let kind = if nullable && !splits { json!([form.name, "null"]) } else { json!(form.name) };
        schema.insert("type".to_owned(), kind);
        let annotations = view.annotations();
        if splits {
            schema.extend(form.body);
            let branches = vec![Made { schema, undo: form.undo }, null_branch()];
            let made =
                self.alternatives(branches, "anyOf", (&view.at, "enum"), annotations, form.notes);
            return made.expect("two branches are not none");
        }
        self.describe(&mut schema, &annotations, &form.notes);
        schema.extend(form.body);
        Made { schema, undo: form.undo }
    }

    /// Writes the title and the description with the sentences behind it.
    pub(super) fn describe(
        &self,
        schema: &mut Map<String, Value>,
        annotations: &[Entry],
        notes: &[String],
    ) {
        let text = |keyword| {
            let entry = annotations.iter().find(|entry| entry.keyword == keyword)?;
            if let Body::Plain(Value::String(text)) = &entry.body {
                Some(text.as_str())
            } else {
                None
            }
        };
        let mut description = text("description").unwrap_or_default();
        match text("title") {
            Some(title) if self.allows(Types::ANY, "title") => {
                schema.insert("title".to_owned(), json!(title));
            }
            // A vendor without titles still gets to read one where it is all
            // that the author said.
            Some(title) if description.is_empty() => description = title,
            _ => {}
        }
        let description = joined(description, notes);
        if !description.is_empty() {
            schema.insert("description".to_owned(), json!(description));
        }
    }

    fn untyped(&mut self, view: &View, notes: Vec<String>) -> Result<Made, Unlowerable> {
        let mut form = Form { name: "string", body: Map::new(), notes, undo: Undos::NOTHING };
        match self.rules.untyped {
            Untyped::Refused => {
                let reason = "a value of any type cannot be promised in strict mode";
                return Err(Unlowerable::new(&*view.at, reason));
            }
            Untyped::AsText => self.as_text(view, Types::ANY, &mut form),
            Untyped::Kept => {}
        }
        for entry in &view.entries {
            self.demand(entry, Types::ANY, &mut form);
        }
        let mut made = self.finish(view, form, false);
        if self.rules.untyped == Untyped::Kept {
            made.schema.shift_remove("type");
        }
        Ok(made)
    }

    /// A value that the vendor has no form for, as a string of JSON.
    pub(super) fn as_text(&mut self, view: &View, wanted: Types, form: &mut Form) {
        let what = if wanted == Types::OBJECT { "A JSON object" } else { "Any JSON value" };
        form.name = "string";
        form.notes.push(format!("{what}, written as JSON text."));
        form.undo = self.work.undos.add(Undo::Text { wanted });
        for at in view.typed_at.iter().chain([&view.at]) {
            self.work.losses.add(at, "type", Disposition::Approximated);
        }
    }

    fn null(&mut self, view: &View, notes: Vec<String>) -> Made {
        let mut form = Form { name: "null", body: Map::new(), notes, undo: Undos::NOTHING };
        for entry in &view.entries {
            self.demand(entry, Types::NULL, &mut form);
        }
        self.finish(view, form, false)
    }
}

pub(super) fn null_branch() -> Made {
    let schema = Map::from_iter([("type".to_owned(), json!("null"))]);
    Made { schema, undo: Undos::NOTHING }
}
