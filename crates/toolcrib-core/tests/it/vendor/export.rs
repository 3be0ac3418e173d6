//! The tools of a whole request.

use serde_json::{Value, json};
use toolcrib_core::vendor::{Disposition, Loss, Provider, export};
use toolcrib_core::{Limits, SideEffects, Spec};

fn tool(id: &str, parameters: Value) -> Spec {
    Spec { parameters, side_effects: SideEffects::None, ..Spec::new(id, "Does it.") }
}

fn plain(id: &str) -> Spec {
    tool(
        id,
        json!({ "type": "object", "properties": { "a": { "type": "string" } }, "required": ["a"] }),
    )
}

#[test]
fn one_bad_tool_does_not_keep_the_others() {
    let bad = tool(
        "bad",
        json!({ "type": "object", "properties": { "a": { "$ref": "https://example.com" } } }),
    );
    let tools = [plain("zeta"), bad, plain("alpha")];
    for provider in Provider::ALL {
        let export = export(&tools, provider, &Limits::DEFAULT);
        let text = export.tools.to_string();
        assert!(text.find("alpha") < text.find("zeta"), "{provider}: {text}");
        assert_eq!(
            serde_json::to_value(&export.quarantined).unwrap(),
            json!([{
                "toolId": "bad",
                "pointer": "/properties/a",
                "reason": "`$ref` to `https://example.com` leaves this schema, and nothing is ever fetched",
            }]),
        );
    }
}

#[test]
fn the_order_of_the_tools_does_not_show() {
    let (one, two) = (plain("one"), plain("two"));
    for provider in Provider::ALL {
        let forth = export([&one, &two], provider, &Limits::DEFAULT);
        let back = export([&two, &one], provider, &Limits::DEFAULT);
        assert_eq!(forth.tools.to_string(), back.tools.to_string());
    }
}

#[test]
fn each_vendor_gets_its_own_list() {
    let schema =
        json!({ "type": "object", "properties": { "a": { "type": "string" } }, "required": ["a"] });
    let closed = json!({ "type": "object", "properties": { "a": { "type": "string" } }, "required": ["a"], "additionalProperties": false });
    let upper =
        json!({ "type": "OBJECT", "properties": { "a": { "type": "STRING" } }, "required": ["a"] });
    for (provider, expected) in [
        (
            Provider::OpenAi,
            json!([{ "type": "function", "function": { "name": "t", "description": "Does it.", "parameters": schema } }]),
        ),
        (
            Provider::OpenAiStrict,
            json!([{ "type": "function", "function": { "name": "t", "description": "Does it.", "parameters": closed, "strict": true } }]),
        ),
        (
            Provider::Anthropic,
            json!([{ "name": "t", "description": "Does it.", "input_schema": schema }]),
        ),
        (
            Provider::AnthropicStrict,
            json!([{ "name": "t", "description": "Does it.", "input_schema": closed, "strict": true }]),
        ),
        (
            Provider::Gemini,
            json!([{ "functionDeclarations": [{ "name": "t", "description": "Does it.", "parametersJsonSchema": schema }] }]),
        ),
        (
            Provider::GeminiOpenApi,
            json!([{ "functionDeclarations": [{ "name": "t", "description": "Does it.", "parameters": upper }] }]),
        ),
        (
            Provider::Mcp,
            json!([{ "name": "t", "description": "Does it.", "inputSchema": schema, "annotations": { "readOnlyHint": true, "idempotentHint": false } }]),
        ),
        (
            Provider::LangChain,
            json!([{ "title": "t", "description": "Does it.", "type": "object", "properties": { "a": { "type": "string" } }, "required": ["a"] }]),
        ),
    ] {
        let export = export([&plain("t")], provider, &Limits::DEFAULT);
        assert_eq!(export.tools.to_string(), expected.to_string(), "{provider}");
        assert_eq!((export.losses, export.quarantined), (Vec::new(), Vec::new()), "{provider}");
    }
}

#[test]
fn no_tools_are_an_empty_list() {
    for provider in Provider::ALL {
        assert_eq!(export([], provider, &Limits::DEFAULT).tools, json!([]), "{provider}");
    }
}

#[test]
fn an_mcp_client_learns_what_a_call_does() {
    let output = json!({ "type": "object", "properties": { "sent": { "type": "boolean" } } });
    let mut spec = Spec {
        title: Some("Send mail".to_owned()),
        idempotent: true,
        output: Some(output.clone()),
        ..plain("send")
    };
    spec.side_effects = SideEffects::Writes;
    let tools = export([&spec], Provider::Mcp, &Limits::DEFAULT).tools;
    assert_eq!(tools[0]["title"], "Send mail");
    assert_eq!(tools[0]["outputSchema"], output);
    assert_eq!(
        tools[0]["annotations"],
        json!({ "readOnlyHint": false, "destructiveHint": true, "idempotentHint": true }),
    );
    spec.output = Some(json!({ "type": "string" }));
    assert_eq!(export([&spec], Provider::Mcp, &Limits::DEFAULT).tools[0].get("outputSchema"), None);
}

#[test]
fn more_tools_than_a_request_takes_are_put_aside_by_name() {
    let tools: Vec<Spec> = (0..130).map(|number| plain(&format!("tool_{number:03}"))).collect();
    let export = export(&tools, Provider::OpenAi, &Limits::DEFAULT);
    assert_eq!(export.tools.as_array().unwrap().len(), 128);
    let aside: Vec<(&str, &str)> =
        export.quarantined.iter().map(|one| (one.tool_id.as_str(), one.reason.as_str())).collect();
    let reason = "the vendor takes 128 tools in a request";
    assert_eq!(aside, [("tool_128", reason), ("tool_129", reason)]);
}

#[test]
fn two_tools_of_one_name_do_not_both_go_out() {
    let (one, two) = (plain("same"), plain("same"));
    let export = export([&one, &two], Provider::OpenAi, &Limits::DEFAULT);
    assert_eq!(export.tools.as_array().unwrap().len(), 1);
    assert_eq!(export.quarantined[0].reason, "another tool is called `same`");
}

/// The names of the tools that go out with a promise.
fn promised(tools: &[Spec]) -> Vec<String> {
    let export = export(tools, Provider::AnthropicStrict, &Limits::DEFAULT);
    let strict = Loss {
        pointer: String::new(),
        keyword: "strict".to_owned(),
        disposition: Disposition::DroppedCheckedAtRunTime,
    };
    let mut names = Vec::new();
    for tool in export.tools.as_array().unwrap() {
        let name = tool["name"].as_str().unwrap().to_owned();
        let lost =
            export.losses.iter().any(|one| one.tool_id == name && one.losses.contains(&strict));
        assert_ne!(lost, tool["strict"] == json!(true), "{name}: exactly one of the two");
        if !lost {
            names.push(name);
        }
    }
    assert_eq!(export.quarantined, Vec::new());
    names
}

#[test]
fn past_twenty_strict_tools_the_others_promise_nothing() {
    let tools: Vec<Spec> = (0..22).map(|number| plain(&format!("tool_{number:02}"))).collect();
    let first: Vec<String> = tools[..20].iter().map(|tool| tool.tool_id.clone()).collect();
    assert_eq!(promised(&tools), first);
}

#[test]
fn optional_parameters_and_unions_are_counted_over_the_request() {
    let optional = |id: &str, count: usize| {
        let properties: serde_json::Map<String, Value> =
            (0..count).map(|number| (format!("p{number}"), json!({ "type": "string" }))).collect();
        tool(id, json!({ "type": "object", "properties": properties }))
    };
    assert_eq!(promised(&[optional("a", 20), optional("b", 5), optional("c", 4)]), ["a", "c"]);
    assert_eq!(promised(&[optional("a", 25)]), Vec::<String>::new());
    let unions = |id: &str, count: usize| {
        let properties: serde_json::Map<String, Value> = (0..count)
            .map(|number| (format!("p{number}"), json!({ "type": ["string", "null"] })))
            .collect();
        let required: Vec<&String> = properties.keys().collect();
        tool(id, json!({ "type": "object", "properties": properties, "required": required }))
    };
    assert_eq!(promised(&[unions("a", 10), unions("b", 7), unions("c", 6)]), ["a", "c"]);
}
