//! How large a lowered schema is, in the things that vendors count.

use serde_json::{Map, Value};

use super::loss::Unlowerable;
use super::profile::Size;

/// What there is of everything that a vendor counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Measure {
    pub(super) properties: usize,
    pub(super) levels: usize,
    pub(super) enum_values: usize,
    pub(super) characters: usize,
    pub(super) optional: usize,
    pub(super) unions: usize,
}

impl Measure {
    pub(super) fn of(schema: &Value) -> Self {
        let mut measure = Self::default();
        measure.add(schema, 0);
        measure
    }

    fn add(&mut self, schema: &Value, level: usize) {
        let Value::Object(map) = schema else { return };
        self.levels = self.levels.max(level);
        self.add_values(map);
        self.add_properties(map, level);
        if map.contains_key("anyOf") || map.get("type").is_some_and(Value::is_array) {
            self.unions += 1;
        }
        for branch in map.get("anyOf").and_then(Value::as_array).into_iter().flatten() {
            self.add(branch, level);
        }
        if let Some(items) = map.get("items") {
            self.add(items, level + 1);
        }
        for (name, definition) in map.get("$defs").and_then(Value::as_object).into_iter().flatten()
        {
            self.characters += name.chars().count();
            self.add(definition, level);
        }
    }

    fn add_properties(&mut self, map: &Map<String, Value>, level: usize) {
        let Some(Value::Object(properties)) = map.get("properties") else { return };
        let required = map.get("required").and_then(Value::as_array).map_or(0, Vec::len);
        self.properties += properties.len();
        self.optional += properties.len().saturating_sub(required);
        for (key, property) in properties {
            self.characters += key.chars().count();
            self.add(property, level + 1);
        }
    }

    fn add_values(&mut self, map: &Map<String, Value>) {
        let listed = map.get("enum").and_then(Value::as_array);
        self.enum_values += listed.map_or(0, Vec::len);
        for value in listed.into_iter().flatten().chain(map.get("const")) {
            self.characters += match value {
                Value::String(text) => text.chars().count(),
                other => other.to_string().len(),
            };
        }
    }
}

impl Size {
    /// Refuses a schema that is larger than the vendor takes.
    pub(super) fn check(&self, measure: &Measure) -> Result<(), Unlowerable> {
        let counts = [
            ("properties", measure.properties, self.properties_max),
            ("levels", measure.levels, self.levels_max),
            ("enum values", measure.enum_values, self.enum_values_max),
            ("characters of names and values", measure.characters, self.characters_max),
            ("optional properties", measure.optional, self.optional_max),
            ("unions", measure.unions, self.unions_max),
        ];
        for (what, count, max) in counts {
            if let Some(max) = max.filter(|max| count > *max) {
                let reason = format!("it has {count} {what}, and the vendor takes {max}");
                return Err(Unlowerable::new("", reason));
            }
        }
        Ok(())
    }
}
