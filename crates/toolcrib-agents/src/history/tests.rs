//! Histories that broke off, and histories that are too long.

use super::*;
use crate::message::{ModelCall, Said};
use crate::wire::Wire;

fn call(id: &str) -> ModelCall {
    ModelCall {
        id: id.to_owned(),
        wire_id: None,
        wire: Wire::OpenAi,
        name: "look".to_owned(),
        arguments: "{}".to_owned(),
        is_cut: false,
        signature: None,
    }
}

/// What a model says that wants these calls.
fn said(text: &str, calls: &[&str]) -> Message {
    let calls = calls.iter().map(|id| call(id)).collect();
    Message::Assistant(Said { text: text.to_owned(), calls, echo: None })
}

fn ended(id: &str) -> CallOutcome {
    CallOutcome { id: id.to_owned(), text: "Done.".to_owned(), is_error: false, record_id: None }
}

fn outcomes(outcomes: Vec<CallOutcome>) -> Message {
    Message::Outcomes { outcomes }
}

fn mended(mut messages: Vec<Message>) -> Vec<Message> {
    mend(&mut messages);
    let once = messages.clone();
    mend(&mut messages);
    assert_eq!(messages, once, "what is mended stays as it is");
    messages
}

#[test]
fn a_history_that_is_whole_stays_as_it_is() {
    let whole = vec![
        Message::user("Look."),
        said("I look.", &["a", "b"]),
        outcomes(vec![ended("a"), ended("b")]),
        said("There.", &[]),
        Message::user("Again."),
    ];
    assert_eq!(mended(whole.clone()), whole);
    assert_eq!(mended(Vec::new()), Vec::new());
}

#[test]
fn calls_without_outcomes_get_some_that_say_so() {
    let interrupted = |id: &str| CallOutcome {
        id: id.to_owned(),
        text: "This call was interrupted before it ended. What it did is not known; make it again \
               only if that does no harm."
            .to_owned(),
        is_error: true,
        record_id: None,
    };
    let given = outcomes(vec![interrupted("a"), interrupted("b")]);
    for rest in [vec![], vec![Message::user("Hello?")], vec![said("Well.", &[])]] {
        let before = [Message::user("Look."), said("", &["a", "b"])];
        let broken = [before.as_slice(), &rest].concat();
        assert_eq!(mended(broken), [&before, [given.clone()].as_slice(), &rest].concat());
    }
    let empty = vec![said("", &["a", "b"]), outcomes(Vec::new())];
    assert_eq!(mended(empty), [said("", &["a", "b"]), given]);
}

#[test]
fn the_outcomes_that_are_there_stay_and_stand_in_the_order_of_the_calls() {
    let broken = vec![said("", &["a", "b", "c"]), outcomes(vec![ended("c"), ended("a")])];
    assert_eq!(
        mended(broken),
        [said("", &["a", "b", "c"]), outcomes(vec![ended("a"), interrupted("b"), ended("c")]),]
    );
}

#[test]
fn an_outcome_that_came_twice_is_told_once() {
    let twice = CallOutcome { text: "Again.".to_owned(), ..ended("a") };
    let broken = vec![said("", &["a"]), outcomes(vec![ended("a"), twice])];
    assert_eq!(mended(broken), [said("", &["a"]), outcomes(vec![ended("a")])]);
}

#[test]
fn outcomes_of_no_call_are_left_out() {
    let broken = vec![
        outcomes(vec![ended("x")]),
        Message::user("Look."),
        outcomes(vec![ended("x")]),
        said("", &["a"]),
        outcomes(vec![ended("x"), ended("a")]),
        outcomes(vec![ended("a")]),
        said("There.", &[]),
        outcomes(vec![ended("a")]),
    ];
    assert_eq!(
        mended(broken),
        [Message::user("Look."), said("", &["a"]), outcomes(vec![ended("a")]), said("There.", &[]),]
    );
}

#[test]
fn a_model_that_said_nothing_said_nothing() {
    let broken = vec![Message::user("Look."), said("", &[]), said(" \n", &[]), said("x", &[])];
    assert_eq!(mended(broken), [Message::user("Look."), said("x", &[])]);
}

/// Two turns with a round each, and one of three rounds.
fn long() -> Vec<Message> {
    vec![
        Message::user("one"),
        said("first", &["a"]),
        outcomes(vec![ended("a")]),
        said("done", &[]),
        Message::user("two"),
        said("fine", &[]),
        Message::user("three"),
        said("", &["b", "c"]),
        outcomes(vec![ended("b"), ended("c")]),
        said("", &["d"]),
        outcomes(vec![ended("d")]),
        said("hm", &["e"]),
        outcomes(vec![ended("e")]),
    ]
}

fn tokens(messages: &[Message]) -> usize {
    messages.iter().map(tokens_of).sum()
}

fn trimmed(tokens_max: usize) -> Vec<Message> {
    let mut messages = long();
    trim(&mut messages, tokens_max);
    messages
}

#[test]
fn whole_turns_go_first_then_whole_rounds_of_the_last_one() {
    let long = long();
    let last_rounds = |from: usize| [&long[6..7], &long[from..]].concat();
    // What is left, in the order in which it gets less.
    let left =
        [long.clone(), long[4..].to_vec(), long[6..].to_vec(), last_rounds(9), last_rounds(11)];
    for (more, less) in left.iter().zip(&left[1..]) {
        assert_eq!(&trimmed(tokens(more)), more, "all of it fits");
        assert_eq!(&trimmed(tokens(more) - 1), less, "one token too many");
    }
}

#[test]
fn the_users_last_message_and_the_last_round_stay() {
    let long = long();
    assert_eq!(trimmed(0), [&long[6..7], &long[11..]].concat());
    for only in [vec![Message::user("x".repeat(1000))], vec![said("x", &[])], Vec::new()] {
        let mut messages = only.clone();
        trim(&mut messages, 0);
        assert_eq!(messages, only);
    }
}

#[test]
fn a_turn_that_has_just_begun_stays() {
    let mut messages = long();
    messages.push(Message::user("four"));
    trim(&mut messages, 0);
    assert_eq!(messages, [Message::user("four")]);
}

#[test]
fn what_was_said_before_the_user_spoke_goes_first() {
    let mut messages = vec![said("Welcome.", &[]), Message::user("one"), said("x", &[])];
    let rest = messages[1..].to_vec();
    trim(&mut messages, tokens(&rest));
    assert_eq!(messages, rest);
}

#[test]
fn a_history_without_a_user_loses_whole_rounds_too() {
    let long = long();
    let mut messages = long[7..].to_vec();
    trim(&mut messages, tokens(&long[7..]) - 1);
    assert_eq!(messages, long[9..]);
    trim(&mut messages, 0);
    assert_eq!(messages, long[11..]);
}

#[test]
fn tokens_are_counted_from_words_names_and_arguments() {
    assert_eq!(tokens_of(&Message::user("12345678")), 2 + 8);
    // "look" and "{}", and sixteen bytes around them.
    assert_eq!(tokens_of(&said("12", &["a"])), (2 + 4 + 2 + 16) / 4 + 8);
    assert_eq!(tokens_of(&outcomes(vec![ended("a"), ended("b")])), 2 * (5 + 16) / 4 + 8);
}
