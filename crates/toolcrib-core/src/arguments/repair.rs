//! Texts that are nearly JSON, as models write them.
//!
//! One pass over the text, and three faults that it knows: a code fence around
//! the object, control characters that stand raw in a string, a comma before a
//! closing bracket. Whatever comes of it is read as strictly as any other text.

/// The text without these faults, if it had any.
pub(super) fn mended(text: &str) -> Option<String> {
    let inside = unfenced(text.trim());
    let mut mended = String::with_capacity(inside.len() + 16);
    let (mut in_string, mut escaped) = (false, false);
    for (at, letter) in inside.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if in_string => escaped = true,
            '"' => in_string = !in_string,
            control if in_string && control < ' ' => {
                escape(control, &mut mended);
                continue;
            }
            ',' if !in_string && closes(&inside[at + 1..]) => continue,
            _ => {}
        }
        mended.push(letter);
    }
    (mended != text).then_some(mended)
}

/// What stands between the lines of a code fence.
fn unfenced(text: &str) -> &str {
    let Some(fenced) = text.strip_prefix("```") else { return text };
    let body = match fenced.split_once('\n') {
        // The word after the fence is a language.
        Some((word, body)) if word.trim().chars().all(char::is_alphanumeric) => body,
        _ => fenced,
    };
    body.trim_end().trim_end_matches("```").trim()
}

fn closes(rest: &str) -> bool {
    rest.trim_start_matches([' ', '\t', '\r', '\n']).starts_with(['}', ']'])
}

fn escape(control: char, text: &mut String) {
    match control {
        '\n' => text.push_str("\\n"),
        '\r' => text.push_str("\\r"),
        '\t' => text.push_str("\\t"),
        other => text.push_str(&format!("\\u{:04x}", u32::from(other))),
    }
}
