//! Arguments that come member by member, each with its path.

use serde_json::{Map, Value};
use toolcrib::Limits;

/// Members of a list that a path can reach; a path with a greater number would
/// make a list of that length.
const ITEMS_MAX: usize = 10_000;

/// Bytes of a member of a list that nobody has named yet.
const ITEM_BYTES: usize = "null,".len();

/// Puts a value at a path such as `$.places[0].name`; text is added to text.
/// Says by how many bytes the members grew, about, unless the path leads nowhere.
pub(super) fn put(members: &mut Value, path: &str, value: Value) -> Option<usize> {
    let mut place = members;
    let mut bytes = match &value {
        Value::String(text) => text.len(),
        other => other.to_string().len(),
    };
    let steps = steps(path).filter(|steps| steps.len() < Limits::DEFAULT.argument_depth_max)?;
    for step in steps {
        if place.is_null() {
            *place = match step {
                Step::Name(_) => Value::Object(Map::new()),
                Step::Item(_) => Value::Array(Vec::new()),
            };
        }
        place = match (step, place) {
            (Step::Name(name), Value::Object(map)) => {
                let name_bytes = name.len();
                map.entry(name).or_insert_with(|| {
                    bytes += name_bytes;
                    Value::Null
                })
            }
            (Step::Item(item), Value::Array(list)) if item < ITEMS_MAX => {
                if list.len() <= item {
                    bytes += (item + 1 - list.len()) * ITEM_BYTES;
                    list.resize(item + 1, Value::Null);
                }
                &mut list[item]
            }
            _ => return None,
        };
    }
    match (place, value) {
        (Value::String(text), Value::String(more)) => text.push_str(&more),
        (place, value) => *place = value,
    }
    Some(bytes)
}

enum Step {
    Name(String),
    Item(usize),
}

/// `$.a.b[0]['c d']`, step by step.
fn steps(path: &str) -> Option<Vec<Step>> {
    let mut rest = path.strip_prefix('$')?;
    let mut steps = Vec::new();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('.') {
            let end = after.find(['.', '[']).unwrap_or(after.len());
            steps.push(Step::Name(after[..end].to_owned()));
            rest = &after[end..];
        } else {
            let (inside, after) = rest.strip_prefix('[')?.split_once(']')?;
            let name =
                inside.strip_prefix(['\'', '"']).and_then(|name| name.strip_suffix(['\'', '"']));
            steps.push(match name {
                Some(name) => Step::Name(name.to_owned()),
                None => Step::Item(inside.parse().ok()?),
            });
            rest = after;
        }
    }
    (!steps.is_empty()).then_some(steps)
}
