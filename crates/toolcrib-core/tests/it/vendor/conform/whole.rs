//! The rules that only show when the whole schema is looked at.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use toolcrib_core::vendor::Recursion;

use super::Check;

impl Check<'_> {
    /// Follows references from every definition, to see whether they come back.
    pub(super) fn recursion(&mut self, rule: Recursion) {
        let definitions = self.root["$defs"].as_object().cloned().unwrap_or_default();
        for start in definitions.keys() {
            let mut seen = BTreeSet::new();
            let mut waiting = vec![start.clone()];
            while let Some(name) = waiting.pop() {
                let mut next = Vec::new();
                references(&definitions[&name], rule, &mut next);
                if rule != Recursion::Free && next.contains(start) {
                    return self.demand(false, &format!("/$defs/{start}"), "it holds itself");
                }
                waiting.extend(next.into_iter().filter(|name| seen.insert(name.clone())));
            }
        }
    }

    pub(super) fn sizes(&mut self) {
        let mut totals = Totals::default();
        totals.add(self.root, 0);
        let size = &self.profile.size;
        for (what, count, max) in [
            ("properties", totals.properties, size.properties_max),
            ("levels", totals.levels, size.levels_max),
            ("enum values", totals.enum_values, size.enum_values_max),
        ] {
            self.demand(max.is_none_or(|max| count <= max), "", what);
        }
    }
}

/// The definitions that a schema refers to; optional properties do not count
/// where a cycle through them is allowed.
fn references(schema: &Value, rule: Recursion, found: &mut Vec<String>) {
    match schema {
        Value::Object(map) => {
            if let Some(name) = map.get("$ref").and_then(Value::as_str) {
                found.extend(name.strip_prefix("#/$defs/").map(str::to_owned));
            }
            for (keyword, value) in map {
                match (keyword.as_str(), value) {
                    ("properties", Value::Object(properties)) => {
                        for (key, schema) in properties {
                            let required = map.get("required").and_then(Value::as_array);
                            let is_required =
                                required.is_some_and(|keys| keys.contains(&json!(key)));
                            if is_required || rule != Recursion::ThroughOptional {
                                references(schema, rule, found);
                            }
                        }
                    }
                    ("enum" | "const" | "default", _) => {}
                    _ => references(value, rule, found),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| references(value, rule, found)),
        _ => {}
    }
}

#[derive(Default)]
struct Totals {
    properties: usize,
    levels: usize,
    enum_values: usize,
}

impl Totals {
    fn add(&mut self, schema: &Value, level: usize) {
        self.levels = self.levels.max(level);
        let each = |keyword: &str| schema[keyword].as_object().into_iter().flatten();
        self.enum_values += schema["enum"].as_array().map_or(0, Vec::len);
        for (_, property) in each("properties") {
            self.properties += 1;
            self.add(property, level + 1);
        }
        each("$defs").for_each(|(_, definition)| self.add(definition, level));
        schema["anyOf"].as_array().into_iter().flatten().for_each(|one| self.add(one, level));
        if schema["items"].is_object() {
            self.add(&schema["items"], level + 1);
        }
    }
}
