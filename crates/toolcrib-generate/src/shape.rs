//! What a schema says about types, in the words that all languages share.
//!
//! (1) A shape admits everything that its schema admits: what cannot be said is
//!     left out, never narrowed.
//! (2) Recursion goes through names, so every shape is finite.

mod read;

use serde_json::Value;
use toolcrib_core::Spec;

use crate::names::{Unique, pascal_case};

/// The types of one tool.
#[derive(Clone, Debug)]
pub(crate) struct ToolShape {
    pub(crate) tool_id: String,
    pub(crate) description: String,
    /// What the tool promises, as a manifest.
    pub(crate) manifest: String,
    pub(crate) input: Named,
    pub(crate) output: Named,
    /// What its own names start with.
    pub(crate) prefix: String,
    /// The definitions that either of them uses, by name.
    pub(crate) definitions: Vec<Named>,
}

/// A type with a name.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) shape: Shape,
    pub(crate) description: Option<String>,
}

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    Any,
    Null,
    Boolean,
    Integer,
    Number,
    Text,
    /// One of these values.
    Literals(Vec<Value>),
    List(Box<Shape>),
    /// Items that each have a type of their own; all of them are there.
    Tuple(Vec<Shape>),
    /// An object in which any key has this type.
    Map(Box<Shape>),
    Object(Object),
    Union(Vec<Shape>),
    /// A definition.
    Named(String),
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Object {
    pub(crate) fields: Vec<Field>,
    /// Whether it may have other keys, too.
    pub(crate) is_open: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) shape: Shape,
    pub(crate) required: bool,
    pub(crate) description: Option<String>,
}

impl ToolShape {
    pub(crate) fn of(spec: &Spec, names: &mut Unique) -> Self {
        let prefix = pascal_case(&spec.tool_id);
        let (input, output) =
            (names.take(format!("{prefix}Input")), names.take(format!("{prefix}Output")));
        let mut definitions = Vec::new();
        let mut read = |schema: &Value, root: String| {
            let mut reader = read::Reader::new(schema, &prefix, &root, names);
            let shape = reader.root();
            definitions.extend(reader.finish());
            Named { name: root, shape, description: described(schema) }
        };
        let anything = Value::Bool(true);
        let input = read(&spec.parameters, input);
        let output = read(spec.output.as_ref().unwrap_or(&anything), output);
        definitions.sort_by(|a, b| a.name.cmp(&b.name));
        let manifest = serde_json::to_string(spec).unwrap_or_default();
        Self {
            tool_id: spec.tool_id.clone(),
            description: spec.description.clone(),
            manifest,
            input,
            output,
            prefix,
            definitions,
        }
    }

    /// The same with a name for every inner type that needs one, those first that
    /// others use.
    pub(crate) fn hoisted(&self, names: &mut Unique, needs: fn(&Shape) -> bool) -> Vec<Named> {
        let mut hoisting = Hoisting { names, needs, found: Vec::new() };
        for named in self.all() {
            let shape = hoisting.inside(named.shape.clone(), &named.name);
            hoisting.found.push(Named { shape, ..named.clone() });
        }
        hoisting.found
    }

    /// Everything that has a name: the definitions first.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Named> {
        self.definitions.iter().chain([&self.input, &self.output])
    }
}

struct Hoisting<'a> {
    names: &'a mut Unique,
    needs: fn(&Shape) -> bool,
    found: Vec<Named>,
}

impl Hoisting<'_> {
    /// A shape in which every part that needs a name has one.
    fn inside(&mut self, shape: Shape, own: &str) -> Shape {
        match shape {
            Shape::List(item) => Shape::List(Box::new(self.part(*item, own, "Item"))),
            Shape::Map(value) => Shape::Map(Box::new(self.part(*value, own, "Value"))),
            Shape::Tuple(items) => {
                let items = items.into_iter().map(|item| self.part(item, own, "Item"));
                Shape::Tuple(items.collect())
            }
            Shape::Union(members) => {
                let members = members.into_iter().map(|member| self.part(member, own, "Case"));
                Shape::Union(members.collect())
            }
            Shape::Object(Object { fields, is_open }) => {
                let fields = fields.into_iter().map(|field| {
                    let shape = self.part(field.shape, own, &pascal_case(&field.name));
                    Field { shape, ..field }
                });
                Shape::Object(Object { fields: fields.collect(), is_open })
            }
            other => other,
        }
    }

    fn part(&mut self, shape: Shape, own: &str, end: &str) -> Shape {
        if !(self.needs)(&shape) {
            return self.inside(shape, &format!("{own}{end}"));
        }
        let name = self.names.take(format!("{own}{end}"));
        let shape = self.inside(shape, &name);
        self.found.push(Named { name: name.clone(), shape, description: None });
        Shape::Named(name)
    }
}

impl Shape {
    /// One of these, each once; anything if one of them is.
    pub(crate) fn union(shapes: impl IntoIterator<Item = Self>) -> Self {
        let mut all: Vec<Self> = Vec::new();
        for shape in shapes {
            let members = match shape {
                Self::Union(members) => members,
                Self::Any => return Self::Any,
                other => vec![other],
            };
            for member in members {
                let known = all.iter_mut().find(|known| matches!(known, Self::Literals(_)));
                if let (Self::Literals(more), Some(Self::Literals(known))) = (&member, known) {
                    let new: Vec<Value> =
                        more.iter().filter(|value| !known.contains(value)).cloned().collect();
                    known.extend(new);
                } else if !all.contains(&member) {
                    all.push(member);
                }
            }
        }
        match all.len() {
            0 => Self::Any,
            1 => all.remove(0),
            _ => Self::Union(all),
        }
    }
}

fn described(schema: &Value) -> Option<String> {
    let text = schema.get("description")?.as_str()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
