use std::collections::HashMap;

use super::*;
use toolcrib::Severity;

#[test]
fn a_tool_that_is_right_has_nothing_to_hear() {
    let files = files(&manifest().to_string(), EXAMPLE);
    let checked = check(&files, &Limits::DEFAULT, &python());
    assert_eq!(checked.findings, []);
    assert!(!checked.has_errors());
    assert_eq!(checked.tool_id, "greet");
    assert_eq!(checked.spec.unwrap().tool_id, "greet");
    assert_eq!(checked.summary.as_deref(), Some("Says hello."));
    assert_eq!(checked.guide.as_deref(), Some(EXAMPLE));
    assert_eq!(checked.examples.len(), 1);
    assert!(checked.program.is_some());
}

#[test]
fn every_field_that_a_folder_must_have_is_asked_for() {
    let required: Vec<String> = manifest().as_object().unwrap().keys().cloned().collect();
    assert_eq!(required.len(), 10);
    for field in &required {
        let mut manifest = manifest();
        manifest.as_object_mut().unwrap().shift_remove(field);
        let files = files(&manifest.to_string(), EXAMPLE);
        let checked = check(&files, &Limits::DEFAULT, &python());
        let said: Vec<&str> = checked.findings.iter().map(|finding| &*finding.message).collect();
        assert_eq!(said, [format!("`{field}` is missing")]);
        assert_eq!(checked.findings[0].span, Some(0..1));
    }
    let findings = check(&files("{}", EXAMPLE), &Limits::DEFAULT, &python()).findings;
    assert_eq!(findings.len(), 1);
    assert!(findings[0].message.ends_with("`latencyBudgetMs` and `parameters` are missing"));
}

#[test]
fn one_cause_is_said_once() {
    for (changes, said) in [
        // What would follow from a default that nobody chose is not said.
        (
            json!({ "sideEffects": "all" }),
            vec!["error /sideEffects: `all` is not a value of `sideEffects`"],
        ),
        (
            json!({ "category": "retrieval", "idempotent": "no" }),
            vec!["error /idempotent: `idempotent` must be true or false, but is a string"],
        ),
        (
            json!({ "allowedModes": ["tv"] }),
            vec!["error /allowedModes/0: `tv` is not a value of `allowedModes`"],
        ),
        (
            json!({ "latencyBudgetMs": 0 }),
            vec!["error /latencyBudgetMs: `latencyBudgetMs` must not be zero"],
        ),
        (
            json!({ "toolId": "Greet" }),
            vec!["error /toolId: `toolId` must be `greet`, after the folder `greet`"],
        ),
        (
            json!({ "toolId": 5 }),
            vec!["error /toolId: `toolId` must be a string, but is an integer"],
        ),
        (
            json!({ "parameters": "none" }),
            vec!["error /parameters: the schema must be a JSON object"],
        ),
        (
            json!({ "parameters": { "type": "object", "additionalProperties": "no" } }),
            vec![
                "error /parameters/additionalProperties: `additionalProperties` must be a boolean or an object, but got a string: \"no\"",
            ],
        ),
    ] {
        assert_eq!(faults(&changes), said, "{changes}");
    }
}

#[test]
fn a_broken_field_hides_no_broken_schema() {
    let parameters = json!({
        "type": "object", "additionalProperties": false,
        "properties": { "a": { "type": "strng" }, "b": { "format": "phone" } },
    });
    let said =
        faults(&json!({ "version": "1", "parameters": parameters, "output": { "type": 1 } }));
    let places: Vec<&str> = said.iter().map(|line| line.split(": ").next().unwrap()).collect();
    assert_eq!(
        places,
        [
            "error /version",
            "error /parameters/properties/a/type",
            "error /parameters/properties/b/format",
            "error /output/type",
        ]
    );
}

#[test]
fn parameters_are_closed_at_the_root_and_should_be_inside() {
    let object = |inner: Value| {
        json!({ "parameters": {
            "type": "object", "additionalProperties": false, "properties": { "a": inner },
        } })
    };
    let open = json!({ "type": "object", "properties": { "b": {} } });
    let warning = |at: &str| {
        format!(
            "warning /parameters/properties/a{at}/additionalProperties: \
                 this object takes properties that nobody declared"
        )
    };
    assert_eq!(faults(&object(open.clone())), [warning("")]);
    assert_eq!(faults(&object(json!({ "type": "array", "items": open }))), [warning("/items")]);
    assert_eq!(faults(&object(json!({ "anyOf": [open, {}] }))), [warning("/anyOf/0")]);
    for fine in [
        json!({ "type": "object" }),
        json!({ "type": "object", "properties": {}, "additionalProperties": true }),
        json!({ "type": "object", "properties": {}, "unevaluatedProperties": false }),
        json!({ "type": "object", "additionalProperties": false, "allOf": [open] }),
    ] {
        assert_eq!(faults(&object(fine.clone())), [""; 0], "{fine}");
    }
    for not_closed in
        [json!({ "type": "object" }), json!({ "type": "object", "additionalProperties": true })]
    {
        assert_eq!(
            faults(&json!({ "parameters": not_closed })),
            [
                "error /parameters/additionalProperties: `parameters` must say `\"additionalProperties\": false`"
            ]
        );
    }
}

#[test]
fn required_properties_are_declared() {
    let parameters = |schema: Value| {
        let mut parameters = schema;
        parameters["type"] = json!("object");
        parameters["additionalProperties"] = json!(false);
        faults(&json!({ "parameters": parameters }))
    };
    assert_eq!(
        parameters(json!({ "required": ["a", "b"], "properties": { "a": {} } })),
        [
            "warning /parameters/required/1: `b` is required but not declared, so no arguments can fit"
        ]
    );
    // It may be declared elsewhere.
    assert_eq!(
        parameters(json!({ "required": ["b"], "patternProperties": { "^b": {} } })),
        [""; 0]
    );
}

#[test]
fn a_name_belongs_to_one_tool() {
    let tool = |name: &str, aliases: &[&str]| {
        let mut manifest = manifest();
        manifest["toolId"] = json!(name.replace('-', "_"));
        manifest["aliases"] = json!(aliases);
        let shown = format!("tools/{name}");
        Files { name: name.to_owned(), shown, ..files(&manifest.to_string(), EXAMPLE) }
    };
    let all = [
        tool("a", &["b_c", "x"]),
        tool("b-c", &["b_c"]),
        tool("b_c", &[]),
        tool("d", &["x", "y", "y"]),
    ];
    let checked = check_all(&all, &Limits::DEFAULT, HashMap::new(), &python());
    let said: Vec<Vec<String>> = checked
        .iter()
        .map(|checked| {
            let findings = checked.findings.iter();
            findings.map(|finding| format!("{} {}", finding.pointer, finding.message)).collect()
        })
        .collect();
    let taken = |pointer: &str, name: &str, owner: &str| {
        vec![format!("{pointer} the name `{name}` already belongs to the tool in tools/{owner}")]
    };
    assert_eq!(
        said,
        [
            taken("/aliases/0", "b_c", "b-c"),
            vec![],
            taken("/toolId", "b_c", "b-c"),
            taken("/aliases/0", "x", "a"),
        ]
    );
    let text = all[0].manifest.as_deref().unwrap();
    assert_eq!(&text[checked[0].findings[0].span.clone().unwrap()], "\"b_c\"");
}

#[test]
fn a_folder_with_nothing_in_it_is_skipped() {
    let files =
        Files { name: "notes".to_owned(), others: vec!["x.txt".to_owned()], ..Files::default() };
    let checked = check(&files, &Limits::DEFAULT, &python());
    assert!(!checked.has_errors());
    assert_eq!(checked.findings.len(), 1);
    assert_eq!(checked.findings[0].severity, FindingSeverity::Warning);
    let scripts = [(PYTHON.to_owned(), "def execute(context): pass".into())].into();
    let files = Files { scripts, ..files };
    let said: Vec<String> = check(&files, &Limits::DEFAULT, &python())
        .findings
        .into_iter()
        .map(|finding| finding.message)
        .collect();
    assert_eq!(said[..2], ["schema.json is missing", "guide.md is missing"]);
    // No program here can be a worker, and that is said.
    assert!(said[2].starts_with("`handler.py` could not be looked at: "), "{said:?}");
}

#[test]
fn a_folder_has_one_handler() {
    let mut files = super::files(&manifest().to_string(), EXAMPLE);
    files.scripts.insert(PYTHON.to_owned(), "def execute(context): pass".into());
    let found = check(&files, &Limits::DEFAULT, &python()).findings;
    let said: Vec<&str> = found.iter().map(|finding| finding.message.as_str()).collect();
    assert_eq!(said, ["the folder has both handler.js and handler.py"]);
}

#[test]
fn a_flood_of_findings_is_cut_off() {
    let formats: Value = (0..500)
        .map(|n| (format!("p{n}"), json!({ "format": "phone" })))
        .collect::<serde_json::Map<_, _>>()
        .into();
    let parameters =
        json!({ "type": "object", "additionalProperties": false, "properties": formats });
    let said = faults(&json!({ "parameters": parameters }));
    assert_eq!(said.len(), 101);
    assert_eq!(said[100], "note : there are 400 more findings");
}

#[test]
fn handler_bytes_tell_every_folder_apart() {
    let bytes = |scripts: &[(&str, &str)]| {
        let scripts = scripts.iter().map(|(path, text)| ((*path).to_owned(), (*text).into()));
        super::super::scripts::bytes(&scripts.collect())
    };
    let one = bytes(&[("a.js", "x"), ("b.js", "y")]);
    assert_eq!(one, bytes(&[("b.js", "y"), ("a.js", "x")]));
    for other in [
        bytes(&[("a.js", "x"), ("b.js", "z")]),
        bytes(&[("a.js", "x"), ("c.js", "y")]),
        bytes(&[("a.js", "xb.js"), ("", "y")]),
        bytes(&[("a.jsx", ""), ("b.js", "y")]),
        bytes(&[("a.js", "x")]),
    ] {
        assert_ne!(one, other);
    }
}

#[test]
fn a_finding_is_a_problem_that_says_its_place() {
    let text = "{\n  \"é\": \"x\"\n}";
    let files = files(text, EXAMPLE);
    let finding = Finding {
        pointer: "/é".to_owned(),
        ..Finding::error(MANIFEST, "wrong", "mend it").at(10..13)
    };
    assert_eq!(finding.place(&files), Some((2, 8)));
    let problem = finding.as_problem(&files);
    assert_eq!(problem.to_string(), "/é: schema.json:2:8: wrong (mend it)");
    assert!(problem.is_error());
    let note = Finding::new(FindingSeverity::Note, HANDLER, "so", "");
    assert_eq!(note.as_problem(&files).message, "handler.js: so");
    assert_eq!(note.as_problem(&files).severity, Severity::Warning);
    assert_eq!(Finding::error("", "all", "").as_problem(&files).message, "all");
}

#[test]
fn findings_are_shown_with_their_source_and_in_colour_where_wanted() {
    let files = files("{\n  \"é\": \"x\u{1b}[31m\"\n}", EXAMPLE);
    let finding = Finding::error(MANIFEST, "wrong \u{1b}[31m", "mend \u{1b}[31m it").at(10..13);
    let plain = render(&files, std::slice::from_ref(&finding), false);
    assert_eq!(
        plain,
        "error: wrong ␛[31m\n --> tools/greet/schema.json:2:8\n  |\n2 |   \"é\": \"x␛[31m\"\n  \
         |        ^^^\n  |\n  = help: mend ␛[31m it\n\n"
    );
    let coloured = render(&files, &[finding], true);
    assert!(coloured.contains("\u{1b}[1m\u{1b}[91merror"), "{coloured:?}");
}

#[test]
fn names_near_to_impossible_ones() {
    for (name, near) in [
        ("My Tool", "my-tool"),
        ("myTool2Go", "my-tool2-go"),
        ("__x", "x"),
        ("", "my-tool"),
        ("日本", "my-tool"),
    ] {
        assert_eq!(possible_name(name), near);
    }
}

#[test]
fn a_place_in_a_script_is_shown_by_its_word() {
    use toolcrib_authoring::places::word_at;

    let text = "let é = 1;\r\n  return $name + 'x y';\n'";
    for (line, column, word) in [
        (1, 5, "é"),
        (1, 7, "="),
        (2, 3, "return"),
        (2, 10, "$name"),
        (2, 18, "'x y'"),
        (3, 1, "'"),
        (2, 99, ""),
        (9, 1, ""),
    ] {
        assert_eq!(&text[word_at(text, line, column)], word, "{line}:{column}");
    }
}
