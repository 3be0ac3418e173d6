//! The names of tool folders.

/// A name that a tool folder can have, near to one that it cannot have.
pub fn possible_name(name: &str) -> String {
    let mut near = String::new();
    let mut after_lower = false;
    for c in name.chars() {
        if c.is_ascii_uppercase() && after_lower {
            near.push('-');
        }
        after_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
        match c.to_ascii_lowercase() {
            c if c.is_ascii_lowercase() || c.is_ascii_digit() => near.push(c),
            _ if near.ends_with('-') => {}
            _ => near.push('-'),
        }
    }
    let near: String =
        near.trim_start_matches(|c: char| !c.is_ascii_lowercase()).chars().take(64).collect();
    match near.trim_end_matches('-') {
        "" => "my-tool".to_owned(),
        near => near.to_owned(),
    }
}
