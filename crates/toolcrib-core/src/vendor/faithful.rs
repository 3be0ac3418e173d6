//! Lowering to a vendor that understands JSON Schema, but not at the root.
//!
//! Below the root a schema is written as its author wrote it, with three
//! changes: definitions are gathered under `$defs`, arrays always have
//! `items`, and keys that the vendor refuses have new names.

mod in_place;

use serde_json::{Map, Value, json};

use super::Lowered;
use super::inverse::{Branch, Undo, UndoId, Undos};
use super::keys::keys_of;
use super::loss::Unlowerable;
use super::sentence::joined;
use super::tree::{Body, Entry, Id, Tree, strings};
use super::types::Types;
use super::work::{WRAPPER, Work};
use in_place::InPlace;

/// Keywords whose schema may be written as `true` or `false`.
const BOOLEANS_ALLOWED: [&str; 4] =
    ["additionalProperties", "unevaluatedProperties", "unevaluatedItems", "items"];

/// Lowers a schema to one whose root is a plain object.
pub(crate) fn lower(work: Work<'_>, forbids: &[String]) -> Result<Lowered, Unlowerable> {
    let mut faithful = Faithful { work };
    let (root, undo) = faithful.root(forbids)?;
    while let Some(target) = faithful.work.definitions.next() {
        let (schema, undo) = faithful.schema(target)?;
        faithful.work.define(target, schema, undo);
    }
    Ok(faithful.work.finish(root, undo))
}

struct Faithful<'a> {
    work: Work<'a>,
}

impl Faithful<'_> {
    fn root(&mut self, forbids: &[String]) -> Result<(Map<String, Value>, UndoId), Unlowerable> {
        let mut view = self.work.view(Tree::ROOT)?;
        let types = view.types.unwrap_or(Types::ANY).and(Types::OBJECT);
        if view.never || types == Types::NONE {
            return Err(Unlowerable::new("", "no arguments can fit this schema"));
        }
        let mut lost = std::mem::take(&mut view.lost);
        for keyword in forbids {
            let Some(entry) = view.take(keyword) else { continue };
            let is_union = keyword == "anyOf" || keyword == "oneOf";
            if is_union && !self.work.only_requires(&entry) {
                return self.wrapped();
            }
            lost.push(entry);
            if keyword == "if" {
                view.take("then");
                view.take("else");
            }
        }
        let notes: Vec<String> = lost.iter().filter_map(|entry| self.work.lose(entry)).collect();
        let (mut schema, undo) = self.keywords(Some(types), &view.entries, notes)?;
        schema.entry("properties").or_insert_with(|| json!({}));
        Ok((schema, undo))
    }

    /// A root that cannot stay, as the only property of one that can.
    fn wrapped(&mut self) -> Result<(Map<String, Value>, UndoId), Unlowerable> {
        let (mut schema, inner) = self.schema(Tree::ROOT)?;
        schema.entry("type").or_insert_with(|| json!("object"));
        let undo = self.work.undos.add(Undo::Unwrap { property: WRAPPER.to_owned(), inner });
        let root = Map::from_iter([
            ("type".to_owned(), json!("object")),
            ("properties".to_owned(), json!({ WRAPPER: schema })),
            ("required".to_owned(), json!([WRAPPER])),
            ("additionalProperties".to_owned(), json!(false)),
        ]);
        Ok((root, undo))
    }

    fn schema(&mut self, id: Id) -> Result<(Map<String, Value>, UndoId), Unlowerable> {
        let node = self.work.tree.node(id);
        self.work.budget.enter(&node.pointer)?;
        let made = if node.never {
            (Map::from_iter([("not".to_owned(), json!({}))]), Undos::NOTHING)
        } else {
            self.keywords(node.types, &node.entries, Vec::new())?
        };
        self.work.budget.leave();
        Ok(made)
    }

    fn keywords(
        &mut self,
        types: Option<Types>,
        entries: &[Entry],
        mut notes: Vec<String>,
    ) -> Result<(Map<String, Value>, UndoId), Unlowerable> {
        let mut schema = Map::new();
        if let Some(types) = types {
            schema.insert("type".to_owned(), types.keyword());
        }
        let mut undos = InPlace::default();
        for entry in entries {
            // A pattern of keys says nothing about the new names.
            let names_keys =
                matches!(entry.keyword.as_str(), "patternProperties" | "propertyNames");
            if names_keys && self.work.keys.changed() {
                notes.extend(self.work.lose(entry));
            } else {
                let value = self.keyword(entry, &mut undos)?;
                schema.insert(entry.keyword.clone(), value);
            }
        }
        if types.is_some_and(|types| types.holds(Types::ARRAY)) {
            schema.entry("items").or_insert_with(|| json!({}));
        }
        if !notes.is_empty() {
            let own = schema.get("description").and_then(Value::as_str).unwrap_or_default();
            schema.insert("description".to_owned(), json!(joined(own, &notes)));
        }
        Ok((schema, undos.into_one(&mut self.work.undos)))
    }

    fn keyword(&mut self, entry: &Entry, undos: &mut InPlace) -> Result<Value, Unlowerable> {
        for key in keys_of(entry) {
            let name = self.work.keys.lowered(&key).to_owned();
            if name != key {
                undos.field(name, key, Undos::NOTHING);
            }
        }
        match &entry.body {
            Body::Plain(value) => Ok(self.plain(&entry.keyword, value)),
            Body::Ref(target) => {
                let (reference, undo) = self.work.refer(*target);
                undos.same_value.push(undo);
                Ok(json!(reference))
            }
            Body::One(id) => self.one(&entry.keyword, *id, undos),
            Body::List(ids) => self.list(entry, ids, undos),
            Body::Map(named) => self.map(&entry.keyword, named, undos),
        }
    }

    fn plain(&self, keyword: &str, value: &Value) -> Value {
        let lowered = |key: &str| self.work.keys.lowered(key).to_owned();
        let names = |names: &Value| strings(names).map(lowered).collect::<Value>();
        match (keyword, value) {
            ("required", value) => names(value),
            ("dependentRequired", Value::Object(by_key)) => {
                by_key.iter().map(|(key, value)| (lowered(key), names(value))).collect()
            }
            _ => value.clone(),
        }
    }

    fn one(&mut self, keyword: &str, id: Id, undos: &mut InPlace) -> Result<Value, Unlowerable> {
        let node = self.work.tree.node(id);
        if BOOLEANS_ALLOWED.contains(&keyword) && (node.never || node.is_anything()) {
            return Ok(json!(!node.never));
        }
        let (schema, undo) = self.schema(id)?;
        match keyword {
            "items" | "unevaluatedItems" | "contains" => undos.items.push(undo),
            "additionalProperties" | "unevaluatedProperties" => undos.others.push(undo),
            "if" | "then" | "else" => undos.same_value.push(undo),
            _ => {}
        }
        Ok(Value::Object(schema))
    }

    fn list(
        &mut self,
        entry: &Entry,
        ids: &[Id],
        undos: &mut InPlace,
    ) -> Result<Value, Unlowerable> {
        let mut branches = Vec::new();
        for id in ids {
            let (schema, undo) = self.schema(*id)?;
            branches.push(Branch { schema: Value::Object(schema), undo });
        }
        let schemas = branches.iter().map(|branch| branch.schema.clone()).collect();
        let each = branches.iter().map(|branch| branch.undo);
        if branches.iter().all(|branch| branch.undo == Undos::NOTHING) {
            return Ok(schemas);
        }
        match entry.keyword.as_str() {
            "prefixItems" => undos.first = each.collect(),
            "allOf" => undos.same_value.extend(each),
            keyword => {
                let union = Undo::Union(branches);
                undos.same_value.push(self.work.undos.add_union(union, &entry.at, keyword));
            }
        }
        Ok(schemas)
    }

    fn map(
        &mut self,
        keyword: &str,
        named: &[(String, Id)],
        undos: &mut InPlace,
    ) -> Result<Value, Unlowerable> {
        let mut schemas = Map::new();
        for (key, id) in named {
            let (schema, undo) = self.schema(*id)?;
            let name = match keyword {
                "patternProperties" => key.clone(),
                _ => self.work.keys.lowered(key).to_owned(),
            };
            match keyword {
                "properties" => undos.field(name.clone(), key.clone(), undo),
                "patternProperties" => undos.others.push(undo),
                _ => undos.same_value.push(undo),
            }
            schemas.insert(name, Value::Object(schema));
        }
        Ok(Value::Object(schemas))
    }
}
