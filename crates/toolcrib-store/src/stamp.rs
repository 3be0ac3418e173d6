//! Moments as the tables keep them: `2026-01-31T10:00:00.123Z`.

#[cfg(test)]
mod tests;

use std::time::{SystemTime, UNIX_EPOCH};

const MS_PER_DAY: u64 = 86_400_000;

/// The last millisecond of the year 9999: later ones have no four-digit year.
const MS_MAX: u64 = 253_402_300_799_999;

/// A moment as text. Every record holds two, so it lives on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp([u8; 24]);

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// This moment.
pub(crate) fn now() -> Stamp {
    Stamp::from_ms(now_ms())
}

impl Stamp {
    pub(crate) fn from_ms(ms: u64) -> Self {
        let ms = ms.min(MS_MAX);
        let (year, month, day) = civil(ms / MS_PER_DAY);
        let in_day = ms % MS_PER_DAY;
        let mut text = *b"0000-00-00T00:00:00.000Z";
        for (at, digits, number) in [
            (0, 4, year),
            (5, 2, month),
            (8, 2, day),
            (11, 2, in_day / 3_600_000),
            (14, 2, in_day / 60_000 % 60),
            (17, 2, in_day / 1_000 % 60),
            (20, 3, in_day % 1_000),
        ] {
            write(&mut text[at..at + digits], number);
        }
        Self(text)
    }

    pub(crate) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("digits and signs are text")
    }
}

fn write(digits: &mut [u8], mut number: u64) {
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + u8::try_from(number % 10).expect("one digit");
        number /= 10;
    }
}

/// Year, month and day of a day since 1970. The year is taken to begin in
/// March, so that the leap day is its last one.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, in_era) = (days / 146_097, days % 146_097);
    let year = (in_era - in_era / 1_460 + in_era / 36_524 - in_era / 146_096) / 365;
    let in_year = in_era - (365 * year + year / 4 - year / 100);
    let march_month = (5 * in_year + 2) / 153;
    let day = in_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    (era * 400 + year + u64::from(month <= 2), month, day)
}
