use serde_json::json;

use super::super::guide::read;
use super::*;

fn messages(guide: &str) -> Vec<(usize, String)> {
    let files = Files { guide: Some(guide.to_owned()), ..Files::default() };
    let findings = read(guide).findings.into_iter();
    findings
        .map(|finding| {
            let line = finding.place(&files).map_or(0, |(line, _)| line);
            (line, finding.message)
        })
        .collect()
}

fn summary(guide: &str) -> Option<String> {
    read(guide).summary
}

#[test]
fn the_summary_is_the_first_line_that_is_no_heading() {
    for guide in [
        "# x\n\nSays hello.\nAnd more.\n",
        "# x\nSays hello.",
        "Says hello.",
        "x\n=\n\nSays hello.\n",
        "<!-- by hand -->\n\n# x\n\n---\n\n  Says hello.  \n\n## More\n",
        "# x\r\n\r\nSays hello.\r\nAnd more.\r\n",
        "# x\n\n## y\n\nSays hello.\n",
    ] {
        assert_eq!(summary(guide).as_deref(), Some("Says hello."), "{guide:?}");
    }
    assert_eq!(summary("# x\n\n- one\n- two\n").as_deref(), Some("- one"));
    for guide in ["# x\n", "# x\n\n```json\n{}\n```\n\nSays hello.\n"] {
        assert_eq!(summary(guide), None, "{guide:?}");
        assert_eq!(messages(guide)[0].1, "the guide has no summary");
    }
    for guide in ["", " \n\n"] {
        assert_eq!(messages(guide), [(0, "the guide is empty".to_owned())]);
    }
}

#[test]
fn a_summary_is_measured_in_characters() {
    let longest = "é".repeat(250);
    assert_eq!(summary(&format!("# x\n\n{longest}\n")), Some(longest.clone()));
    let too_long = format!("# x\n\n{longest}é\n");
    assert_eq!(summary(&too_long), None);
    assert_eq!(
        messages(&too_long),
        [(3, "the summary has 251 characters; 250 is the most".to_owned())]
    );
}

#[test]
fn examples_are_read_with_their_titles_and_expectations() {
    let guide = r#"# x

Says hello.

```json
{ "not": "an example" }
```

## EXAMPLES of calls

Some words.

**Somebody:**
```json
{ "name": "Ada" }
```

```json answer
"Hello, Ada!"
```

### Nobody

```json
{}
```
Says nothing.

```json error
{ "type": "PERMANENT" }
```

- In a list:

  ```json
  {
    "name": "Bob"
  }
  ```

  ```json answer includes
  { "a": 1 }
  ```

It says:
**Last words.**
```json
{ "n": 1 }
```

```js
not("json");
```

```jsonc
{ "neither": "this" }
```

## Watch out

```json
{ "not": "an example" }
```
"#;
    let read = read(guide);
    assert_eq!(read.findings, []);
    let example = |title: &str, line, arguments, expect| Example {
        title: Some(title.to_owned()),
        line,
        arguments,
        expect,
    };
    assert_eq!(
        read.examples,
        [
            example(
                "Somebody",
                14,
                json!({ "name": "Ada" }),
                Some(Expect::Answer(json!("Hello, Ada!")))
            ),
            example("Nobody", 24, json!({}), Some(Expect::Error(json!({ "type": "PERMANENT" })))),
            example(
                "In a list",
                35,
                json!({ "name": "Bob" }),
                Some(Expect::AnswerIncludes(json!({ "a": 1 })))
            ),
            example("Last words.", 47, json!({ "n": 1 }), None),
        ]
    );
}

#[test]
fn a_section_ends_at_a_heading_as_high_as_its_own() {
    let guide = "Says hello.\n\n### Example\n\n#### Deeper\n\n```json\n{}\n```\n\n## Other\n\n```json\n[]\n```\n";
    let read = read(guide);
    assert_eq!((read.examples.len(), read.findings.len()), (1, 0));
}

#[test]
fn faults_of_examples_have_their_line() {
    let with = |blocks: &str| messages(&format!("# x\n\nSays hello.\n\n## Examples\n\n{blocks}"));
    let says = |line, message: &str| vec![(line, message.to_owned())];
    assert_eq!(
        with("```json\n{\n  \"a\": 1,\n}\n```\n"),
        says(9, "there is a comma after the last item")
    );
    assert_eq!(
        with("```json\r\n{\r\n  \"a\": 1,\r\n}\r\n```\r\n"),
        says(9, "there is a comma after the last item")
    );
    assert_eq!(
        with("- x\n\n  ```json\n  {\n    \"a\": 1,\n  }\n  ```\n"),
        says(11, "there is a comma after the last item")
    );
    assert_eq!(with("```json\n```\n"), says(7, "there is nothing here but white space"));
    assert_eq!(with("```json\n[]\n```\n"), says(7, "the arguments of a call must be an object"));
    assert_eq!(with("```json wrong\n{}\n```\n"), says(7, "`json wrong` is not a kind of example"));
    assert_eq!(
        with("```json answer\n1\n```\n"),
        says(7, "`json answer` says how a call ends, but no call stands before it")
    );
    assert_eq!(
        with("```json\n{}\n```\n\n```json answer\n1\n```\n\n```json error\n{}\n```\n"),
        says(15, "the example on line 7 already says how it ends")
    );
    assert_eq!(
        with("```json\n{}\n```\n\n## Example two\n\n```json answer\n1\n```\n"),
        says(13, "`json answer` says how a call ends, but no call stands before it")
    );
    // What belongs to a broken example is not complained about as well.
    assert_eq!(
        with("```json\n[]\n```\n\n```json answer\n1\n```\n"),
        says(7, "the arguments of a call must be an object")
    );
}

#[test]
fn a_guide_without_examples_is_fine_and_could_be_better() {
    let files = files(&manifest().to_string(), "# greet\n\nSays hello.\n");
    let findings = check(&files, &Limits::DEFAULT, &python()).findings;
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].severity, FindingSeverity::Note);
    assert_eq!(findings[0].message, "the guide shows no example");
}

#[test]
fn a_flood_of_examples_is_cut_off() {
    let guide = format!("Says hello.\n\n# Examples\n\n{}", "```json\n{}\n```\n\n".repeat(1_000));
    let read = read(&guide);
    assert_eq!((read.examples.len(), read.findings.len()), (200, 1));
}
