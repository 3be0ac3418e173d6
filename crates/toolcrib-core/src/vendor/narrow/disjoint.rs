//! Whether schemas exclude one another.

use std::rc::Rc;

use serde_json::Value;

use crate::vendor::tree::{Body, Entry, Id, Node, Tree, strings};
use crate::vendor::types::Types;
use crate::vendor::view::same;

/// How many branches are compared, each with each.
const BRANCHES_MAX: usize = 64;

/// The schema that is meant, however many references away.
pub(super) fn resolved(tree: &Tree, mut id: Id) -> Rc<Node> {
    while let Some(target) = tree.node(id).bare_reference() {
        id = target;
    }
    tree.node(id)
}

/// Whether no value can fit two of the schemas, so that "exactly one" is the
/// same as "at least one".
pub(super) fn are_disjoint(tree: &Tree, ids: &[Id]) -> bool {
    if ids.len() > BRANCHES_MAX {
        return false;
    }
    let nodes: Vec<_> = ids.iter().map(|id| resolved(tree, *id)).collect();
    nodes
        .iter()
        .enumerate()
        .all(|(index, one)| nodes[..index].iter().all(|two| excludes(tree, one, two)))
}

fn excludes(tree: &Tree, one: &Node, two: &Node) -> bool {
    if let (Some(one), Some(two)) = (one.types, two.types)
        && !one.meets(two)
    {
        return true;
    }
    let (Some(one), Some(two)) = (tagged(tree, one), tagged(tree, two)) else { return false };
    one.iter().any(|(key, values)| {
        two.iter().any(|(other, others)| {
            key == other && !values.iter().any(|value| others.iter().any(|one| same(one, value)))
        })
    })
}

/// The required properties of an object that have listed values.
fn tagged(tree: &Tree, node: &Node) -> Option<Vec<(String, Vec<Value>)>> {
    if node.types != Some(Types::OBJECT) {
        return None;
    }
    let Body::Plain(required) = &node.entry("required")?.body else { return None };
    let Body::Map(properties) = &node.entry("properties")?.body else { return None };
    let values = |id: Id| {
        let node = resolved(tree, id);
        match (node.entry("const"), node.entry("enum")) {
            (Some(Entry { body: Body::Plain(value), .. }), _) => Some(vec![value.clone()]),
            (_, Some(Entry { body: Body::Plain(values), .. })) => values.as_array().cloned(),
            _ => None,
        }
    };
    let tags = properties.iter().filter(|(key, _)| strings(required).any(|name| name == key));
    Some(tags.filter_map(|(key, id)| Some((key.clone(), values(*id)?))).collect())
}
