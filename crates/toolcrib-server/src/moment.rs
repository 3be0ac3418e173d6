//! A moment as people write it: RFC 3339, milliseconds since 1970, or so long ago.

use std::time::Duration;

use jiff::Timestamp;

/// A text that names no moment.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no moment: write it as 2026-01-31T10:00:00Z, as milliseconds since 1970, or as so \
     long ago, such as 30m, 24h or 7d"
)]
pub struct NoMoment(String);

/// Reads a moment, as milliseconds since 1970.
///
/// # Errors
///
/// When the text names none.
pub fn parse(text: &str, now_ms: u64) -> Result<u64, NoMoment> {
    let said = text.trim();
    let bad = || NoMoment(text.chars().take(64).collect());
    if let Ok(ms) = said.parse::<u64>() {
        return Ok(ms);
    }
    if let Some(ago) = ago(said) {
        return Ok(now_ms.saturating_sub(u64::try_from(ago.as_millis()).unwrap_or(u64::MAX)));
    }
    let moment: Timestamp = said.parse().map_err(|_| bad())?;
    u64::try_from(moment.as_millisecond()).map_err(|_| bad())
}

fn ago(said: &str) -> Option<Duration> {
    let unit = said.chars().last()?;
    let number: u64 = said.strip_suffix(unit)?.parse().ok()?;
    let seconds = match unit {
        's' => 1,
        'm' => 60,
        'h' => 60 * 60,
        'd' => 24 * 60 * 60,
        _ => return None,
    };
    Some(Duration::from_secs(number.saturating_mul(seconds)))
}

#[cfg(test)]
mod tests {
    use super::{NoMoment, parse};

    #[test]
    fn a_moment_can_be_said_in_three_ways() {
        let now = 1_700_000_000_000;
        for (text, ms) in [
            ("1699999999000", 1_699_999_999_000),
            ("2023-11-14T22:13:20Z", now),
            ("2023-11-15T00:13:20+02:00", now),
            ("30m", now - 30 * 60_000),
            (" 24h ", now - 86_400_000),
            ("7d", now - 7 * 86_400_000),
            ("999999999d", 0),
        ] {
            assert_eq!(parse(text, now), Ok(ms), "{text}");
        }
        for text in ["", "h", "-1h", "1w", "yesterday", "1969-12-31T23:59:59Z"] {
            assert_eq!(parse(text, now), Err(NoMoment(text.to_owned())), "{text}");
        }
    }
}
