use serde_json::{Value, json};
use toolcrib::{CallRequest, Caller, Filter, Runtime};

use super::registry;

async fn ask(tool: &str, arguments: Value) -> Result<Value, String> {
    let request = CallRequest::new(tool, arguments);
    let outcome = Runtime::new(registry()).call(&Caller::default(), request).await;
    match outcome.result {
        Ok(answer) => Ok(answer.data),
        Err(error) => Err(error.to_string()),
    }
}

#[test]
fn shipped_tools_are_without_warnings_and_one_of_them_writes() {
    let tools = registry().list(&Filter::default());
    for entry in &tools {
        // Whoever makes a robot twice has two, and nobody need be asked.
        let known = usize::from(entry.spec().tool_id == "robot_create");
        assert_eq!(entry.compiled().warnings().len(), known, "{}", entry.spec().tool_id);
    }
    let writes = tools.iter().filter(|entry| entry.spec().writes());
    let writes: Vec<&str> = writes.map(|entry| entry.spec().tool_id.as_str()).collect();
    assert_eq!(writes, ["robot_create", "robot_delete", "robot_update", "write_file"]);
}

#[tokio::test]
async fn the_calculator_calculates() {
    for (operation, result) in
        [("add", 12.0), ("subtract", 8.0), ("multiply", 20.0), ("divide", 5.0)]
    {
        let answer = ask("calculator", json!({ "a": 10, "b": 2, "operation": operation })).await;
        assert_eq!(answer, Ok(json!({ "result": result })));
    }
    assert_eq!(ask("calculator", json!({ "a": 1, "b": 2 })).await, Ok(json!({ "result": 3.0 })));
    let by_zero = json!({ "a": 1, "b": 0, "operation": "divide" });
    assert_eq!(
        ask("calculator", by_zero).await,
        Err("PERMANENT: Division by zero has no result.".into())
    );
    let too_large = json!({ "a": 1e308, "b": 1e308 });
    assert_eq!(
        ask("calculator", too_large).await,
        Err("PERMANENT: The result is too large to be written as a number.".into())
    );
}

#[tokio::test]
async fn contacts_are_found_once_each() {
    let text = "Ada <ada@example.org>, ada@example.org; tel. +49 (30) 123-4567 or 555 0199. \
                See https://example.org/people?id=1234567890 (or http://example.org).";
    assert_eq!(
        ask("extract_contacts", json!({ "text": text })).await,
        Ok(json!({
            "emails": ["ada@example.org"],
            "links": ["https://example.org/people?id=1234567890", "http://example.org"],
            "phones": ["+49 (30) 123-4567", "555 0199"],
        }))
    );
    assert_eq!(
        ask("extract_contacts", json!({ "text": "nothing, 12 of 345" })).await,
        Ok(json!({ "emails": [], "links": [], "phones": [] }))
    );
}

#[tokio::test]
async fn moments_are_written_in_every_form() {
    for (form, text) in [
        ("rfc3339", "2026-03-29T03:30:00+02:00"),
        ("rfc2822", "Sun, 29 Mar 2026 03:30:00 +0200"),
        ("date", "2026-03-29"),
        ("time", "03:30:00"),
        ("long", "Sunday, 29 March 2026, 03:30 CEST"),
    ] {
        // Half an hour after the clocks went forward.
        let arguments = json!({ "datetime": "2026-03-29T01:30:00Z", "timezone": "Europe/Berlin", "form": form });
        let expected = json!({ "text": text, "weekday": "Sunday", "unix_seconds": 1_774_747_800 });
        assert_eq!(ask("format_datetime", arguments).await, Ok(expected));
    }
    let nowhere = json!({ "datetime": "2026-03-29T01:30:00Z", "timezone": "Mars/Olympus" });
    assert_eq!(
        ask("format_datetime", nowhere).await,
        Err("VALIDATION: The arguments do not fit: /timezone: is not a known IANA time zone, \
             such as Europe/Berlin."
            .into())
    );
    let no_moment = json!({ "datetime": "tomorrow" });
    assert!(ask("format_datetime", no_moment).await.unwrap_err().contains("/datetime"));
}

#[tokio::test]
async fn addresses_are_judged_by_their_form() {
    let valid = json!({ "valid": true, "reason": null });
    assert_eq!(ask("validate_email", json!({ "address": " a.b+c@example.org " })).await, Ok(valid));
    for wrong in ["nobody", "a@", "@example.org", "a b@example.org", ""] {
        let verdict = ask("validate_email", json!({ "address": wrong })).await.unwrap();
        assert_eq!(verdict["valid"], json!(false), "{wrong}");
        assert!(verdict["reason"].is_string(), "{wrong}");
    }
}

#[tokio::test]
async fn an_echo_answers_with_its_arguments() {
    let anything = json!({ "a": [1, { "b": null }], "c d": "ü" });
    assert_eq!(ask("echo", anything.clone()).await, Ok(anything));
}
