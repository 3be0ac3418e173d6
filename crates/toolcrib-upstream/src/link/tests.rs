use std::time::Duration;

use toolcrib::ErrorType;

use super::{Link, Now};
use crate::status::State;
use crate::text::{Secrets, Why};

#[test]
fn a_model_is_told_when_to_try_again_and_people_are_told_why() {
    let mut secrets = Secrets::default();
    secrets.add("s3cr3t-s3cr3t");
    let link = Link::new("s", secrets, Now::connecting(Duration::from_secs(1)));
    let error = || link.line("echo", "abc").err().unwrap();
    assert_eq!(error().kind, ErrorType::Permanent);
    link.set_callable([("echo".to_owned(), "abc".to_owned())].into());
    assert!(error().retryable);
    let why = Why::new("died: exit status: 7", "no such key s3cr3t-s3cr3t in /etc/keys");
    link.wait(&why, Duration::from_millis(59_999));
    let waiting = error();
    assert_eq!(
        waiting.message,
        "The server `s` is not running: died: exit status: 7; try again in 60 s."
    );
    assert!(waiting.retryable && waiting.retry_after_ms.is_some());
    let State::Waiting { why, .. } = State::from(&link.phase().now) else { panic!() };
    assert_eq!(why, "died: exit status: 7: no such key [redacted] in /etc/keys");
    link.change(|phase| phase.now = Now::Failed { why: "no command".to_owned() });
    assert_eq!(error().message, "The server `s` cannot be started with its settings.");
}
