//! Many give one tool to one agent at the same moment.

use serde_json::json;

use super::bed::Bed;
use super::on_both;
use super::server::Talk;

on_both!(one_of_many_attaches, one_of_many_attaches_through_two_servers, one_of_many_creates);

const ROUNDS: usize = 40;
const AT_ONCE: usize = 4;

async fn one_of_many_attaches(bed: &Bed) {
    let server = bed.serve(&[]).await;
    let talk = server.talk();
    talk.create_agent("scout").await;
    let all: Vec<Talk> = (0..AT_ONCE).map(|_| talk.clone()).collect();
    attach_and_detach(&all).await;
}

async fn one_of_many_attaches_through_two_servers(bed: &Bed) {
    let (one, two) = tokio::join!(bed.serve(&[]), bed.serve(&[]));
    one.talk().create_agent("scout").await;
    let exists =
        async || two.talk().get("/api/agents/scout").await.status.is_success().then_some(());
    super::until("the agent is there", exists).await;
    let all: Vec<Talk> = (0..AT_ONCE).map(|n| [&one, &two][n % 2].talk()).collect();
    attach_and_detach(&all).await;
}

/// Everybody attaches, one succeeds; it is detached, and so on.
async fn attach_and_detach(all: &[Talk]) {
    let body = json!({ "tool_id": "echo" });
    for round in 0..ROUNDS {
        let asked = all.iter().map(|talk| talk.post("/api/agents/scout/tools", &body));
        let mut made = 0;
        for reply in futures_util::future::join_all(asked).await {
            match reply.status.as_u16() {
                201 => made += 1,
                _ => assert_eq!(reply.error(409), "ALREADY_EXISTS", "round {round}"),
            }
        }
        assert_eq!(made, 1, "round {round}");
        for talk in all {
            let has_it = async || (talk.tools_of("scout").await == ["echo"]).then_some(());
            super::until("everybody sees what it has", has_it).await;
        }
        all[round % all.len()].delete("/api/agents/scout/tools/echo").await.expect(204);
        for talk in all {
            let has_none = async || (talk.tools_of("scout").await.len() > 1).then_some(());
            super::until("everybody sees that it is gone", has_none).await;
        }
    }
}

async fn one_of_many_creates(bed: &Bed) {
    let (one, two) = tokio::join!(bed.serve(&[]), bed.serve(&[]));
    for round in 0..ROUNDS / 4 {
        let tool = json!({ "id": format!("tool_{round}"), "handler_key": "echo",
            "description": "Echoes.", "parameters_schema": { "type": "object" } });
        let agent = json!({ "id": format!("agent_{round}"), "name": "One" });
        for (path, body) in [("/api/tools", tool), ("/api/agents", agent)] {
            let all: Vec<Talk> = (0..AT_ONCE).map(|n| [&one, &two][n % 2].talk()).collect();
            let asked = all.iter().map(|talk| talk.post(path, &body));
            let replies = futures_util::future::join_all(asked).await;
            let made = replies.iter().filter(|reply| reply.status.as_u16() == 201).count();
            assert_eq!(made, 1, "{path}, round {round}");
            for reply in replies.iter().filter(|reply| reply.status.as_u16() != 201) {
                assert_eq!(reply.error(409), "ALREADY_EXISTS");
            }
        }
    }
}

/// Whoever makes a tool switched off has never had it on, whatever else happens
/// at that moment.
#[tokio::test]
async fn a_tool_that_is_made_switched_off_is_off() {
    let bed = Bed::sqlite();
    let server = bed.serve(&[]).await;
    let talk = server.talk();
    for round in 0..10 {
        let id = format!("off_{round}");
        let tool = json!({ "id": id, "handler_key": "echo", "description": "Is off.",
            "parameters_schema": { "type": "object" }, "enabled": false });
        let agent = async |letter: &str| {
            talk.create_agent(&format!("{letter}_{round}")).await;
        };
        let make = async || talk.post("/api/tools", &tool).await.expect(201);
        let (made, (), (), ()) = tokio::join!(make(), agent("a"), agent("b"), agent("c"));
        assert_eq!(made["enabled"], false, "{made}");
        let outcome = talk.call(&id, &json!({})).await;
        assert_eq!(outcome["error"]["type"], "DISABLED", "{outcome}");
    }
}
