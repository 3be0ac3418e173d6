//! A test that runs once more in a process with another environment.

use std::process::Command;

/// What a test was told by itself; nothing the first time.
pub(super) fn told() -> Option<String> {
    std::env::var("TOOLCRIB_TEST_CHILD").ok()
}

/// Runs a test again, and tells it something.
pub(super) async fn again(test: &str, tell: &str, environment: &[(&str, &str)]) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args([test, "--exact", "--nocapture"]).env("TOOLCRIB_TEST_CHILD", tell);
    command.env_remove("NO_PROXY").env_remove("no_proxy").env_remove("SSL_CERT_DIR");
    command.envs(environment.iter().copied());
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("test result: ok. 1 passed"), "{text}");
}
