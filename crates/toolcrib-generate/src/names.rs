//! Names that every language takes.

use std::collections::HashSet;

use heck::{ToPascalCase as _, ToSnakeCase as _};

/// Names that are handed out once.
#[derive(Debug)]
pub(crate) struct Unique(HashSet<String>);

/// What generated files define beside the types of tools, or take from elsewhere.
const RESERVED: [&str; 20] = [
    "Answer",
    "Any",
    "Array",
    "CallOptions",
    "ClientOptions",
    "Error",
    "Fault",
    "Generic",
    "Literal",
    "NotRequired",
    "Promise",
    "Record",
    "RequestError",
    "Self",
    "T",
    "ToolError",
    "Toolcrib",
    "TypeAlias",
    "TypedDict",
    "Union",
];

impl Unique {
    pub(crate) fn new() -> Self {
        Self(RESERVED.map(str::to_owned).into())
    }

    /// This name, or it with a number.
    pub(crate) fn take(&mut self, name: String) -> String {
        let mut free = name.clone();
        let mut number = 2;
        while !self.0.insert(free.clone()) {
            free = format!("{name}{number}");
            number += 1;
        }
        free
    }
}

/// `robot_create` as `RobotCreate`; what is no letter of ours is left out.
pub(crate) fn pascal_case(name: &str) -> String {
    let pascal = ascii(name).to_pascal_case();
    match pascal.chars().next() {
        None => "Value".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("N{pascal}"),
        Some(_) => pascal,
    }
}

/// `RobotCreate` as `robot_create`; empty where nothing of it is a letter of ours.
pub(crate) fn snake_case(name: &str) -> String {
    ascii(name).to_snake_case()
}

fn ascii(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' }).collect()
}

/// Whether a name can stand by itself in all three languages.
pub(crate) fn is_plain(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// A text in double quotes, as all three languages read it.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            // Python and TypeScript read these alike; nobody sees them anyway.
            other if other.is_control() || ('\u{2028}'..='\u{202e}').contains(&other) => {
                quoted.push_str(&format!("\\u{:04x}", u32::from(other)));
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

/// The lines of a text for a comment, without what could end one.
pub(crate) fn comment_lines(text: &str) -> Vec<String> {
    let safe = text.replace("*/", "* /").replace("\"\"\"", "'''").replace('\\', "/");
    let safe: String = safe
        .chars()
        .filter(|letter| !letter.is_control() || *letter == '\n')
        .filter(|letter| !('\u{200e}'..='\u{202e}').contains(letter))
        .collect();
    let lines: Vec<String> = safe.trim().lines().map(|line| line.trim_end().to_owned()).collect();
    lines
}
