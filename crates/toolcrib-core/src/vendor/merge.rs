//! A schema with its `$ref` and `allOf` folded into it.
//!
//! What two schemas demand together is put into one where one can say it:
//! bounds are tightened, lists of values intersected, properties joined. What
//! cannot be joined is handed back as lost, never forgotten.

mod object;

use std::collections::HashSet;
use std::rc::Rc;

use serde_json::Value;

use super::loss::Unlowerable;
use super::tree::{Body, Entry, Id, Node, is_annotation, strings};
use super::view::{View, same};
use super::work::Work;

impl Work<'_> {
    /// Looks at a schema with everything folded in.
    pub(crate) fn view(&mut self, id: Id) -> Result<View, Unlowerable> {
        let node = self.tree.node(id);
        self.budget.enter(&node.pointer)?;
        self.budget.spend(node.entries.iter().map(weight).sum(), &node.pointer)?;
        let mut view = View {
            at: Rc::clone(&node.pointer),
            never: node.never,
            types: node.types,
            typed_at: node.types.iter().map(|_| Rc::clone(&node.pointer)).collect(),
            ..View::default()
        };
        let mut parts = Vec::new();
        for entry in &node.entries {
            match &entry.body {
                Body::Ref(target) => {
                    view.expanded.push(*target);
                    parts.push(*target);
                }
                Body::List(ids) if entry.keyword == "allOf" => parts.extend(ids),
                _ => view.entries.push(entry.clone()),
            }
        }
        for part in parts {
            let part = self.view(part)?;
            self.join(&mut view, part)?;
        }
        self.budget.leave();
        Ok(view)
    }

    /// Adds to a view what another schema demands of the same value.
    pub(crate) fn join(&mut self, view: &mut View, mut other: View) -> Result<(), Unlowerable> {
        let steps = view.entries.iter().chain(&other.entries).map(weight).sum();
        self.budget.spend(steps, &view.at)?;
        view.expanded.append(&mut other.expanded);
        if view.says_nothing() {
            *view = View { at: Rc::clone(&view.at), expanded: view.expanded.clone(), ..other };
            return Ok(());
        }
        view.never |= other.never;
        view.types = match (view.types, other.types) {
            (Some(one), Some(two)) => Some(one.and(two)),
            (one, two) => one.or(two),
        };
        view.typed_at.append(&mut other.typed_at);
        view.lost.append(&mut other.lost);
        join_values(view, &mut other);
        self.join_objects(view, &mut other);
        give_up_groups(view, &mut other);
        for entry in std::mem::take(&mut other.entries) {
            self.join_entry(view, entry);
        }
        Ok(())
    }

    fn join_entry(&mut self, view: &mut View, entry: Entry) {
        let Some(index) = view.entries.iter().position(|known| known.keyword == entry.keyword)
        else {
            view.entries.push(entry);
            return;
        };
        let known = view.entries[index].body.clone();
        match self.both(&entry.keyword, &known, &entry.body) {
            Some(body) => {
                view.entries[index].body = body;
                view.entries[index].also_at.extend(entry.places().cloned());
            }
            None => view.lost.push(entry),
        }
    }

    /// What two bodies of one keyword demand together, if one body can say it.
    fn both(&mut self, keyword: &str, known: &Body, other: &Body) -> Option<Body> {
        match (keyword, known, other) {
            (_, Body::Plain(one), Body::Plain(two)) => both_plain(keyword, one, two),
            ("additionalProperties" | "items", Body::One(one), Body::One(two)) => {
                Some(Body::One(self.both_schemas(*one, *two)))
            }
            ("patternProperties", Body::Map(one), Body::Map(two)) => {
                let mut all = one.clone();
                for (pattern, id) in two {
                    match all.iter_mut().find(|(known, _)| known == pattern) {
                        Some((_, known)) => *known = self.both_schemas(*known, *id),
                        None => all.push((pattern.clone(), *id)),
                    }
                }
                Some(Body::Map(all))
            }
            _ => None,
        }
    }

    /// A schema that demands what two others demand.
    pub(crate) fn both_schemas(&mut self, one: Id, two: Id) -> Id {
        if self.tree.node(one).is_anything() || self.tree.node(two).never {
            return two;
        }
        if self.tree.node(two).is_anything() || self.tree.node(one).never {
            return one;
        }
        let pointer = Rc::clone(&self.tree.node(one).pointer);
        let body = Body::List(vec![one, two]);
        let entry = Entry::new("allOf", &pointer, body);
        self.tree.add(Node { pointer, entries: vec![entry], ..Node::default() })
    }
}

/// How much there is to copy of a keyword.
fn weight(entry: &Entry) -> usize {
    match &entry.body {
        Body::Plain(Value::Array(values)) => values.len() + 1,
        Body::Plain(Value::Object(map)) => map.len() + 1,
        Body::List(ids) => ids.len() + 1,
        Body::Map(named) => named.len() + 1,
        Body::Plain(_) | Body::One(_) | Body::Ref(_) => 1,
    }
}

fn both_plain(keyword: &str, one: &Value, two: &Value) -> Option<Body> {
    let larger = |value: &Value| value.as_f64() > one.as_f64();
    let smaller = |value: &Value| value.as_f64() < one.as_f64();
    let chosen = match keyword {
        "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties" => {
            if larger(two) { two } else { one }
        }
        "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties" => {
            if smaller(two) { two } else { one }
        }
        "uniqueItems" => {
            if one == &Value::Bool(true) {
                one
            } else {
                two
            }
        }
        "required" => return Some(Body::Plain(both_names(one, two))),
        annotation if is_annotation(annotation) => one,
        _ if one == two => one,
        _ => return None,
    };
    Some(Body::Plain(chosen.clone()))
}

fn both_names(one: &Value, two: &Value) -> Value {
    let mut known = HashSet::new();
    strings(one).chain(strings(two)).filter(|name| known.insert(*name)).collect()
}

/// Keeps the values that both lists allow.
fn join_values(view: &mut View, other: &mut View) {
    let (Some(known), Some(more)) = (view.values(), other.values()) else { return };
    let shared: Vec<Value> =
        known.into_iter().filter(|value| more.iter().any(|one| same(one, value))).collect();
    view.never |= shared.is_empty();
    let lists = [view.take("enum"), view.take("const"), other.take("enum"), other.take("const")];
    let mut places = lists.iter().flatten().flat_map(Entry::places).cloned();
    if let Some(at) = places.next() {
        let also_at = places.collect();
        let (keyword, body) = ("enum".to_owned(), Body::Plain(Value::Array(shared)));
        view.entries.push(Entry { keyword, at, also_at, body });
    }
}

/// Hands back keywords that mean something only beside one another.
fn give_up_groups(view: &mut View, other: &mut View) {
    give_up(view, other, "if", &["then", "else"]);
    give_up(view, other, "contains", &["minContains", "maxContains"]);
    // What stands behind `prefixItems` speaks of other items than it does alone.
    if !view.list("prefixItems").is_empty() || !other.list("prefixItems").is_empty() {
        let has_items =
            |view: &View| view.one("items").is_some() || !view.list("prefixItems").is_empty();
        if has_items(view) && has_items(other) {
            view.lost.extend(other.take("prefixItems"));
            view.lost.extend(other.take("items"));
        }
    }
    // These see only the schema they stand in, which is no longer on its own.
    view.lost.extend(other.take("unevaluatedProperties"));
    view.lost.extend(other.take("unevaluatedItems"));
}

fn give_up(view: &mut View, other: &mut View, keyword: &str, beside: &[&str]) {
    if view.entry(keyword).is_some() {
        view.lost.extend(other.take(keyword));
        for keyword in beside {
            other.take(keyword);
        }
    }
}
