//! Names for calls: unique, sortable by time, fit for every vendor.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// Digits that tell the millisecond; enough for three thousand years.
const TIME_DIGITS: usize = 9;

/// Digits that tell calls of one millisecond apart.
const RANDOM_DIGITS: usize = 12;

/// A new id: lower-case letters and digits, later ones sort after earlier ones.
pub(crate) fn mint() -> Arc<str> {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut id = [b'0'; TIME_DIGITS + RANDOM_DIGITS];
    let (time, random) = id.split_at_mut(TIME_DIGITS);
    write_digits(time, u64::try_from(since_epoch.as_millis()).unwrap_or(u64::MAX));
    write_digits(random, fastrand::u64(..));
    std::str::from_utf8(&id).expect("digits and letters are text").into()
}

/// The first id that can be minted at a moment, in milliseconds since 1970.
pub fn first_id_at(ms: u64) -> String {
    let mut id = [b'0'; TIME_DIGITS];
    write_digits(&mut id, ms.min(36_u64.pow(TIME_DIGITS as u32) - 1));
    String::from_utf8_lossy(&id).into_owned()
}

fn write_digits(digits: &mut [u8], mut number: u64) {
    for digit in digits.iter_mut().rev() {
        *digit = DIGITS[usize::try_from(number % 36).expect("less than 36")];
        number /= 36;
    }
}

#[cfg(test)]
mod tests;
