//! A value that is not shown, and the variables in it.

use std::fmt;

use serde::Deserialize;

/// A value that is not shown: it has a `Debug` that says nothing.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// The value itself, to be written where it belongs.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl<T: Into<String>> From<T> for Secret {
    fn from(value: T) -> Self {
        Self(value.into())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[redacted]")
    }
}

/// A variable that is not there.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Missing(pub(super) String);

/// A text with the values of its variables in it, each of which is also handed
/// over.
pub(super) fn expand(
    text: &str,
    variable: &dyn Fn(&str) -> Option<String>,
    mut used: impl FnMut(&str),
) -> Result<String, Missing> {
    let mut expanded = String::new();
    let mut rest = text;
    while let Some((before, name, default, after)) = first_variable(rest) {
        expanded.push_str(before);
        let value = variable(name).or_else(|| default.map(str::to_owned));
        let value = value.ok_or_else(|| Missing(name.to_owned()))?;
        used(&value);
        expanded.push_str(&value);
        rest = after;
    }
    expanded.push_str(rest);
    Ok(expanded)
}

/// What is before the first variable, its name, what it is where it is missing,
/// and what is after it. Anything else in braces stays as it is.
fn first_variable(text: &str) -> Option<(&str, &str, Option<&str>, &str)> {
    let mut from = 0;
    loop {
        let start = from + text[from..].find("${")?;
        let inside = &text[start + 2..];
        let end = inside.find('}')?;
        let (name, default) = match inside[..end].split_once(":-") {
            Some((name, default)) => (name, Some(default)),
            None => (&inside[..end], None),
        };
        if is_name(name) {
            return Some((&text[..start], name, default, &inside[end + 1..]));
        }
        from = start + 2;
    }
}

fn is_name(text: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.chars().all(is_word) && !text.starts_with(|c: char| c.is_ascii_digit()) && !text.is_empty()
}
