//! The rules for a vendor that understands a part of JSON Schema.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use toolcrib_core::vendor::{Dialect, Maps, Subset, Untyped};

use super::Check;

impl Check<'_> {
    /// A schema of a vendor that understands only a part of JSON Schema.
    pub(super) fn subset_schema(&mut self, schema: &Value, at: &str, rules: &Subset) {
        let Value::Object(map) = schema else {
            return self.demand(false, at, "not an object");
        };
        if let Some(reference) = map.get("$ref") {
            self.demand(rules.refs && map.len() == 1, at, "something beside a reference");
            return self.reference(reference, at);
        }
        let kind = self.kind(map, at, rules);
        self.keywords(map, kind.as_deref(), at, rules);
        self.values(map, at, rules);
        match kind.as_deref() {
            Some("object") => self.object(map, at, rules),
            Some("array") => self.array(map, at, rules),
            _ => {}
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(Value::Array(branches)) = map.get(keyword) {
                self.demand(branches.len() > 1, at, "a union of one");
                let alone = rules.dialect != Dialect::OpenApi || map.len() == 1;
                self.demand(alone, at, "something beside a union");
                branches.iter().for_each(|branch| self.subset_schema(branch, at, rules));
            }
        }
        if let Some(Value::Object(definitions)) = map.get("$defs") {
            self.demand(at.is_empty() && rules.refs, at, "definitions");
            for (name, schema) in definitions {
                self.subset_schema(schema, &format!("/$defs/{name}"), rules);
            }
        }
    }

    /// The name of the one type besides null, as JSON Schema spells it.
    fn kind(&mut self, map: &Map<String, Value>, at: &str, rules: &Subset) -> Option<String> {
        let known = ["string", "number", "integer", "boolean", "array", "object", "null"];
        let openapi = rules.dialect == Dialect::OpenApi;
        match map.get("type") {
            Some(Value::String(name)) => {
                let lower = if openapi { name.to_lowercase() } else { name.clone() };
                let spelled = if openapi { name.to_uppercase() } else { lower.clone() };
                self.demand(*name == spelled && known.contains(&lower.as_str()), at, "a type");
                Some(lower)
            }
            Some(Value::Array(names)) => {
                let two = names.len() == 2 && names[1] == "null" && names[0] != "null";
                self.demand(two && !openapi, at, "a list of types");
                names[0].as_str().map(str::to_owned)
            }
            _ => {
                let untyped = map.contains_key("anyOf") || map.contains_key("oneOf");
                self.demand(untyped || rules.untyped == Untyped::Kept, at, "no type");
                None
            }
        }
    }

    fn keywords(&mut self, map: &Map<String, Value>, kind: Option<&str>, at: &str, rules: &Subset) {
        let own = match kind {
            Some("string") => rules.keywords.string.as_slice(),
            Some("number" | "integer") => rules.keywords.number.as_slice(),
            Some("array") => rules.keywords.array.as_slice(),
            Some("object") => rules.keywords.object.as_slice(),
            _ => &[],
        };
        for keyword in map.keys() {
            let structural = match keyword.as_str() {
                "type" | "$defs" => true,
                "nullable" => rules.dialect == Dialect::OpenApi,
                _ => false,
            };
            let allowed =
                structural || own.contains(keyword) || rules.keywords.any.contains(keyword);
            self.demand(allowed, at, keyword);
        }
        let formats = match kind {
            Some("number") => &rules.formats.number,
            Some("integer") => &rules.formats.integer,
            _ => &rules.formats.string,
        };
        if let Some(format) = map.get("format") {
            self.demand(formats.iter().any(|known| format == known), at, "a format");
        }
        if let Some(Value::String(pattern)) = map.get("pattern") {
            let looks_around = ["(?=", "(?!", "(?<"].iter().any(|part| pattern.contains(part));
            self.demand(!looks_around, at, "a pattern that looks around");
        }
    }

    fn values(&mut self, map: &Map<String, Value>, at: &str, rules: &Subset) {
        let listed = map.get("enum").and_then(Value::as_array);
        self.demand(listed.is_none_or(|values| !values.is_empty()), at, "an empty enum");
        for value in listed.into_iter().flatten().chain(map.get("const")) {
            let kind = match value {
                Value::String(_) => "string",
                Value::Number(_) => "number",
                Value::Bool(_) => "boolean",
                Value::Null => "null",
                Value::Array(_) | Value::Object(_) => "composite",
            };
            self.demand(
                rules.enum_types.iter().any(|known| known == kind),
                at,
                "a value in an enum",
            );
        }
    }

    fn object(&mut self, map: &Map<String, Value>, at: &str, rules: &Subset) {
        let empty = Map::new();
        let properties = map.get("properties").and_then(Value::as_object);
        let is_map = rules.maps == Maps::Kept && !at.is_empty();
        self.demand(properties.is_some() || is_map, at, "no properties");
        let properties = properties.unwrap_or(&empty);
        let filled = at.is_empty() || rules.empty_objects || !properties.is_empty();
        self.demand(filled, at, "an object without properties");
        let required: BTreeSet<&str> = map
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let declared: BTreeSet<&str> = properties.keys().map(String::as_str).collect();
        self.demand(required.is_subset(&declared), at, "a required key that is not declared");
        if rules.all_required {
            self.demand(
                map.contains_key("required") && required == declared,
                at,
                "an optional property",
            );
        }
        let closes = rules.keywords.object.iter().any(|word| word == "additionalProperties");
        if rules.maps == Maps::Pairs && closes {
            self.demand(
                map.get("additionalProperties") == Some(&json!(false)),
                at,
                "an open object",
            );
        }
        if let Some(additional) =
            map.get("additionalProperties").filter(|schema| schema.is_object())
        {
            self.subset_schema(additional, &format!("{at}/additionalProperties"), rules);
        }
        for (key, schema) in properties {
            let below = format!("{at}/properties/{key}");
            self.key(key, &below);
            self.subset_schema(schema, &below, rules);
        }
    }

    fn array(&mut self, map: &Map<String, Value>, at: &str, rules: &Subset) {
        let first = map.get("prefixItems").and_then(Value::as_array);
        self.demand(map.contains_key("items") || first.is_some(), at, "an array without items");
        for schema in map.get("items").into_iter().chain(first.into_iter().flatten()) {
            self.subset_schema(schema, &format!("{at}/items"), rules);
        }
        if let (Some(max), Some(min)) = (rules.min_items_max, map.get("minItems")) {
            self.demand(min.as_u64().is_some_and(|min| min <= max), at, "minItems");
        }
    }
}
