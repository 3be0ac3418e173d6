//! What must not be shown.

use toolcrib_upstream::Upstream;

use crate::stage::{Stage, fake};

const SECRET: &str = "s3cr3t-s3cr3t";

#[tokio::test]
async fn no_secret_is_shown_whatever_happens() {
    // Its last words are its secret: the shell repeats it on standard error.
    let shell = Upstream {
        command: Some("sh".to_owned()),
        args: vec!["-c".to_owned(), "echo token $TOKEN >&2; exit 1".to_owned()],
        env: [("TOKEN".to_owned(), SECRET.into())].into(),
        ..Upstream::default()
    };
    let remote = Upstream {
        url: Some(format!("http://u:{SECRET}@127.0.0.1:1/{SECRET}?key={SECRET}")),
        headers: [("Authorization".to_owned(), format!("Bearer {SECRET}").into())].into(),
        ..Upstream::default()
    };
    let mut fine = fake("normal");
    fine.env.insert("TOKEN".to_owned(), SECRET.into());
    let shown = format!("{shell:?} {remote:?} {fine:?}");
    assert!(!shown.contains(SECRET), "{shown}");
    let stage = Stage::new([("fine", fine), ("remote", remote), ("shell", shell)]).ready().await;
    let why = stage.until_waiting("shell").await;
    assert_eq!(why, "died: exit status: 1: token [redacted]");
    let why = stage.until_waiting("remote").await;
    assert!(why.starts_with("it cannot be reached: "), "{why}");
    let status = stage.upstreams.status();
    let shown = format!("{status:?} {}", serde_json::to_string(&status).unwrap());
    assert!(!shown.contains(SECRET), "{shown}");
    assert_eq!(stage.status("remote").transport, "http: http://127.0.0.1:1");
}
