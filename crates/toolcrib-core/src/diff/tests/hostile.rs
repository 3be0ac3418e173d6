use super::*;

fn many(count: usize, schema: impl Fn(usize) -> Value) -> Value {
    let named = |index| (format!("p{index}"), schema(index));
    json!({ "type": "object", "properties": (0..count).map(named).collect::<serde_json::Map<_, _>>() })
}

#[test]
fn what_is_not_listed_still_counts() {
    let old = many(300, |_| json!({ "maximum": 5 }));
    let new = many(300, |index| json!({ "maximum": if index == 299 { 4 } else { 6 } }));
    let diff = Diff::between(&taking(&old), &taking(&new));
    assert!(diff.breaking);
    assert_eq!(diff.changes.len(), CHANGES_MAX + 1);
    let last = diff.changes.last().unwrap();
    assert_eq!(last.message, "100 more changes are not listed, breaking ones among them");
    assert_eq!(last.effect, Effect::Breaking);
    let diff = Diff::between(&taking(&old), &taking(&many(300, |_| json!({ "maximum": 6 }))));
    assert!(!diff.breaking);
    assert_eq!(diff.changes.last().unwrap().message, "100 more changes are not listed");
}

#[test]
fn a_long_value_is_cut_in_the_message() {
    let text = |letter: &str| json!({ "type": "object", "title": letter.repeat(10_000) });
    let diff = Diff::between(&taking(&text("ä")), &taking(&text("ö")));
    assert!(diff.changes[0].message.chars().count() < 200);
}

/// Definitions that each lead to the next twice double the paths, not the work.
#[test]
fn doubling_references_end() {
    let ladder = |maximum: u8| {
        let mut definitions = serde_json::Map::new();
        for rung in 0..60 {
            let next = json!({ "$ref": format!("#/$defs/d{}", rung + 1) });
            definitions.insert(
                format!("d{rung}"),
                json!({ "anyOf": [next, { "items": next }], "not": next }),
            );
        }
        definitions.insert("d60".into(), json!({ "maximum": maximum }));
        json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/d0" } }, "$defs": definitions })
    };
    assert_eq!(parameters(&ladder(1), &ladder(2)), ["B /$defs/d60/maximum"]);
}

/// Two cycles of different length meet in every pair: many, and no deeper.
#[test]
fn cycles_of_different_length_end() {
    let cycle = |length: usize| {
        let rung = |at: usize| {
            let next = json!({ "$ref": format!("#/$defs/d{}", (at + 1) % length) });
            (format!("d{at}"), json!({ "type": "object", "properties": { "next": next } }))
        };
        let definitions: serde_json::Map<_, _> = (0..length).map(rung).collect();
        json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/d0" } }, "$defs": definitions })
    };
    assert_eq!(parameters(&cycle(97), &cycle(89)), [""; 0]);
}

/// Every property is new, and each must be weighed against all of the rest.
#[test]
fn what_is_too_large_is_given_up_and_breaks() {
    let rest = many(2_000, |_| json!({ "maximum": 5 }));
    let with = |count: usize| {
        let mut schema = many(count, |_| json!({ "$ref": "#/$defs/rest" }));
        schema["$defs"] = json!({ "rest": rest.clone() });
        schema["additionalProperties"] = json!({ "$ref": "#/$defs/rest" });
        schema
    };
    let diff = Diff::between(&taking(&with(0)), &taking(&with(3_000)));
    let (last, compared) = diff.changes.split_last().unwrap();
    assert!(compared.len() > 10 && compared.iter().all(|one| one.effect == Effect::Compatible));
    assert_eq!(last.message, "is too large to compare, and so is what follows");
    assert!(diff.breaking);
}
