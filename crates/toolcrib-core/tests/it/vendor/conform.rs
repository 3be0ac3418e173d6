//! Whether a schema is one that a vendor takes, by the vendor's profile.
//!
//! Written apart from the compiler and from the other end: it knows nothing of
//! how a schema came about, only what the profile allows.

mod refused;
mod subset;
mod whole;

use serde_json::{Value, json};
use toolcrib_core::vendor::{Dialect, Lowered, Profile, Provider, Rules};

/// Everything that the vendor would refuse.
pub(super) fn breaches(lowered: &Lowered, provider: Provider) -> Vec<String> {
    let strict = provider.profile();
    let profile = match strict.falls_back_to {
        Some(looser) if !lowered.strict => looser.profile(),
        _ => strict,
    };
    let mut check = Check { profile, root: &lowered.schema, found: Vec::new() };
    check.root();
    check.found
}

struct Check<'a> {
    profile: &'a Profile,
    root: &'a Value,
    found: Vec<String>,
}

impl Check<'_> {
    fn demand(&mut self, holds: bool, at: &str, what: &str) {
        if !holds {
            self.found.push(format!("{at}: {what}"));
        }
    }

    fn root(&mut self) {
        let object = if self.is_openapi() { "OBJECT" } else { "object" };
        self.demand(self.root["type"] == object, "", "the root is not an object");
        match &self.profile.rules {
            Rules::Verbatim => {}
            Rules::Root { forbids } => {
                self.demand(self.root["properties"].is_object(), "", "no properties");
                for keyword in forbids {
                    self.demand(self.root.get(keyword).is_none(), "", keyword);
                }
                self.any_schema(self.root, "");
            }
            Rules::Subset(rules) => {
                self.subset_schema(self.root, "", rules);
                self.recursion(rules.recursion);
                self.sizes();
            }
        }
    }

    fn is_openapi(&self) -> bool {
        matches!(&self.profile.rules, Rules::Subset(rules) if rules.dialect == Dialect::OpenApi)
    }

    fn key(&mut self, key: &str, at: &str) {
        if let Some(rule) = &self.profile.key {
            self.demand(rule.accepts(key), at, "a key that is not accepted");
        }
    }

    fn reference(&mut self, reference: &Value, at: &str) {
        let name = reference.as_str().and_then(|text| text.strip_prefix("#/$defs/"));
        let found = name.is_some_and(|name| self.root["$defs"].get(name).is_some());
        self.demand(found, at, "a reference that leads nowhere");
    }

    /// A schema below a root that only restricts itself.
    fn any_schema(&mut self, schema: &Value, at: &str) {
        let Value::Object(map) = schema else {
            return self.demand(schema.is_boolean(), at, "neither an object nor a boolean");
        };
        let is_array = map.get("type").is_some_and(|kind| {
            kind == "array" || kind.as_array().is_some_and(|names| names.contains(&json!("array")))
        });
        self.demand(!is_array || map.contains_key("items"), at, "an array without items");
        for (keyword, value) in map {
            let below = format!("{at}/{keyword}");
            match (keyword.as_str(), value) {
                ("$ref", reference) => self.reference(reference, at),
                ("required", Value::Array(keys)) => {
                    keys.iter().filter_map(Value::as_str).for_each(|key| self.key(key, &below));
                }
                (
                    "properties" | "$defs" | "patternProperties" | "dependentSchemas",
                    Value::Object(named),
                ) => {
                    for (name, schema) in named {
                        if keyword == "properties" {
                            self.key(name, &below);
                        }
                        self.any_schema(schema, &format!("{below}/{name}"));
                    }
                }
                ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(schemas)) => {
                    schemas.iter().for_each(|schema| self.any_schema(schema, &below));
                }
                (
                    "items"
                    | "additionalProperties"
                    | "unevaluatedItems"
                    | "unevaluatedProperties"
                    | "contains"
                    | "propertyNames"
                    | "not"
                    | "if"
                    | "then"
                    | "else",
                    schema,
                ) => self.any_schema(schema, &below),
                ("$schema" | "$id" | "$anchor" | "$dynamicRef" | "definitions" | "nullable", _) => {
                    self.demand(false, at, keyword);
                }
                (word, _) => self.demand(!word.starts_with("x-"), at, word),
            }
        }
    }
}
