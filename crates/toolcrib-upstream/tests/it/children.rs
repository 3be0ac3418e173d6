//! What becomes of processes.

use serde_json::json;

use crate::stage::{Stage, fake, is_alive, until};

async fn pid(stage: &Stage) -> u64 {
    stage.data("one_echo").await["pid"].as_u64().unwrap()
}

#[tokio::test]
async fn a_server_ends_with_everything_it_started() {
    let stage = Stage::new([("one", fake("normal"))]).ready().await;
    let (server, grandchild) = (pid(&stage).await, stage.data("one_parent").await["child"].clone());
    let grandchild = grandchild.as_u64().unwrap();
    assert!(is_alive(server) && is_alive(grandchild));
    stage.upstreams.close().await;
    assert!(!is_alive(server));
    until(|| (!is_alive(grandchild)).then_some(()), || grandchild).await;
}

#[tokio::test]
async fn a_server_that_does_not_want_to_end_is_ended() {
    let stage = Stage::new([("one", fake("stubborn"))]).ready().await;
    let server = pid(&stage).await;
    stage.upstreams.close().await;
    assert!(!is_alive(server));
}

#[tokio::test]
async fn dropping_the_last_handle_ends_all() {
    let stage = Stage::new([("one", fake("stubborn"))]).ready().await;
    let server = pid(&stage).await;
    let grandchild = stage.data("one_parent").await["child"].as_u64().unwrap();
    let clone = stage.upstreams.clone();
    drop(stage);
    assert!(is_alive(server));
    drop(clone);
    until(|| (!is_alive(server) && !is_alive(grandchild)).then_some(()), || server).await;
}

#[test]
fn no_process_outlives_its_runtime() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (stage, server) = runtime.block_on(async {
        let stage = Stage::new([("one", fake("stubborn"))]).ready().await;
        let server = pid(&stage).await;
        (stage, server)
    });
    drop(runtime);
    let waiting = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    waiting.block_on(until(|| (!is_alive(server)).then_some(()), || server));
    drop(stage);
}

#[tokio::test]
async fn a_process_that_dies_takes_its_children_along() {
    let stage = Stage::new([("one", fake("normal"))]).ready().await;
    let grandchild = stage.data("one_parent").await["child"].as_u64().unwrap();
    stage.call("one_die", json!({})).await;
    until(|| (!is_alive(grandchild)).then_some(()), || grandchild).await;
}

#[tokio::test]
async fn a_process_has_an_environment_of_its_own() {
    let mut upstream = fake("normal");
    upstream.env.insert("EXTRA".to_owned(), "${HOME:-none}".into());
    let stage = Stage::new([("one", upstream)]).ready().await;
    let names = stage.data("one_environment").await["names"].clone();
    let names: Vec<&str> = names.as_array().unwrap().iter().map(|n| n.as_str().unwrap()).collect();
    assert!(names.contains(&"EXTRA") && names.contains(&"PATH"));
    // What cargo has set for this test is not there.
    assert!(std::env::var("CARGO_MANIFEST_DIR").is_ok());
    assert!(!names.iter().any(|name| name.starts_with("CARGO")), "{names:?}");
}
