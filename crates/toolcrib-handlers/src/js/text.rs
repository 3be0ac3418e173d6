//! Texts that scripts have taken apart and put together.

use serde_json::json;
use url::{Url, form_urlencoded};

use super::host::Refused;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Latin-1 text as Base64, as browsers have it.
pub(super) fn btoa(text: &str) -> Result<String, Refused> {
    let bytes: Vec<u8> = text
        .chars()
        .map(|c| u8::try_from(u32::from(c)))
        .collect::<Result<_, _>>()
        .map_err(|_| Refused("btoa takes characters up to U+00FF".into()))?;
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group =
            (0..3).fold(0u32, |group, at| group << 8 | u32::from(*chunk.get(at).unwrap_or(&0)));
        for at in 0..4 {
            let digit = ALPHABET[(group >> (18 - 6 * at)) as usize & 63];
            out.push(if at > chunk.len() { '=' } else { char::from(digit) });
        }
    }
    Ok(out)
}

/// The Latin-1 text that Base64 stands for.
pub(super) fn atob(text: &str) -> Result<String, Refused> {
    let refused = || Refused("atob was given something that is not Base64".into());
    let digits = text.trim_end_matches('=').bytes().filter(|byte| !byte.is_ascii_whitespace());
    let (mut out, mut group, mut bits) = (String::new(), 0u32, 0);
    for byte in digits {
        let digit = ALPHABET.iter().position(|known| *known == byte).ok_or_else(refused)?;
        group = group << 6 | digit as u32;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push(char::from((group >> bits) as u8));
        }
    }
    if bits == 6 { Err(refused()) } else { Ok(out) }
}

/// The parts of a URL, as JSON; nothing if it is none.
pub(super) fn parse_url(text: &str, base: &str) -> Option<String> {
    let url = if base.is_empty() {
        Url::parse(text).ok()?
    } else {
        Url::parse(base).ok()?.join(text).ok()?
    };
    let hostname = url.host_str().unwrap_or_default();
    let port = url.port().map(|port| port.to_string()).unwrap_or_default();
    let host = if port.is_empty() { hostname.to_owned() } else { format!("{hostname}:{port}") };
    let mark = |mark: char, text: Option<&str>| match text {
        Some(text) if !text.is_empty() => format!("{mark}{text}"),
        _ => String::new(),
    };
    let parts = json!({
        "href": url.as_str(),
        "username": url.username(),
        "password": url.password().unwrap_or_default(),
        "origin": url.origin().ascii_serialization(),
        "protocol": format!("{}:", url.scheme()),
        "host": host,
        "hostname": hostname,
        "port": port,
        "pathname": url.path(),
        "search": mark('?', url.query()),
        "hash": mark('#', url.fragment()),
    });
    Some(parts.to_string())
}

/// A URL with another query.
pub(super) fn with_query(href: &str, query: &str) -> Option<String> {
    let mut url = Url::parse(href).ok()?;
    url.set_query((!query.is_empty()).then_some(query));
    Some(url.into())
}

/// The pairs of a query string, as JSON.
pub(super) fn query_pairs(text: &str) -> String {
    let pairs: Vec<_> = form_urlencoded::parse(text.as_bytes()).collect();
    json!(pairs).to_string()
}

/// The query string of pairs, given as JSON.
pub(super) fn query_text(pairs: &str) -> String {
    let pairs: Vec<(String, String)> = serde_json::from_str(pairs).unwrap_or_default();
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}
