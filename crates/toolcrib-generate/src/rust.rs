//! Rust: types by typify, and a client with reqwest.
//!
//! Every tool has a module of its own with `Input` and `Output`. Every type that
//! needs a name has one before typify sees it, so that no two are alike.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use schemars_08::schema::Schema;
use serde_json::{Map, Value, json};
use typify::{TypeSpace, TypeSpaceSettings};

use crate::GenerateError;
use crate::names::{Unique, pascal_case, snake_case};
use crate::shape::{Named, Object, Shape, ToolShape};

/// What is written beside the types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// A client that calls the tools over REST; it wants reqwest.
    Client,
    /// What a handler is bound by; it wants toolcrib.
    Handlers,
}

const HEAD: &str = "\
// Written by `toolcrib generate rust`. Changes are lost when it is written again.
";

const CLIENT: &str = include_str!("rust/client.rs");

/// Words that can be no name of a module or a method.
const KEYWORDS: [&str; 55] = [
    "abstract",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "crate",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "struct",
    "super",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
    "new",
    "with_key",
    "with_agent",
    "call",
];

pub(crate) fn write(
    tools: &[ToolShape],
    names: &mut Unique,
    flavour: Flavour,
) -> Result<String, GenerateError> {
    let (mut modules, mut methods) = (String::new(), String::new());
    for tool in tools {
        let module = ident(&tool.tool_id);
        let inner = types(tool, names)?;
        let (id, manifest) = (quoted_rust(&tool.tool_id), quoted_rust(&tool.manifest));
        let bound = match flavour {
            Flavour::Client => String::new(),
            Flavour::Handlers => format!(
                "/// The tool itself.\n\
                 #[derive(Clone, Copy, Debug, Default)] pub struct Tool;\n\
                 impl ::toolcrib::Contract for Tool {{ type Input = Input; type Output = Output; \
                 const MANIFEST: &'static str = {manifest}; }}"
            ),
        };
        let doc = doc(&tool.description);
        modules.push_str(&format!(
            "{doc} pub mod {module} {{ {inner}\n/// The tool's id.\npub const ID: &str = {id}; {bound} }}\n"
        ));
        methods.push_str(&format!(
            "{doc} pub async fn {module}(&self, input: &{module}::Input) -> \
             Result<Answer<{module}::Output>, Error> {{ self.send({module}::ID, input).await }}\n"
        ));
    }
    let text = match flavour {
        Flavour::Client => format!("{modules}{}", CLIENT.replace("// METHODS", &methods)),
        Flavour::Handlers => modules,
    };
    let file = syn_3::parse_file(&text).map_err(|error| fault("*", error.to_string()))?;
    Ok(format!("{HEAD}\n{}", prettyplease::unparse(&file)))
}

/// The types of a tool, as typify writes them.
fn types(tool: &ToolShape, names: &mut Unique) -> Result<String, GenerateError> {
    let all = tool.hoisted(names, needs_name);
    let own = |name: &str| own_name(name, tool);
    let definitions: Vec<(String, Value)> =
        all.iter().map(|named| definition(named, &own)).collect();
    // What typify cannot say, stays JSON.
    let loose =
        || definitions.iter().map(|(name, _)| (name.clone(), json!(true))).collect::<Vec<_>>();
    space(&definitions).or_else(|_| space(&loose())).map_err(|why| fault(&tool.tool_id, why))
}

fn space(definitions: &[(String, Value)]) -> Result<String, String> {
    let schemas: Vec<(String, Schema)> = definitions
        .iter()
        .map(|(name, schema)| Ok((name.clone(), serde_json::from_value(schema.clone())?)))
        .collect::<Result<_, serde_json::Error>>()
        .map_err(|error| error.to_string())?;
    // It gives up on some schemas in the middle of its work.
    let made = catch_unwind(AssertUnwindSafe(|| {
        let mut space = TypeSpace::new(&TypeSpaceSettings::default());
        space.add_ref_types(schemas).map_err(|error| error.to_string())?;
        Ok(space.to_stream().to_string())
    }));
    made.unwrap_or_else(|_| Err("typify gave up".to_owned()))
}

fn definition(named: &Named, own: &dyn Fn(&str) -> String) -> (String, Value) {
    let mut schema = schema(&named.shape, own);
    if let (Some(description), Value::Object(schema)) = (&named.description, &mut schema) {
        schema.insert("description".to_owned(), description.clone().into());
    }
    (own(&named.name), schema)
}

/// A name inside the tool's module: there the tool's own name goes without saying.
fn own_name(name: &str, tool: &ToolShape) -> String {
    let short = name.strip_prefix(&tool.prefix).unwrap_or(name);
    let is_name = short.starts_with(|first: char| first.is_ascii_uppercase());
    let is_free = !matches!(short, "Self" | "Tool" | "");
    if is_name && is_free { short.to_owned() } else { name.to_owned() }
}

/// Whether typify would make up a name for it.
fn needs_name(shape: &Shape) -> bool {
    match shape {
        Shape::Object(_) => true,
        Shape::Literals(values) => variants(values).is_some(),
        // An optional value is an `Option`.
        Shape::Union(members) => !(members.len() == 2 && members.contains(&Shape::Null)),
        _ => false,
    }
}

/// A shape in the words that typify reads.
fn schema(shape: &Shape, own: &dyn Fn(&str) -> String) -> Value {
    match shape {
        Shape::Any => json!(true),
        Shape::Null => json!({ "type": "null" }),
        Shape::Boolean => json!({ "type": "boolean" }),
        Shape::Integer => json!({ "type": "integer" }),
        Shape::Number => json!({ "type": "number" }),
        Shape::Text => json!({ "type": "string" }),
        Shape::Named(name) => json!({ "$ref": format!("#/definitions/{}", own(name)) }),
        Shape::Literals(values) => literals(values),
        Shape::List(item) => json!({ "type": "array", "items": schema(item, own) }),
        Shape::Tuple(items) => {
            let count = items.len();
            let items: Vec<Value> = items.iter().map(|item| schema(item, own)).collect();
            json!({ "type": "array", "items": items, "minItems": count, "maxItems": count })
        }
        Shape::Map(value) => {
            json!({ "type": "object", "additionalProperties": schema(value, own) })
        }
        Shape::Object(object) => self::object(object, own),
        Shape::Union(members) => {
            let members: Vec<Value> = members.iter().map(|member| schema(member, own)).collect();
            json!({ "oneOf": members })
        }
    }
}

fn object(object: &Object, own: &dyn Fn(&str) -> String) -> Value {
    let mut idents = HashSet::new();
    let are_names = object.fields.iter().all(|field| {
        let ident = snake_case(&field.name);
        !ident.is_empty() && idents.insert(ident)
    });
    if !are_names {
        return json!({ "type": "object", "additionalProperties": true });
    }
    if object.fields.is_empty() && !object.is_open {
        return json!({ "type": "object", "properties": {}, "additionalProperties": false });
    }
    let mut properties = Map::new();
    let mut required = Vec::new();
    for field in &object.fields {
        let mut schema = schema(&field.shape, own);
        if let Some(description) = &field.description {
            schema = match schema {
                Value::Object(mut schema) if !schema.contains_key("$ref") => {
                    schema.insert("description".to_owned(), description.clone().into());
                    Value::Object(schema)
                }
                Value::Bool(true) => json!({ "description": description }),
                other => json!({ "description": description, "allOf": [other] }),
            };
        }
        properties.insert(field.name.clone(), schema);
        if field.required {
            required.push(field.name.clone());
        }
    }
    json!({ "type": "object", "properties": properties, "required": required })
}

/// Texts that can each be a variant of an enum.
fn variants(values: &[Value]) -> Option<Vec<&str>> {
    let texts: Vec<&str> = values.iter().map(Value::as_str).collect::<Option<_>>()?;
    let mut idents = HashSet::new();
    let are_names = texts.iter().all(|text| {
        text.starts_with(|first: char| first.is_ascii_alphabetic())
            && idents.insert(pascal_case(text))
    });
    are_names.then_some(texts)
}

fn literals(values: &[Value]) -> Value {
    if let Some(texts) = variants(values) {
        return json!({ "type": "string", "enum": texts });
    }
    let kind = |value: &Value| match value {
        Value::String(_) => "string",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        _ => "",
    };
    let kinds: HashSet<&str> = values.iter().map(kind).collect();
    match kinds.into_iter().collect::<Vec<_>>().as_slice() {
        [only] if !only.is_empty() => json!({ "type": only }),
        _ => json!(true),
    }
}

/// A tool's id as a name of a module and a method.
fn ident(tool_id: &str) -> String {
    match KEYWORDS.contains(&tool_id) {
        true => format!("{tool_id}_"),
        false => tool_id.to_owned(),
    }
}

fn doc(text: &str) -> String {
    let lines = text.trim().lines();
    lines.map(|line| format!("#[doc = {}] ", quoted_rust(&format!(" {line}")))).collect()
}

/// A text as Rust reads it.
fn quoted_rust(text: &str) -> String {
    proc_macro2::Literal::string(text).to_string()
}

fn fault(tool_id: &str, why: String) -> GenerateError {
    GenerateError { language: "Rust", tool_id: tool_id.to_owned(), why }
}
