//! Addresses, links and telephone numbers in a text.

use std::sync::LazyLock;

use regex::Regex;
use schemars::JsonSchema;
use serde::Serialize;
use toolcrib::tool;

static EMAIL: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}"));
static LINK: LazyLock<Regex> = LazyLock::new(|| pattern(r#"https?://[^\s<>"'()\[\]{}]+"#));
static PHONE: LazyLock<Regex> = LazyLock::new(|| pattern(r"\+?[0-9(][0-9 ().\-/]{5,}[0-9]"));

/// Digits that a telephone number has: fewer is a count, more is an account.
const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 7..=15;

#[derive(Debug, Default, PartialEq, Serialize, JsonSchema)]
pub(super) struct Contacts {
    /// Email addresses, in order of appearance.
    emails: Vec<String>,
    /// Web addresses, in order of appearance.
    links: Vec<String>,
    /// Telephone numbers as written, in order of appearance.
    phones: Vec<String>,
}

/// Finds the email addresses, web links and telephone numbers in a text. Each is listed once.
#[tool(
    title = "Extract contacts",
    group = "general",
    side_effects = "none",
    latency_budget_ms = 100,
    timeout_ms = 2_000,
    tags = ["text", "email", "phone"]
)]
pub(super) fn extract_contacts(
    /// The text to look through.
    #[schemars(length(max = 100_000))]
    text: String,
) -> Contacts {
    let emails = found(&EMAIL, &text);
    let links: Vec<String> = found(&LINK, &text)
        .into_iter()
        .map(|link| link.trim_end_matches(['.', ',', ';', ':', '!', '?']).to_owned())
        .collect();
    // Digits in a link are not a telephone number.
    let without_links = LINK.replace_all(&text, " ");
    let phones = found(&PHONE, &without_links)
        .into_iter()
        .filter(|phone| PHONE_DIGITS.contains(&phone.bytes().filter(u8::is_ascii_digit).count()))
        .collect();
    Contacts { emails, links, phones }
}

fn found(pattern: &Regex, text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for hit in pattern.find_iter(text) {
        let hit = hit.as_str().trim();
        if !found.iter().any(|known| known == hit) {
            found.push(hit.to_owned());
        }
    }
    found
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the patterns above are valid")
}
