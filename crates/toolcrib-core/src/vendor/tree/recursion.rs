//! How a schema refers to itself.

use std::collections::HashSet;

use super::{Body, Entry, Id, Node, Tree, strings};
use crate::vendor::loss::Unlowerable;

/// Keywords that speak of the same value as the schema they stand in.
const SAME_VALUE: [&str; 9] =
    ["$ref", "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"];

/// Keywords whose schemas are still there after any lowering.
const LOWERED: [&str; 9] = [
    "$ref",
    "allOf",
    "anyOf",
    "oneOf",
    "properties",
    "items",
    "prefixItems",
    "additionalProperties",
    "patternProperties",
];

/// Refuses a schema that needs itself to say what fits it.
pub(super) fn ends(tree: &Tree) -> Result<(), Unlowerable> {
    let cycles = on_cycles(tree, |entry| ids_if(entry, &SAME_VALUE));
    match cycles.iter().position(|on_cycle| *on_cycle) {
        Some(id) => {
            let reason = "it refers to itself without end";
            Err(Unlowerable::new(&*tree.node(id).pointer, reason))
        }
        None => Ok(()),
    }
}

/// A schema that holds itself, if there is one.
pub(crate) fn self_reference(tree: &Tree) -> Option<Id> {
    on_cycles(tree, |entry| ids_if(entry, &LOWERED)).iter().position(|on_cycle| *on_cycle)
}

/// The schemas that hold themselves without a property that may be left out,
/// or one that holds itself without any property at all.
pub(crate) fn required_cycles(tree: &Tree) -> Result<Vec<bool>, Id> {
    let without_properties = on_cycles(tree, |entry| match entry.keyword.as_str() {
        "properties" => Vec::new(),
        _ => ids_if(entry, &LOWERED),
    });
    if let Some(id) = without_properties.iter().position(|on_cycle| *on_cycle) {
        return Err(id);
    }
    // A property that one schema declares may be required by another beside
    // it, so a name counts as required wherever it is.
    let required = required_names(tree);
    Ok(on_cycles(tree, |entry| match (entry.keyword.as_str(), &entry.body) {
        ("properties", Body::Map(named)) => {
            named.iter().filter(|(name, _)| required.contains(name)).map(|(_, id)| *id).collect()
        }
        _ => ids_if(entry, &LOWERED),
    }))
}

fn required_names(tree: &Tree) -> HashSet<String> {
    let names = |node: &Node| match node.entry("required").map(|entry| &entry.body) {
        Some(Body::Plain(names)) => strings(names).map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    tree.nodes.iter().flat_map(|node| names(node)).collect()
}

fn ids_if(entry: &Entry, keywords: &[&str]) -> Vec<Id> {
    if keywords.contains(&entry.keyword.as_str()) { entry.body.ids() } else { Vec::new() }
}

/// Which nodes are on a cycle or between two.
///
/// Whatever nothing leads to, and whatever leads nowhere, is taken away until
/// nothing more goes.
fn on_cycles(tree: &Tree, edges: impl Fn(&Entry) -> Vec<Id>) -> Vec<bool> {
    let forward: Vec<Vec<Id>> =
        tree.nodes.iter().map(|node| node.entries.iter().flat_map(&edges).collect()).collect();
    let mut backward = vec![Vec::new(); forward.len()];
    for (from, targets) in forward.iter().enumerate() {
        for to in targets {
            backward[*to].push(from);
        }
    }
    let mut left = vec![true; forward.len()];
    trim(&forward, &backward, &mut left);
    trim(&backward, &forward, &mut left);
    left
}

/// Takes away, one after another, the nodes that no remaining node leads to.
fn trim(forward: &[Vec<Id>], backward: &[Vec<Id>], left: &mut [bool]) {
    let mut incoming: Vec<usize> = backward
        .iter()
        .map(|sources| sources.iter().filter(|source| left[**source]).count())
        .collect();
    let mut free: Vec<Id> = (0..left.len()).filter(|id| left[*id] && incoming[*id] == 0).collect();
    while let Some(id) = free.pop() {
        left[id] = false;
        for to in &forward[id] {
            incoming[*to] -= 1;
            if left[*to] && incoming[*to] == 0 {
                free.push(*to);
            }
        }
    }
}
