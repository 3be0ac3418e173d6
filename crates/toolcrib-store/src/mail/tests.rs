use super::snippet::snippet;
use super::terms::{TERMS_MAX, Terms};
use crate::words::words;

fn all(text: &str) -> Vec<String> {
    words(text).map(|word| word.text).collect()
}

#[test]
fn words_are_letters_and_digits_without_case_or_accents() {
    assert_eq!(
        all("Re: Q3 café, Zürich's FOLLOW-UP"),
        ["re", "q3", "cafe", "zurich", "s", "follow", "up"]
    );
    assert_eq!(all("cafe\u{301} ＦＵＬＬ ﬁne ½"), ["cafe", "full", "fine", "12"]);
    assert_eq!(all("会議 at 10"), ["会", "議", "at", "10"]);
    assert_eq!(all("** -- \u{301} \u{0}\u{200b}"), Vec::<String>::new());
    assert_eq!(all(&"x".repeat(1_000)), ["x".repeat(64)]);
}

#[test]
fn a_word_knows_where_it_stands() {
    let text = "ein résumé.";
    let found: Vec<&str> = words(text).map(|word| &text[word.at]).collect();
    assert_eq!(found, ["ein", "résumé"]);
}

fn terms(text: &str) -> Vec<String> {
    Terms::read(text).terms.iter().map(|term| term.join("+")).collect()
}

#[test]
fn what_is_typed_is_words_and_nothing_else() {
    assert_eq!(terms("meeting schedule"), ["meeting", "schedule"]);
    assert_eq!(terms("\"meeting schedule\" x"), ["meeting+schedule", "x"]);
    assert_eq!(terms("“meeting schedule” x"), ["meeting+schedule", "x"]);
    assert_eq!(terms("\"meeting schedule"), ["meeting", "schedule"]);
    assert_eq!(terms("NEAR(a b) -c d* subject:e"), ["near+a", "b", "c", "d", "subject+e"]);
    assert_eq!(terms("jane.doe@example.com a..a"), ["jane+doe+example+com", "a+a"]);
    assert_eq!(terms("meeting Meeting MEETING"), ["meeting"]);
    assert!(Terms::read("(((\"\" *** )))").is_empty());
}

#[test]
fn too_many_terms_are_left_out_and_counted() {
    let many: Vec<String> = (0..TERMS_MAX + 5).map(|number| format!("w{number}")).collect();
    let terms = Terms::read(&many.join(" "));
    assert_eq!((terms.terms.len(), terms.left_out), (TERMS_MAX, 5));
}

#[test]
fn a_snippet_shows_and_marks_what_was_found() {
    let terms = Terms::read("meeting schedule");
    let marked = |text: &str, words| snippet(text, &terms, words);
    assert_eq!(marked("Weekly meeting schedule", 32), "Weekly <mark>meeting schedule</mark>");
    assert_eq!(
        marked("The schedule,\n\nof the Meeting.", 32),
        "The <mark>schedule</mark>, of the <mark>Meeting</mark>."
    );
    assert_eq!(marked("Nothing here.", 32), "Nothing here.");
    assert_eq!(marked("", 32), "");
    let long = format!("{} meeting and schedule {}", "before ".repeat(50), "after ".repeat(50));
    assert_eq!(
        marked(&long, 8),
        "...before <mark>meeting</mark> and <mark>schedule</mark> after after after after..."
    );
}

#[test]
fn a_snippet_marks_phrases_only_where_they_stand() {
    let terms = Terms::read("follow-up");
    assert_eq!(
        snippet("up we follow; a follow up", &terms, 32),
        "up we follow; a <mark>follow up</mark>"
    );
}
