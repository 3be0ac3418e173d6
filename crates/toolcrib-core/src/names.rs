//! Names that are almost right.

/// How many names a NOT_FOUND outcome suggests.
pub const NEAREST_MAX: usize = 3;

/// The names nearest to a misspelt one, best first.
///
/// A name is near when it is a part of the other or a few letters away; with
/// nothing near, nothing is suggested.
pub fn nearest<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    // A stranger chooses `wanted`; the distance costs its length times each name's.
    let wanted: String = wanted.chars().take(64).collect::<String>().to_lowercase();
    let mut near: Vec<(f64, &str)> = names
        .into_iter()
        .filter_map(|name| {
            let likeness = likeness(&wanted, name);
            (likeness >= 0.6).then_some((likeness, name))
        })
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    near.dedup_by(|a, b| a.1 == b.1);
    near.truncate(NEAREST_MAX);
    near.into_iter().map(|(_, name)| name).collect()
}

fn likeness(wanted: &str, name: &str) -> f64 {
    let letters = strsim::normalized_damerau_levenshtein(wanted, &name.to_lowercase());
    // `search` for `email_search`: a whole part counts for more than its length.
    let part = |part: &str, whole: &str| part.len() >= 3 && whole.contains(part);
    let part = part(wanted, name) || part(name, wanted);
    if part { 0.6 + 0.4 * letters } else { letters }
}

#[cfg(test)]
mod tests;
