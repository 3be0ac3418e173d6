//! What other programs put in the place of a value, said in our words.

/// A placeholder that only the other program can fill.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unsupported(pub(super) String);

/// A text in which `${env:NAME}` and `${{ secrets.NAME }}` are `${NAME}`.
pub(super) fn translate(text: &str) -> Result<String, Unsupported> {
    let mut translated = String::new();
    let mut rest = text;
    while let Some((before, from)) = rest.split_once("${") {
        translated.push_str(before);
        let (inside, after) = match from.strip_prefix('{') {
            Some(doubled) => doubled.split_once("}}").unwrap_or((from, "")),
            None => from.split_once('}').unwrap_or((from, "")),
        };
        let inside = inside.trim();
        let name = inside.strip_prefix("env:").or_else(|| inside.strip_prefix("secrets."));
        let name = name.unwrap_or(inside);
        if !is_variable(name) {
            return Err(Unsupported(format!("${{{inside}}}")));
        }
        translated.push_str("${");
        translated.push_str(name);
        translated.push('}');
        rest = after;
    }
    translated.push_str(rest);
    Ok(translated)
}

/// A variable of the environment, with or without what it is where it is missing;
/// VS Code's own, such as `workspaceFolder`, are not.
fn is_variable(text: &str) -> bool {
    let name = text.split_once(":-").map_or(text, |(name, _)| name);
    let is_ours = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_theirs = ["workspaceFolder", "workspaceFolderBasename", "userHome", "pathSeparator"];
    !name.is_empty()
        && name.chars().all(is_ours)
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && !is_theirs.contains(&name)
}
