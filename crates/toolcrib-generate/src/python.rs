//! Python: `TypedDict`s, and a client with the standard library.

use serde_json::Value;

use crate::names::{Unique, comment_lines, is_plain, quoted};
use crate::shape::{Field, Named, Shape, ToolShape};

/// Words that can be no name.
const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield",
];

const HEAD: &str = "\
# Written by `toolcrib generate python`. Changes are lost when it is written again.
# Python 3.11 or newer; nothing but the standard library.

from __future__ import annotations

import json
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NotRequired, TypeAlias, TypedDict, TypeVar, Union
";

const CLIENT: &str = include_str!("python/client.py");

pub(crate) fn write(tools: &[ToolShape], names: &mut Unique) -> String {
    let mut text = HEAD.to_owned();
    for tool in tools {
        for named in tool.hoisted(names, has_fields) {
            text.push_str("\n\n");
            declare(&named, &mut text);
        }
    }
    let mut methods = String::new();
    for tool in tools {
        let (id, input, output) = (&tool.tool_id, &tool.input.name, &tool.output.name);
        let name = if KEYWORDS.contains(&id.as_str()) { format!("{id}_") } else { id.clone() };
        methods.push_str(&format!(
            "\n    def {name}(self, input: {input}, **options: Any) -> Answer[{output}]:\n"
        ));
        docstring(&tool.description, "        ", &mut methods);
        methods.push_str(&format!("        return self._call({}, input, **options)\n", quoted(id)));
    }
    text.push_str(&CLIENT.replace("    # METHODS\n", methods.trim_start_matches('\n')));
    text
}

fn has_fields(shape: &Shape) -> bool {
    matches!(shape, Shape::Object(object) if !object.fields.is_empty())
}

fn declare(named: &Named, text: &mut String) {
    match &named.shape {
        Shape::Object(object) if !object.fields.is_empty() => {
            typed_dict(&named.name, named.description.as_deref(), &object.fields, text);
        }
        shape => {
            comment(named.description.as_deref(), "", text);
            text.push_str(&format!("{}: TypeAlias = {}\n", named.name, quoted(&typed(shape))));
        }
    }
}

fn typed_dict(name: &str, description: Option<&str>, fields: &[Field], text: &mut String) {
    let is_class = fields.iter().all(|field| {
        is_plain(&field.name)
            && !KEYWORDS.contains(&field.name.as_str())
            // A class would mangle it.
            && !field.name.starts_with("__")
    });
    let of = |field: &Field| match field.required {
        true => typed(&field.shape),
        false => format!("NotRequired[{}]", typed(&field.shape)),
    };
    if is_class {
        text.push_str(&format!("class {name}(TypedDict):\n"));
        if let Some(description) = description {
            docstring(description, "    ", text);
            text.push('\n');
        }
        for field in fields {
            comment(field.description.as_deref(), "    ", text);
            text.push_str(&format!("    {}: {}\n", field.name, of(field)));
        }
        return;
    }
    comment(description, "", text);
    text.push_str(&format!("{name} = TypedDict(\n    \"{name}\",\n    {{\n"));
    for field in fields {
        comment(field.description.as_deref(), "        ", text);
        text.push_str(&format!("        {}: {},\n", quoted(&field.name), quoted(&of(field))));
    }
    text.push_str("    },\n)\n");
}

fn typed(shape: &Shape) -> String {
    match shape {
        Shape::Any => "Any".to_owned(),
        Shape::Null => "None".to_owned(),
        Shape::Boolean => "bool".to_owned(),
        Shape::Integer => "int".to_owned(),
        Shape::Number => "float".to_owned(),
        Shape::Text => "str".to_owned(),
        Shape::Named(name) => name.clone(),
        Shape::Literals(values) => literals(values),
        Shape::List(item) => format!("list[{}]", typed(item)),
        // JSON has lists alone, and a list has one type.
        Shape::Tuple(items) => format!("list[{}]", typed(&Shape::union(items.iter().cloned()))),
        Shape::Map(value) => format!("dict[str, {}]", typed(value)),
        Shape::Object(_) => "dict[str, Any]".to_owned(),
        Shape::Union(members) => {
            let members: Vec<String> = members.iter().map(typed).collect();
            format!("Union[{}]", members.join(", "))
        }
    }
}

fn literals(values: &[Value]) -> String {
    let mut wide: Vec<&str> = Vec::new();
    let mut narrow: Vec<String> = Vec::new();
    let mut widen = |kind| {
        if !wide.contains(&kind) {
            wide.push(kind);
        }
    };
    for value in values {
        match value {
            Value::String(text) => narrow.push(quoted(text)),
            Value::Bool(true) => narrow.push("True".to_owned()),
            Value::Bool(false) => narrow.push("False".to_owned()),
            Value::Null => narrow.push("None".to_owned()),
            Value::Number(number) if !number.is_f64() => narrow.push(number.to_string()),
            Value::Number(_) => widen("float"),
            Value::Array(_) => widen("list[Any]"),
            Value::Object(_) => widen("dict[str, Any]"),
        }
    }
    let narrow = (!narrow.is_empty()).then(|| format!("Literal[{}]", narrow.join(", ")));
    let mut all: Vec<String> = narrow.into_iter().collect();
    all.extend(wide.into_iter().map(str::to_owned));
    match all.as_slice() {
        [only] => only.clone(),
        all => format!("Union[{}]", all.join(", ")),
    }
}

fn comment(words: Option<&str>, indent: &str, text: &mut String) {
    for line in words.map(comment_lines).unwrap_or_default() {
        text.push_str(format!("{indent}# {line}").trim_end());
        text.push('\n');
    }
}

fn docstring(words: &str, indent: &str, text: &mut String) {
    let lines = comment_lines(words);
    match lines.as_slice() {
        [] => {}
        [only] => text.push_str(&format!("{indent}\"\"\"{}\"\"\"\n", unquoted(only))),
        lines => {
            text.push_str(&format!("{indent}\"\"\"\n"));
            for line in lines {
                text.push_str(format!("{indent}{line}").trim_end());
                text.push('\n');
            }
            text.push_str(&format!("{indent}\"\"\"\n"));
        }
    }
}

/// A line that may stand right before the end of a docstring.
fn unquoted(line: &str) -> String {
    if line.ends_with('"') { format!("{line} ") } else { line.to_owned() }
}
