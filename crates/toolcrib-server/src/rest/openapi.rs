//! The OpenAPI document, made from the routes.
//!
//! What all of them share (the workspace's header, keys, the error body) is
//! added here once instead of at every handler.

use serde_json::{Value, json};
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;

use super::error::ErrorBody;
use super::{outcome, routes, tools};

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Toolcrib",
        description = "The one place where an agent's tools live. The HTTP status speaks of \
            the request, `ok` of the call.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    components(schemas(ErrorBody)),
    tags(
        (name = "tools", description = "What can be called."),
        (name = "calls", description = "Calling, and what was called."),
        (name = "approvals", description = "Calls that wait for a person."),
        (name = "agents", description = "Who has which tools."),
        (name = "keys", description = "Who may do what, from outside."),
        (name = "sources", description = "Where tools come from."),
        (name = "sessions", description = "The conversations that calls belong to."),
        (name = "system", description = "The server itself."),
    ),
)]
struct Document;

/// The errors that a route may answer with.
const ERRORS: [(&str, &str); 9] = [
    ("400", "The request makes no sense; `details` say where."),
    ("401", "A key is required, or the one that came is not valid."),
    ("403", "The key belongs to another workspace or lacks the scope."),
    ("404", "There is no such thing in this workspace."),
    ("405", "The method is not possible here."),
    ("408", "The body did not come in time."),
    ("409", "It is there already, or what is there stands in the way."),
    ("413", "The body is too large."),
    ("503", "The database does not answer."),
];

/// The OpenAPI document.
pub fn document() -> Value {
    let (_, api): (_, OpenApi) = routes().split_for_parts();
    let mut document = Document::openapi();
    document.merge(api);
    let mut document = json!(document);
    add_shared(&mut document);
    add_new_tool(&mut document);
    document["components"]["schemas"]["Outcome"] = outcome::schema();
    name_operations(&mut document);
    document
}

/// A name for each operation that no other has: its handler's, and where that is.
fn name_operations(document: &mut Value) {
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for (_, operations) in paths {
        for (_, operation) in operations.as_object_mut().into_iter().flatten() {
            let [tag, name] = [&operation["tags"][0], &operation["operationId"]].map(Value::as_str);
            operation["operationId"] =
                json!(format!("{}_{}", tag.unwrap_or_default(), name.unwrap_or_default()));
        }
    }
}

fn add_shared(document: &mut Value) {
    document["components"]["securitySchemes"] = json!({
        "key": { "type": "http", "scheme": "bearer", "description":
            "A key of the workspace, from `toolcrib keys create`. Without one where the server \
             listens on a loopback address and requires none." },
    });
    document["components"]["parameters"] = json!({ "workspace": {
        "name": "X-Workspace-Id",
        "in": "header",
        "required": true,
        "description": "The workspace; `default` is the command line's.",
        "schema": { "type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$" },
        "example": "default",
    } });
    let error = json!({ "application/json": {
        "schema": { "$ref": "#/components/schemas/ErrorBody" },
    } });
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    for (path, operations) in paths {
        let in_workspace = path.starts_with("/api/");
        for (_, operation) in operations.as_object_mut().into_iter().flatten() {
            let has_body = operation.get("requestBody").is_some();
            if in_workspace {
                operation["security"] = json!([{}, { "key": [] }]);
                let shared = json!({ "$ref": "#/components/parameters/workspace" });
                match operation["parameters"].as_array_mut() {
                    Some(parameters) => parameters.push(shared),
                    None => operation["parameters"] = json!([shared]),
                }
            }
            for (status, description) in ERRORS {
                let applies = match status {
                    "408" | "413" => has_body,
                    "400" | "401" | "403" | "404" | "409" => in_workspace,
                    _ => true,
                };
                if applies {
                    operation["responses"][status] =
                        json!({ "description": description, "content": error });
                }
            }
        }
    }
}

/// A new tool or agent says what a change may leave out.
fn add_new_tool(document: &mut Value) {
    for (new, change, path, required) in [
        ("NewTool", "ToolChange", "/api/tools", &tools::REQUIRED[..]),
        ("NewAgent", "AgentChange", "/api/agents", &["name"][..]),
    ] {
        let mut schema = document["components"]["schemas"][change].clone();
        schema["required"] = json!(required);
        for name in required {
            // What must be said cannot be reset.
            let kinds = schema.pointer_mut(&format!("/properties/{name}/type"));
            if let Some(Value::Array(kinds)) = kinds {
                kinds.retain(|kind| kind != "null");
            }
        }
        schema["description"] = json!("What a new one must and can say.");
        document["components"]["schemas"][new] = schema;
        let body = &mut document["paths"][path]["post"]["requestBody"]["content"];
        body["application/json"]["schema"] =
            json!({ "$ref": format!("#/components/schemas/{new}") });
    }
}
