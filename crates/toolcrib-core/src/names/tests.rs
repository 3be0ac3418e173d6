use super::*;

const NAMES: [&str; 5] = ["calculator", "email_get", "email_search", "kb_search", "read_file"];

#[test]
fn misspelt_names_find_their_neighbours() {
    assert_eq!(nearest("calclator", NAMES), ["calculator"]);
    assert_eq!(nearest("Calculator", NAMES), ["calculator"]);
    assert_eq!(nearest("search", NAMES), ["kb_search", "email_search"]);
    assert_eq!(nearest("email", NAMES), ["email_get", "email_search"]);
    assert_eq!(nearest("zzz", NAMES), [""; 0]);
}

#[test]
fn there_are_three_at_most_and_a_long_name_costs_no_more() {
    let many: Vec<String> = (0..50).map(|n| format!("tool_{n}")).collect();
    assert_eq!(nearest("tool", many.iter().map(String::as_str)).len(), NEAREST_MAX);
    assert_eq!(nearest(&"x".repeat(1_000_000), NAMES), [""; 0]);
}
