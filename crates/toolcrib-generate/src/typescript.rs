//! TypeScript: types, and a client with `fetch`.

use serde_json::Value;

use crate::names::{comment_lines, is_plain, quoted};
use crate::shape::{Named, Object, Shape, ToolShape};

/// What a class has already, or must not have: whoever waits for something calls
/// its `then`.
const TAKEN: [&str; 2] = ["constructor", "then"];

const HEAD: &str = "\
// Written by `toolcrib generate typescript`. Changes are lost when it is written again.
/* eslint-disable */
";

const CLIENT: &str = include_str!("typescript/client.ts");

pub(crate) fn write(tools: &[ToolShape]) -> String {
    let mut text = HEAD.to_owned();
    for tool in tools {
        for named in tool.all() {
            text.push('\n');
            declare(named, &mut text);
        }
    }
    let mut methods = String::new();
    for tool in tools {
        let (id, input, output) = (&tool.tool_id, &tool.input.name, &tool.output.name);
        let name = match TAKEN.contains(&id.as_str()) {
            true => format!("{id}_"),
            false => id.clone(),
        };
        methods.push('\n');
        comment(Some(&tool.description), "  ", &mut methods);
        methods.push_str(&format!(
            "  {name}(input: {input}, options?: CallOptions): Promise<Answer<{output}>> {{\n    \
             return this.#call<{output}>({}, input, options);\n  }}\n",
            quoted(id)
        ));
    }
    text.push('\n');
    text.push_str(&CLIENT.replace("  // METHODS\n", methods.trim_start_matches('\n')));
    text
}

fn declare(named: &Named, text: &mut String) {
    comment(named.description.as_deref(), "", text);
    match &named.shape {
        Shape::Object(object) if !object.fields.is_empty() => {
            text.push_str(&format!(
                "export interface {} {}\n",
                named.name,
                self::object(object, "")
            ));
        }
        shape => {
            text.push_str(&format!("export type {} = {};\n", named.name, typed(shape, "")));
        }
    }
}

fn comment(words: Option<&str>, indent: &str, text: &mut String) {
    let lines = words.map(comment_lines).unwrap_or_default();
    match lines.as_slice() {
        [] => {}
        [only] => text.push_str(&format!("{indent}/** {only} */\n")),
        lines => {
            text.push_str(&format!("{indent}/**\n"));
            for line in lines {
                text.push_str(format!("{indent} * {line}").trim_end());
                text.push('\n');
            }
            text.push_str(&format!("{indent} */\n"));
        }
    }
}

fn object(object: &Object, indent: &str) -> String {
    let inside = format!("{indent}  ");
    let mut text = String::from("{\n");
    for field in &object.fields {
        comment(field.description.as_deref(), &inside, &mut text);
        let name = if is_plain(&field.name) { field.name.clone() } else { quoted(&field.name) };
        let mark = if field.required { "" } else { "?" };
        text.push_str(&format!("{inside}{name}{mark}: {};\n", typed(&field.shape, &inside)));
    }
    if object.is_open {
        text.push_str(&format!("{inside}[key: string]: unknown;\n"));
    }
    text.push_str(&format!("{indent}}}"));
    text
}

fn typed(shape: &Shape, indent: &str) -> String {
    match shape {
        Shape::Any => "unknown".to_owned(),
        Shape::Null => "null".to_owned(),
        Shape::Boolean => "boolean".to_owned(),
        Shape::Integer | Shape::Number => "number".to_owned(),
        Shape::Text => "string".to_owned(),
        Shape::Named(name) => name.clone(),
        Shape::Literals(values) => literals(values),
        Shape::List(item) => format!("Array<{}>", typed(item, indent)),
        Shape::Tuple(items) => {
            let items: Vec<String> = items.iter().map(|item| typed(item, indent)).collect();
            format!("[{}]", items.join(", "))
        }
        Shape::Map(value) => format!("{{ [key: string]: {} }}", typed(value, indent)),
        Shape::Object(all) if all.fields.is_empty() && all.is_open => {
            "{ [key: string]: unknown }".to_owned()
        }
        Shape::Object(all) if all.fields.is_empty() => "{ [key: string]: never }".to_owned(),
        Shape::Object(all) => object(all, indent),
        Shape::Union(members) => {
            let members: Vec<String> = members.iter().map(|member| typed(member, indent)).collect();
            members.join(" | ")
        }
    }
}

fn literals(values: &[Value]) -> String {
    let each: Option<Vec<String>> = values
        .iter()
        .map(|value| match value {
            Value::String(text) => Some(quoted(text)),
            Value::Array(_) | Value::Object(_) => None,
            other => Some(other.to_string()),
        })
        .collect();
    each.map_or_else(|| "unknown".to_owned(), |each| each.join(" | "))
}
