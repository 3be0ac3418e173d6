use super::*;

#[test]
fn an_id_fits_every_vendor() {
    let id = mint();
    assert_eq!(id.len(), TIME_DIGITS + RANDOM_DIGITS);
    assert!(id.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()), "{id}");
}

#[test]
fn ids_sort_by_time_and_never_repeat() {
    let mut digits = [b'0'; TIME_DIGITS];
    write_digits(&mut digits, 1_000_000);
    assert_eq!(&digits, b"00000lfls");
    let ids: std::collections::HashSet<Arc<str>> = (0..10_000).map(|_| mint()).collect();
    assert_eq!(ids.len(), 10_000);
}
