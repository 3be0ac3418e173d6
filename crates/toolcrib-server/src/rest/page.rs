//! One page of a list.

use super::error::ApiError;

/// Items of a page where nobody says.
const LIMIT_DEFAULT: usize = 50;

/// Items of a page.
const LIMIT_MAX: usize = 200;

/// How many items a page may have.
pub(super) fn limit(asked: Option<usize>) -> Result<usize, ApiError> {
    match asked {
        None => Ok(LIMIT_DEFAULT),
        Some(limit @ 1..=LIMIT_MAX) => Ok(limit),
        Some(_) => Err(ApiError::invalid(format!("`limit` must be between 1 and {LIMIT_MAX}"))),
    }
}

/// Cuts a list that was asked for with one item more, and says where to go on.
pub(super) fn cut<T>(
    mut items: Vec<T>,
    limit: usize,
    cursor: impl Fn(&T) -> String,
) -> (Vec<T>, Option<String>) {
    let more = items.len() > limit;
    items.truncate(limit);
    let next = items.last().filter(|_| more).map(cursor);
    (items, next)
}
