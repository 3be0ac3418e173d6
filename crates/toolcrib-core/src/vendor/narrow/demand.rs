//! What a schema demands of values of one type, keyword by keyword.

use serde_json::{Value, json};

use super::Narrow;
use super::typed::Form;
use crate::vendor::tree::{Body, Entry, applies_to, is_annotation};
use crate::vendor::types::Types;
use crate::vendor::view::View;

/// Keywords that are written by the code for their type, or with another one.
const WRITTEN_ELSEWHERE: [&str; 14] = [
    "title",
    "description",
    "enum",
    "const",
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "items",
    "prefixItems",
    "then",
    "else",
    "minContains",
    "maxContains",
];

impl Narrow<'_> {
    /// Writes the values that are allowed; false where none is of this type.
    pub(super) fn list_values(
        &mut self,
        view: &View,
        types: Types,
        nullable: bool,
        form: &mut Form,
    ) -> bool {
        let Some(mut values) = view.values() else { return true };
        let listed = values.iter().map(Types::of).fold(Types::NONE, Types::or);
        values.retain(|value| types.holds(Types::of(value)));
        if values.is_empty() && !is_misplaced(view, listed) {
            return false;
        }
        if types == Types::BOOLEAN && values.len() == 2 {
            return true;
        }
        let allowed = self
            .rules
            .enum_types
            .iter()
            .any(|name| Types::named(name).is_some_and(|allowed| allowed.holds(types)));
        let keyword = if view.entry("const").is_some() { "const" } else { "enum" };
        if !allowed || values.is_empty() {
            let entry = view.entry(keyword).cloned();
            form.notes.extend(entry.and_then(|entry| self.work.lose(&entry)));
        } else if keyword == "const" && self.allows(types, "const") && !nullable {
            form.body.insert("const".to_owned(), values.swap_remove(0));
        } else {
            if nullable && self.lists_null() {
                values.push(Value::Null);
            }
            form.body.insert("enum".to_owned(), Value::Array(values));
        }
        true
    }

    pub(super) fn lists_null(&self) -> bool {
        self.rules.enum_types.iter().any(|name| name == "null")
    }

    /// Writes one demand in the vendor's words, or in the description.
    pub(super) fn demand(&mut self, entry: &Entry, types: Types, form: &mut Form) {
        let keyword = entry.keyword.as_str();
        let Body::Plain(value) = &entry.body else {
            if applies_to(keyword).meets(types) && !WRITTEN_ELSEWHERE.contains(&keyword) {
                form.notes.extend(self.work.lose(entry));
            }
            return;
        };
        let said_in_words = !is_annotation(keyword) || matches!(keyword, "default" | "examples");
        let demands_nothing = keyword == "uniqueItems" && value == &json!(false);
        if WRITTEN_ELSEWHERE.contains(&keyword)
            || !applies_to(keyword).meets(types)
            || demands_nothing
            || !said_in_words
        {
            return;
        }
        if self.allows(types, keyword) && self.accepts(keyword, value, types, form) {
            form.body.entry(keyword).or_insert_with(|| value.clone());
        } else {
            form.notes.extend(self.work.lose(entry));
        }
    }

    /// Whether an allowed keyword may have this value.
    fn accepts(&self, keyword: &str, value: &Value, types: Types, form: &Form) -> bool {
        match keyword {
            "format" => {
                let formats = match form.name {
                    "integer" => &self.rules.formats.integer,
                    "number" => &self.rules.formats.number,
                    _ => &self.rules.formats.string,
                };
                formats.iter().any(|format| value == format)
            }
            "pattern" => value.as_str().is_some_and(is_regular),
            "minItems" => match (self.rules.min_items_max, value.as_f64()) {
                (Some(max), Some(count)) => count <= max as f64,
                _ => true,
            },
            // A default inside which something was renamed would be wrong.
            "default" => types.holds(Types::of(value)) && !value.is_object() && !value.is_array(),
            _ => true,
        }
    }
}

/// Whether a schema lists only values that its own type excludes. Such a list
/// was meant for the items of an array, say: the rest is still worth having.
pub(super) fn is_misplaced(view: &View, listed: Types) -> bool {
    let list = view.entry("enum").or_else(|| view.entry("const"));
    let said_together = list.is_some_and(|list| view.typed_at.contains(&list.at));
    said_together && view.types.is_some_and(|types| !types.meets(listed))
}

/// Whether a pattern has neither lookaround nor backreferences.
fn is_regular(pattern: &str) -> bool {
    let backreference = |two: &[u8]| two[0] == b'\\' && matches!(two[1], b'1'..=b'9' | b'k');
    !["(?=", "(?!", "(?<=", "(?<!"].iter().any(|part| pattern.contains(part))
        && !pattern.as_bytes().windows(2).any(backreference)
}
