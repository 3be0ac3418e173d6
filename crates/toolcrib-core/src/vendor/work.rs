//! What one lowering carries along.

use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use serde_json::{Map, Value};

use super::Lowered;
use super::inverse::{Undo, UndoId, Undos};
use super::keys::Keys;
use super::loss::{Disposition, Losses, Unlowerable};
use super::name::Names;
use super::profile::Profile;
use super::sentence::sentence;
use super::tree::{Entry, Id, Tree};
use super::types::Types;
use crate::limits::Limits;

/// How often one node of a schema may be looked at: to read it, to merge it,
/// to write it out. A schema that needs more grows while it is lowered.
const STEPS_PER_NODE: usize = 8;

/// The longest name of a definition.
const NAME_CHARS_MAX: usize = 64;

/// The property that holds the arguments of a tool whose root could not stay.
pub(crate) const WRAPPER: &str = "input";

/// The state of one lowering.
pub(crate) struct Work<'a> {
    pub(crate) original: &'a Value,
    pub(crate) tree: Tree,
    pub(crate) keys: Keys,
    pub(crate) losses: Losses,
    pub(crate) undos: Undos,
    pub(crate) definitions: Definitions,
    pub(crate) budget: Budget,
    /// The sentences for lost keywords, each made once.
    said: HashMap<(Rc<str>, String), Option<String>>,
}

impl<'a> Work<'a> {
    pub(crate) fn new(
        original: &'a Value,
        profile: &Profile,
        limits: &Limits,
    ) -> Result<Self, Unlowerable> {
        let tree = Tree::parse(original, limits)?;
        Ok(Self {
            original,
            keys: Keys::of(&tree, profile.key.as_ref()),
            tree,
            losses: Losses::default(),
            undos: Undos::default(),
            definitions: Definitions::default(),
            said: HashMap::new(),
            budget: Budget {
                steps_left: limits.schema_nodes_max.saturating_mul(STEPS_PER_NODE),
                depth: 0,
                depth_max: limits.schema_depth_max,
            },
        })
    }

    /// Notes that a keyword is lost, and says it in words where words will do.
    pub(crate) fn lose(&mut self, entry: &Entry) -> Option<String> {
        let words: Vec<String> =
            entry.places().filter_map(|at| self.lose_at(at, &entry.keyword)).collect();
        (!words.is_empty()).then(|| words.join(" "))
    }

    fn lose_at(&mut self, at: &Rc<str>, keyword: &str) -> Option<String> {
        let place = (Rc::clone(at), keyword.to_owned());
        if let Some(words) = self.said.get(&place) {
            return words.clone();
        }
        let schema = self.original.pointer(at).and_then(Value::as_object);
        let words = schema.and_then(|schema| sentence(keyword, schema, &self.keys));
        let disposition = match words {
            Some(_) => Disposition::MovedToDescription,
            None => Disposition::DroppedCheckedAtRunTime,
        };
        self.losses.add(at, keyword, disposition);
        self.said.insert(place, words.clone());
        words
    }

    /// Whether a union only says which properties must be there together.
    pub(crate) fn only_requires(&self, union: &Entry) -> bool {
        union.body.ids().into_iter().all(|id| {
            let node = self.tree.node(id);
            let plain = ["required", "title", "description"];
            node.types.is_none_or(|types| types == Types::OBJECT)
                && node.entry("required").is_some()
                && node.entries.iter().all(|entry| plain.contains(&entry.keyword.as_str()))
        })
    }

    /// A reference to a definition, which is written when its turn comes.
    pub(crate) fn refer(&mut self, target: Id) -> (String, UndoId) {
        if !self.definitions.names.contains_key(&target) {
            let name = self.definitions.free_name(&self.tree.node(target).pointer);
            let undo = self.undos.add(Undo::Nothing);
            self.definitions.names.insert(target, (name, undo));
            self.definitions.waiting.push_back(target);
        }
        let (name, undo) = &self.definitions.names[&target];
        (format!("#/$defs/{name}"), *undo)
    }

    /// Writes a definition that somebody referred to.
    pub(crate) fn define(&mut self, target: Id, schema: Map<String, Value>, undo: UndoId) {
        let (name, reserved) = &self.definitions.names[&target];
        self.undos.set(*reserved, Undo::All(vec![undo]));
        self.definitions.written.insert(name.clone(), Value::Object(schema));
    }

    /// Joins the root with its definitions and ends the lowering.
    pub(crate) fn finish(mut self, mut root: Map<String, Value>, undo: UndoId) -> Lowered {
        let definitions = self.definitions.written;
        let inverse = self.undos.finish(undo, &definitions, &mut self.losses);
        if !definitions.is_empty() {
            root.insert("$defs".to_owned(), Value::Object(definitions));
        }
        let schema = Value::Object(root);
        Lowered { schema, strict: false, losses: self.losses.into_list(), inverse }
    }
}

/// The schemas that others refer to.
#[derive(Default)]
pub(crate) struct Definitions {
    names: HashMap<Id, (String, UndoId)>,
    given: Names,
    waiting: VecDeque<Id>,
    written: Map<String, Value>,
}

impl Definitions {
    /// The next definition that is referred to and not yet written.
    pub(crate) fn next(&mut self) -> Option<Id> {
        self.waiting.pop_front()
    }

    /// The last word of a pointer, in characters that need no escaping.
    fn free_name(&mut self, pointer: &str) -> String {
        let word = pointer.rsplit('/').next().unwrap_or_default();
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let name: String = match word {
            "" => "root".to_owned(),
            word => word.chars().take(NAME_CHARS_MAX).map(plain).collect(),
        };
        self.given.free(name, NAME_CHARS_MAX)
    }
}

/// What is left of the limits.
pub(crate) struct Budget {
    steps_left: usize,
    depth: usize,
    depth_max: usize,
}

impl Budget {
    pub(crate) fn spend(&mut self, steps: usize, at: &str) -> Result<(), Unlowerable> {
        match self.steps_left.checked_sub(steps) {
            Some(left) => self.steps_left = left,
            None => return Err(Unlowerable::new(at, "written out in full, it grows without end")),
        }
        Ok(())
    }

    /// Goes one level down; every `enter` has its `leave`.
    pub(crate) fn enter(&mut self, at: &str) -> Result<(), Unlowerable> {
        self.spend(1, at)?;
        self.depth += 1;
        if self.depth > self.depth_max {
            let reason = format!("written out, it is more than {} levels deep", self.depth_max);
            return Err(Unlowerable::new(at, reason));
        }
        Ok(())
    }

    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
    }
}
