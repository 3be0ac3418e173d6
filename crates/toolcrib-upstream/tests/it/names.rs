//! Whose an id is, and servers that come and go.

use std::sync::Arc;

use toolcrib::async_trait;
use toolcrib::error::BoxError;
use toolcrib_upstream::{Definition, InMemory, Memory, State, Upstream};

use crate::fake::FILE;
use crate::stage::{Stage, fake, is_alive, until};

/// A server with one tool, of this name.
fn with_tool(file: &tempfile::NamedTempFile, name: &str) -> Upstream {
    std::fs::write(file.path(), name).unwrap();
    let mut upstream = fake("renamed");
    upstream.env.insert(FILE.to_owned(), file.path().to_str().unwrap().into());
    upstream
}

#[tokio::test]
async fn no_server_takes_the_id_of_another() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let thief = with_tool(&file, "b_echo");
    let stage = Stage::new([("a", thief), ("a_b", fake("normal"))]).ready().await;
    let status = stage.status("a");
    assert!(status.tools.is_empty(), "{status:?}");
    let reason = "the id `a_b_echo` belongs to the server `a_b`";
    assert_eq!(status.quarantined[0].reason, reason);
    let registry = stage.runtime.registry();
    assert_eq!(registry.get("a_b_echo").unwrap().source(), "mcp:a_b");
    // It is free when the other has gone, and theirs when it comes back.
    assert!(stage.upstreams.remove("a_b").await);
    assert_eq!(stage.status("a").tools, ["a_b_echo"]);
    stage.upstreams.add("a_b", fake("normal")).await;
    assert_eq!(stage.status("a").quarantined[0].reason, reason);
}

#[tokio::test]
async fn two_servers_do_not_share_a_prefix() {
    let same = Upstream { prefix: Some("one".to_owned()), ..fake("normal") };
    let stage = Stage::new([("one", fake("normal")), ("two", same)]).ready().await;
    let State::Failed { why } = stage.status("two").state else { panic!("it must not be used") };
    assert!(why.contains("`one`") && why.contains("`prefix`"), "{why}");
    assert!(matches!(stage.status("one").state, State::Ready));
}

/// An embedding program that has a tool of its own.
struct HasEcho(InMemory);

#[async_trait]
impl Memory for HasEcho {
    async fn approved(&self, server: &str, tool_id: &str) -> Result<Option<Definition>, BoxError> {
        self.0.approved(server, tool_id).await
    }

    async fn remember(
        &self,
        server: &str,
        tool_id: &str,
        definition: &Definition,
    ) -> Result<(), BoxError> {
        self.0.remember(server, tool_id, definition).await
    }

    fn is_taken(&self, tool_id: &str) -> bool {
        tool_id == "s_echo"
    }
}

#[tokio::test]
async fn what_the_program_has_itself_no_server_gets() {
    let memory = Arc::new(HasEcho(InMemory::default()));
    let stage = Stage::remembering([("s", fake("normal"))], memory).ready().await;
    let status = stage.status("s");
    assert_eq!(status.quarantined.len(), 1, "{status:?}");
    assert_eq!(status.quarantined[0].reason, "a tool that is no server's has the id `s_echo`");
    assert!(status.tools.contains(&"s_hang".to_owned()));
}

#[tokio::test]
async fn a_server_that_is_taken_out_ends() {
    let stage = Stage::new([("s", fake("normal"))]).ready().await;
    let pid = stage.data("s_echo").await["pid"].as_u64().unwrap();
    assert!(is_alive(pid));
    assert!(stage.upstreams.remove("s").await);
    assert!(!stage.upstreams.remove("s").await, "it is gone");
    assert!(stage.upstreams.sources().is_empty());
    until(|| (!is_alive(pid)).then_some(()), || pid).await;
}
