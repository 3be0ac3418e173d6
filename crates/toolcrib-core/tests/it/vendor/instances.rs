//! Values that fit a schema, made from the schema.
//!
//! A guess is good enough: whatever does not fit is filtered out by a real
//! validator, and what fits too rarely is simply not made.

use serde_json::{Map, Value, json};

/// Numbers that look random and are the same every time.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % bound.max(1) as u64) as usize
    }

    fn pick<'a>(&mut self, from: &'a [Value]) -> Option<&'a Value> {
        from.get(self.below(from.len()))
    }
}

const TEXTS: [&str; 12] = [
    "",
    "a",
    "abc",
    "2024-05-06",
    "2024-05-06T07:08:09Z",
    "x@example.com",
    "https://example.com/a",
    "null",
    "{\"a\":1}",
    "5",
    "a much longer text than the others",
    "ccc",
];

/// A value that may fit the schema.
pub(super) fn guess(schema: &Value, root: &Value, dice: &mut Dice, depth: usize) -> Value {
    let Value::Object(map) = schema else { return json!(dice.below(3)) };
    if depth > 12 {
        return Value::Null;
    }
    if let Some(target) = map.get("$ref").and_then(Value::as_str) {
        let target = root.pointer(&target[1..]).unwrap();
        return guess(target, root, dice, depth + 1);
    }
    if let Some(constant) = map.get("const") {
        return constant.clone();
    }
    if let Some(Value::Array(values)) = map.get("enum") {
        return dice.pick(values).cloned().unwrap_or_default();
    }
    let mut parts: Vec<Value> = Vec::new();
    for keyword in ["anyOf", "oneOf"] {
        if let Some(Value::Array(branches)) = map.get(keyword) {
            parts.extend(dice.pick(branches).map(|branch| guess(branch, root, dice, depth + 1)));
        }
    }
    if let Some(Value::Array(all)) = map.get("allOf") {
        parts.extend(all.iter().map(|part| guess(part, root, dice, depth + 1)));
    }
    if parts.is_empty() || map.contains_key("type") || map.contains_key("properties") {
        parts.push(guess_typed(map, root, dice, depth));
    }
    parts.into_iter().reduce(together).unwrap_or_default()
}

/// Two objects as one; of other values, the first.
fn together(one: Value, two: Value) -> Value {
    match (one, two) {
        (Value::Object(mut one), Value::Object(two)) => {
            one.extend(two);
            Value::Object(one)
        }
        (one, _) => one,
    }
}

fn guess_typed(map: &Map<String, Value>, root: &Value, dice: &mut Dice, depth: usize) -> Value {
    let kinds = match map.get("type") {
        Some(Value::Array(kinds)) => kinds.clone(),
        Some(kind) => vec![kind.clone()],
        None if map.contains_key("properties") => vec![json!("object")],
        None => {
            vec![json!("string"), json!("integer"), json!("object"), json!("null"), json!("array")]
        }
    };
    match dice.pick(&kinds).and_then(Value::as_str) {
        Some("object") => guess_object(map, root, dice, depth),
        Some("array") => guess_array(map, root, dice, depth),
        Some("string") => json!(TEXTS[dice.below(TEXTS.len())]),
        Some("integer") => json!(guess_number(map, dice).round() as i64),
        Some("number") => json!(guess_number(map, dice)),
        Some("boolean") => json!(dice.below(2) == 0),
        _ => Value::Null,
    }
}

fn guess_number(map: &Map<String, Value>, dice: &mut Dice) -> f64 {
    let bound = |keyword: &str| map.get(keyword).and_then(Value::as_f64);
    let low = bound("minimum").or(bound("exclusiveMinimum").map(|low| low + 0.5)).unwrap_or(-3.0);
    let step = bound("multipleOf").unwrap_or([0.5, 1.0][dice.below(2)]);
    ((low / step).ceil() + dice.below(8) as f64) * step
}

fn guess_object(map: &Map<String, Value>, root: &Value, dice: &mut Dice, depth: usize) -> Value {
    let mut made = Map::new();
    let required = map.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    for (key, schema) in map.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let wanted = required.contains(&json!(key)) || (depth < 6 && dice.below(2) == 0);
        if wanted {
            made.insert(key.clone(), guess(schema, root, dice, depth + 1));
        }
    }
    for key in required.iter().filter_map(Value::as_str) {
        made.entry(key).or_insert_with(|| json!(dice.below(3)));
    }
    let open = map.get("additionalProperties").cloned().unwrap_or(json!(true));
    if open != json!(false) && dice.below(2) == 0 {
        let key = ["extra", "other"][dice.below(2)];
        made.entry(key).or_insert_with(|| guess(&open, root, dice, depth + 1));
    }
    Value::Object(made)
}

fn guess_array(map: &Map<String, Value>, root: &Value, dice: &mut Dice, depth: usize) -> Value {
    let first = map.get("prefixItems").and_then(Value::as_array).cloned().unwrap_or_default();
    let min = map.get("minItems").and_then(Value::as_u64).unwrap_or(0) as usize;
    let max = map.get("maxItems").and_then(Value::as_u64).unwrap_or(4) as usize;
    let count =
        if depth > 6 { min } else { (min + dice.below(3) + first.len() * dice.below(2)).min(max) };
    let others = map.get("items").cloned().unwrap_or(json!({}));
    (0..count)
        .map(|index| guess(first.get(index).unwrap_or(&others), root, dice, depth + 1))
        .collect()
}
