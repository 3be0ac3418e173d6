//! Streams as they come, and as they are cut on the way.

use super::*;

/// The events of a stream that comes in these pieces.
fn events(pieces: &[&[u8]]) -> Vec<String> {
    let mut reader = SseReader::default();
    let mut events = Vec::new();
    for piece in pieces {
        reader.read(piece, |data| events.push(data.to_owned())).unwrap();
    }
    reader.end(|data| events.push(data.to_owned()));
    events
}

/// The events of a stream, which are the same however it is cut in two and
/// when it comes byte by byte.
fn events_of(stream: &str) -> Vec<String> {
    let bytes = stream.as_bytes();
    let whole = events(&[bytes]);
    for at in 0..=bytes.len() {
        let (one, two) = bytes.split_at(at);
        assert_eq!(events(&[one, two]), whole, "cut at {at}");
    }
    assert_eq!(events(&bytes.chunks(1).collect::<Vec<_>>()), whole, "byte by byte");
    whole
}

#[test]
fn an_event_ends_with_an_empty_line_whatever_ends_a_line() {
    for stream in [
        "data: one\n\ndata: two\n\n",
        "data: one\r\n\r\ndata: two\r\n\r\n",
        "data: one\r\rdata: two\r\r",
        "data: one\r\n\ndata: two\n\r\n",
    ] {
        assert_eq!(events_of(stream), ["one", "two"], "{stream:?}");
    }
}

#[test]
fn a_line_ending_of_two_bytes_is_one_line_ending() {
    assert_eq!(events_of("data: one\r\ndata: two\r\n\r\n"), ["one\ntwo"]);
}

#[test]
fn several_lines_of_data_are_one_event() {
    assert_eq!(
        events_of("data: {\ndata:   \"a\": 1\ndata:\ndata\ndata: }\n\n"),
        ["{\n  \"a\": 1\n\n\n}"]
    );
}

#[test]
fn one_space_after_the_colon_is_no_data() {
    for (stream, data) in [
        ("data:x\n\n", "x"),
        ("data: x\n\n", "x"),
        ("data:  x \n\n", " x "),
        ("data:\tx\n\n", "\tx"),
        ("data::x\n\n", ":x"),
        ("data\n\n", ""),
        ("data:\n\n", ""),
    ] {
        assert_eq!(events_of(stream), [data], "{stream:?}");
    }
}

#[test]
fn comments_and_other_fields_say_nothing() {
    let stream = ": OPENROUTER PROCESSING\n\n:\n\nevent: ping\nid: 7\nretry: 10\ndata: one\n: \
                  OPENROUTER PROCESSING\ndata: two\n\n: OPENROUTER PROCESSING\n\n";
    assert_eq!(events_of(stream), ["one\ntwo"]);
}

#[test]
fn a_field_that_only_begins_like_data_is_another() {
    assert_eq!(events_of("database: x\ndata : y\nDATA: z\n data: w\n\n"), Vec::<String>::new());
}

#[test]
fn an_event_without_data_is_none() {
    assert_eq!(events_of("event: message_stop\n\n\n\n\n"), Vec::<String>::new());
}

#[test]
fn a_byte_order_mark_is_skipped_where_the_stream_begins_and_nowhere_else() {
    assert_eq!(events_of("\u{feff}data: one\n\n\u{feff}data: two\n\n"), ["one"]);
    assert_eq!(events_of("\u{feff}\ndata: \u{feff}x\n\n"), ["\u{feff}x"]);
}

#[test]
fn the_last_event_needs_no_empty_line() {
    for stream in ["data: one\n\ndata: two", "data: one\n\ndata: two\n", "data: one\n\ndata: two\r"]
    {
        assert_eq!(events_of(stream), ["one", "two"], "{stream:?}");
    }
}

#[test]
fn nothing_comes_twice() {
    let mut reader = SseReader::default();
    let mut events = Vec::new();
    reader.read(b"data: one\n\ndata: two", |data| events.push(data.to_owned())).unwrap();
    reader.end(|data| events.push(data.to_owned()));
    reader.end(|data| events.push(data.to_owned()));
    assert_eq!(events, ["one", "two"]);
}

#[test]
fn a_stream_may_be_cut_inside_a_character_and_inside_a_field() {
    assert_eq!(events_of("data: Grüße aus 東京 🗼\n\n"), ["Grüße aus 東京 🗼"]);
    assert_eq!(events(&[b"da", b"ta", b":", b" on", b"e\n", b"\n"]), ["one"]);
    assert_eq!(events(&[b"data: \xf0\x9f", b"\x97\xbc\n\n"]), ["🗼"]);
}

#[test]
fn bytes_that_are_no_text_spoil_their_own_event_alone() {
    assert_eq!(events(&[b"data: a\xffb\n\ndata: c\n\n"]), ["a\u{fffd}b", "c"]);
}

#[test]
fn a_line_that_never_ends_is_too_large() {
    let mut reader = SseReader::default();
    let piece = vec![b'x'; 64 * 1024];
    let none = |_: &str| panic!("no event has ended");
    reader.read(b"data: ", none).unwrap();
    for _ in 0..EVENT_BYTES_MAX / piece.len() - 1 {
        assert_eq!(reader.read(&piece, none), Ok(()));
    }
    assert_eq!(reader.read(&piece, none), Err(TooLarge));
}

#[test]
fn an_event_of_endless_lines_is_too_large() {
    let mut reader = SseReader::default();
    let line = [b"data: ", vec![b'x'; 64 * 1024 - 1].as_slice(), b"\n"].concat();
    let none = |_: &str| panic!("no event has ended");
    let taken = (0..100).take_while(|_| reader.read(&line, none).is_ok()).count();
    assert_eq!(taken, EVENT_BYTES_MAX / (64 * 1024) - 1);
}

#[test]
fn many_events_are_not_one_that_is_too_large() {
    let mut reader = SseReader::default();
    let event = [b"data: ", vec![b'x'; 64 * 1024].as_slice(), b"\n\n: ping\n\n"].concat();
    let mut count = 0;
    for _ in 0..100 {
        reader.read(&event, |_| count += 1).unwrap();
    }
    assert_eq!(count, 100);
}
