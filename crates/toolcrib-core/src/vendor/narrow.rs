//! Lowering to a vendor that understands a part of JSON Schema.
//!
//! Every schema is folded into one view, split by type, and written in the
//! keywords that the profile allows for that type. What remains is said in the
//! description and noted as a loss. No vendor is named here: the profile's
//! [`Subset`] decides. Start at [`lower`], then `Narrow::compose`.

mod array;
mod demand;
mod disjoint;
mod map;
mod nullable;
mod object;
mod openapi;
mod typed;
mod union;

use serde_json::{Map, Value, json};

use super::Lowered;
use super::inverse::{Undo, UndoId, Undos};
use super::loss::{Disposition, Unlowerable};
use super::profile::{Dialect, Recursion, Subset};
use super::tree::{Body, Id, Node, Tree, is_annotation, required_cycles, self_reference};
use super::types::Types;
use super::view::View;
use super::work::{WRAPPER, Work};

/// Lowers a schema to the subset that a vendor understands.
pub(crate) fn lower(work: Work<'_>, rules: &Subset) -> Result<Lowered, Unlowerable> {
    let required_cycles = cycles(&work.tree, rules.recursion)?;
    let mut narrow = Narrow { work, rules, required_cycles, expanding: vec![Tree::ROOT] };
    let root = narrow.root()?;
    while let Some(target) = narrow.work.definitions.next() {
        narrow.definition(target)?;
    }
    let mut lowered = narrow.work.finish(root.schema, root.undo);
    if rules.dialect == Dialect::OpenApi {
        openapi::respell(&mut lowered.schema);
    }
    Ok(lowered)
}

/// Which schemas hold themselves in a way that must be loosened.
fn cycles(tree: &Tree, recursion: Recursion) -> Result<Vec<bool>, Unlowerable> {
    let refused = |id, reason| Unlowerable::new(&*tree.node(id).pointer, reason);
    match recursion {
        Recursion::Free => Ok(Vec::new()),
        Recursion::None => match self_reference(tree) {
            Some(id) => Err(refused(id, "it refers to itself, which this vendor does not allow")),
            None => Ok(Vec::new()),
        },
        Recursion::ThroughOptional => required_cycles(tree).map_err(|id| {
            refused(id, "it refers to itself without a property that could be left out")
        }),
    }
}

struct Narrow<'a> {
    work: Work<'a>,
    rules: &'a Subset,
    /// The schemas that hold themselves through required properties.
    required_cycles: Vec<bool>,
    /// The definitions that are being written out, the outermost first.
    expanding: Vec<Id>,
}

/// A schema in the vendor's words, and how to undo it.
struct Made {
    schema: Map<String, Value>,
    undo: UndoId,
}

/// Where a schema stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Root,
    Inside,
}

impl Narrow<'_> {
    fn root(&mut self) -> Result<Made, Unlowerable> {
        let mut view = self.work.view(Tree::ROOT)?;
        // A call's arguments are an object, whatever else the schema allows.
        view.types = Some(view.types.unwrap_or(Types::ANY).and(Types::OBJECT));
        self.expanding.extend(&view.expanded);
        let nothing_fits = || Unlowerable::new("", "no arguments can fit this schema");
        let mut made = self.compose(view, Place::Root)?.ok_or_else(nothing_fits)?;
        if made.schema.get("type") != Some(&json!("object")) {
            return Ok(self.wrapped(made));
        }
        made.schema.entry("properties").or_insert_with(|| json!({}));
        Ok(made)
    }

    /// Arguments that are not a plain object, as the only property of one.
    fn wrapped(&mut self, made: Made) -> Made {
        let property = WRAPPER.to_owned();
        let undo = self.work.undos.add(Undo::Unwrap { property, inner: made.undo });
        let schema = self.record([(WRAPPER, Value::Object(made.schema))]);
        Made { schema, undo }
    }

    /// An object with fixed keys, all required.
    fn record<const N: usize>(&self, properties: [(&str, Value); N]) -> Map<String, Value> {
        let mut schema = Map::new();
        let required: Value = properties.iter().map(|(key, _)| *key).collect();
        let properties = properties.into_iter().map(|(key, schema)| (key.to_owned(), schema));
        schema.insert("type".to_owned(), json!("object"));
        schema.insert("properties".to_owned(), properties.collect());
        schema.insert("required".to_owned(), required);
        self.close(&mut schema);
        schema
    }

    /// Says that an object has no further keys, where the vendor wants it said.
    fn close(&self, schema: &mut Map<String, Value>) {
        if self.allows(Types::OBJECT, "additionalProperties") {
            schema.insert("additionalProperties".to_owned(), json!(false));
        }
    }

    fn definition(&mut self, target: Id) -> Result<(), Unlowerable> {
        self.expanding = vec![target];
        let view = self.work.view(target)?;
        let at = view.at.clone();
        self.expanding.extend(&view.expanded);
        let made = self.compose(view, Place::Inside)?;
        let made = made.ok_or_else(|| Unlowerable::new(&*at, "nothing can fit this schema"))?;
        self.work.define(target, made.schema, made.undo);
        Ok(())
    }

    /// A schema below the root; `None` where nothing fits it.
    fn schema(&mut self, id: Id) -> Result<Option<Made>, Unlowerable> {
        let node = self.work.tree.node(id);
        self.work.budget.enter(&node.pointer)?;
        let made = match node.bare_reference() {
            Some(target) if self.rules.refs => Some(self.reference(target)),
            _ => self.written_out(id, &node)?,
        };
        self.work.budget.leave();
        Ok(made)
    }

    fn reference(&mut self, target: Id) -> Made {
        let (reference, undo) = self.work.refer(target);
        Made { schema: Map::from_iter([("$ref".to_owned(), json!(reference))]), undo }
    }

    fn written_out(&mut self, id: Id, node: &Node) -> Result<Option<Made>, Unlowerable> {
        let view = self.work.view(id)?;
        if self.is_expanding(&view) {
            return self.reference_alone(node).map(Some);
        }
        let depth = self.expanding.len();
        self.expanding.extend(&view.expanded);
        let made = self.compose(view, Place::Inside);
        self.expanding.truncate(depth);
        made
    }

    /// Whether writing a view out would never end.
    fn is_expanding(&self, view: &View) -> bool {
        // Where nothing may refer to itself, it always ends.
        self.rules.refs && view.expanded.iter().any(|id| self.expanding.contains(id))
    }

    /// A reference to a schema that is being written out just now. Nothing may
    /// stand beside it, so what did is lost.
    fn reference_alone(&mut self, node: &Node) -> Result<Made, Unlowerable> {
        let mut target = None;
        for entry in &node.entries {
            match &entry.body {
                Body::Ref(id) => target = Some(*id),
                Body::List(ids) if entry.keyword == "allOf" && ids.len() == 1 => {
                    target = self.work.tree.node(ids[0]).bare_reference();
                }
                _ if is_annotation(&entry.keyword) => {}
                _ => drop(self.work.lose(entry)),
            }
        }
        if node.types.is_some() {
            self.work.losses.add(&node.pointer, "type", Disposition::DroppedCheckedAtRunTime);
        }
        let reason = "it refers to itself from inside `allOf`";
        let target = target.ok_or_else(|| Unlowerable::new(&*node.pointer, reason))?;
        Ok(self.reference(target))
    }

    /// The heart: one view becomes a union, or a schema for each of its types.
    fn compose(&mut self, mut view: View, place: Place) -> Result<Option<Made>, Unlowerable> {
        if view.never {
            return Ok(None);
        }
        let mut notes = Vec::new();
        for entry in std::mem::take(&mut view.lost) {
            notes.extend(self.work.lose(&entry));
        }
        for keyword in ["anyOf", "oneOf"] {
            let Some(union) = view.take(keyword) else { continue };
            if self.work.only_requires(&union) {
                notes.extend(self.work.lose(&union));
            } else {
                return self.union(view, &union, notes);
            }
        }
        self.by_type(view, notes, place)
    }

    /// Whether the profile allows a keyword for values of a type.
    fn allows(&self, types: Types, keyword: &str) -> bool {
        let keywords = &self.rules.keywords;
        let lists = [
            (Types::ANY, &keywords.any),
            (Types::STRING, &keywords.string),
            (Types::NUMBER, &keywords.number),
            (Types::ARRAY, &keywords.array),
            (Types::OBJECT, &keywords.object),
        ];
        lists
            .iter()
            .any(|(known, list)| known.holds(types) && list.iter().any(|word| word == keyword))
    }

    fn undo_unless_nothing(&mut self, inner: &[UndoId], undo: Undo) -> UndoId {
        if inner.iter().all(|id| *id == Undos::NOTHING) {
            Undos::NOTHING
        } else {
            self.work.undos.add(undo)
        }
    }
}
