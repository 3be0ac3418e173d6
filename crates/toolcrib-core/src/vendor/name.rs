//! Names that vendors accept, made from names that they do not.
//!
//! A new name is readable, always the same for the same old one, and never
//! longer than the rule allows. That two old names may give one new name is
//! left to whoever sees both.

use std::collections::{HashMap, HashSet};

use sha2::{Digest, Sha256};

use super::profile::NameRule;
use crate::canonical;

/// The longest callable name.
const CALLABLE_CHARS_MAX: usize = 64;

/// A name that every vendor lets a model call: `^[a-z][a-z0-9_]{0,63}$`.
///
/// ```
/// use toolcrib_core::vendor::callable_name;
///
/// assert_eq!(callable_name("Send-Mail"), "send_mail");
/// assert_eq!(callable_name("2fa.check"), "t_2fa_check");
/// assert_eq!(callable_name("天気"), "tool_bc79d84d");
/// ```
pub fn callable_name(foreign: &str) -> String {
    let lower = foreign.to_ascii_lowercase();
    let plain = collapsed(&lower, |c| c.is_ascii_lowercase() || c.is_ascii_digit());
    let readable = match plain.chars().next() {
        None => return format!("tool_{}", short_hash(foreign)),
        Some(first) if first.is_ascii_lowercase() => plain,
        Some(_) => format!("t_{plain}"),
    };
    shortened(readable, CALLABLE_CHARS_MAX, foreign)
}

/// A property key that a vendor accepts.
pub(super) fn property_key(foreign: &str, rule: &NameRule) -> String {
    let plain = collapsed(foreign, |c| c != '_' && rule.allows(c));
    let readable = match plain.chars().next() {
        None => format!("key_{}", short_hash(foreign)),
        Some(first) if rule.allows_first(first) => plain,
        Some(_) => format!("_{plain}"),
    };
    shortened(readable, rule.chars_max, foreign)
}

/// Names that are given out once each.
#[derive(Default)]
pub(super) struct Names {
    taken: HashSet<String>,
    /// The number to try next behind a name, so that a thousand names alike
    /// are not tried a thousand times each.
    next: HashMap<String, usize>,
}

impl Names {
    pub(super) fn taking(taken: HashSet<String>) -> Self {
        Self { taken, next: HashMap::new() }
    }

    /// The name, or the first like it that is not taken.
    pub(super) fn free(&mut self, name: String, chars_max: usize) -> String {
        let mut free = name.clone();
        while !self.taken.insert(free.clone()) {
            let number = self.next.entry(name.clone()).or_insert(2);
            free = numbered(&name, *number, chars_max);
            *number += 1;
        }
        free
    }
}

/// A name of the same look with a number behind it, no longer than before.
fn numbered(name: &str, number: usize, chars_max: usize) -> String {
    let suffix = format!("_{number}");
    let kept = name.len().min(chars_max.saturating_sub(suffix.len()));
    format!("{}{suffix}", &name[..kept])
}

/// The text with every run of other characters as one `_`, none at the ends.
fn collapsed(text: &str, keeps: impl Fn(char) -> bool) -> String {
    let words = text.split(|c| !keeps(c)).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_")
}

/// An ASCII name cut to a length; a cut name ends in a hash of the whole.
fn shortened(name: String, chars_max: usize, foreign: &str) -> String {
    if name.len() <= chars_max {
        return name;
    }
    let hash = short_hash(foreign);
    let kept = name[..chars_max - hash.len() - 1].trim_end_matches('_');
    format!("{kept}_{hash}")
}

fn short_hash(text: &str) -> String {
    canonical::hex(&Sha256::digest(text.as_bytes())[..4])
}
