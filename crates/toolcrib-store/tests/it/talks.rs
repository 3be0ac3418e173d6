//! Conversations: what was said, what it took, how they end.

use toolcrib_store::{SessionRow, Store, StoreError, UsageRow};

use crate::bed::Bed;

crate::contract!(
    what_is_said_is_kept_in_its_order,
    a_conversation_is_handed_over_and_ends_once,
    the_newest_come_first,
    what_models_took_is_summed_by_agent,
    the_file_of_an_agent_is_remembered,
);

async fn session(store: &Store, workspace: &str, id: &str, created_at: &str) -> SessionRow {
    let row = SessionRow {
        id: id.to_owned(),
        workspace: workspace.to_owned(),
        agent_id: None,
        mode: "text".to_owned(),
        created_at: created_at.to_owned(),
        ended_at: None,
    };
    store.create_session(row.clone()).await.unwrap();
    row
}

const TIME: &str = "2026-01-31T10:00:00.123Z";

async fn what_is_said_is_kept_in_its_order(bed: &Bed) {
    let store = bed.open().await;
    session(&store, "w", "s", TIME).await;
    let hello = r#"{"text":"hello \u0000"}"#;
    store.append_message("s", 1, "user", hello).await.unwrap();
    store.append_message("s", 2, "assistant", "{}").await.unwrap();
    // Two cannot speak at once.
    let twice = store.append_message("s", 2, "user", "{}").await;
    assert!(matches!(twice, Err(StoreError::Exists)), "{twice:?}");
    assert!(store.append_message("none", 1, "user", "{}").await.is_err());
    let all = store.messages("w", "s", 0, 10).await.unwrap();
    assert_eq!(all.iter().map(|row| row.number).collect::<Vec<_>>(), [1, 2]);
    assert_eq!((all[0].role.as_str(), all[0].content.as_str()), ("user", hello));
    assert_eq!(store.messages("w", "s", 1, 10).await.unwrap()[0].number, 2);
    assert_eq!(store.messages("w", "s", 0, 1).await.unwrap().len(), 1);
    assert_eq!(store.messages("v", "s", 0, 10).await.unwrap(), []);
    assert_eq!(store.last_messages("w", "s", 10).await.unwrap(), all);
    assert_eq!(store.last_messages("w", "s", 1).await.unwrap(), all[1..]);
    assert_eq!(store.last_messages("v", "s", 10).await.unwrap(), []);
    store.close().await;
}

async fn a_conversation_is_handed_over_and_ends_once(bed: &Bed) {
    let store = bed.open().await;
    session(&store, "w", "s", TIME).await;
    store.hand_over_session("w", "s", "x").await.unwrap();
    store.end_session("w", "s").await.unwrap();
    let ended = store.session("w", "s").await.unwrap().unwrap();
    assert_eq!(ended.agent_id.as_deref(), Some("x"));
    assert!(ended.ended_at.is_some());
    bed.ask("UPDATE sessions SET ended_at = 'first'").await;
    store.end_session("w", "s").await.unwrap();
    assert_eq!(store.session("w", "s").await.unwrap().unwrap().ended_at.as_deref(), Some("first"));
    // Nothing of it can be changed under another's name.
    for refused in [store.hand_over_session("v", "s", "y").await, store.end_session("v", "s").await]
    {
        assert!(matches!(refused, Err(StoreError::Missing)), "{refused:?}");
    }
    store.close().await;
}

async fn the_newest_come_first(bed: &Bed) {
    let store = bed.open().await;
    for (id, time) in [("a", "2026-01-01"), ("b", "2026-01-02"), ("c", "2026-01-02")] {
        session(&store, "w", id, time).await;
    }
    session(&store, "v", "other", "2026-01-03").await;
    let ids = async |before, limit| -> Vec<String> {
        let rows = store.sessions("w", before, limit).await.unwrap();
        rows.into_iter().map(|row| row.id).collect()
    };
    assert_eq!(ids(None, 10).await, ["c", "b", "a"]);
    assert_eq!(ids(None, 2).await, ["c", "b"]);
    assert_eq!(ids(Some(("2026-01-02", "b")), 10).await, ["a"]);
    store.close().await;
}

async fn what_models_took_is_summed_by_agent(bed: &Bed) {
    let store = bed.open().await;
    let of = |agent: &str, tokens: i64, cost_micros| UsageRow {
        agent_id: agent.to_owned(),
        input_tokens: tokens,
        output_tokens: 1,
        cached_tokens: 0,
        cost_micros,
    };
    store.add_usage("w", Some("s"), &[of("a", 5, None), of("b", 7, Some(10))]).await.unwrap();
    store.add_usage("w", Some("s"), &[of("b", 1, None)]).await.unwrap();
    store.add_usage("w", Some("t"), &[of("a", 100, None)]).await.unwrap();
    store.add_usage("v", Some("s"), &[of("a", 1_000, None)]).await.unwrap();
    store.add_usage("w", None, &[]).await.unwrap();
    let in_session = store.usage("w", Some("s")).await.unwrap();
    let both = UsageRow { output_tokens: 2, ..of("b", 8, Some(10)) };
    assert_eq!(in_session, [of("a", 5, None), both.clone()]);
    let in_all = store.usage("w", None).await.unwrap();
    assert_eq!(in_all, [UsageRow { output_tokens: 2, ..of("a", 105, None) }, both]);
    store.close().await;
}

async fn the_file_of_an_agent_is_remembered(bed: &Bed) {
    let store = bed.open().await;
    assert_eq!(store.agent_file("w", "a").await.unwrap(), None);
    store.keep_agent_file("w", "a", "one").await.unwrap();
    store.keep_agent_file("w", "a", "two").await.unwrap();
    assert_eq!(store.agent_file("w", "a").await.unwrap().as_deref(), Some("two"));
    assert_eq!(store.agent_file("v", "a").await.unwrap(), None);
    store.close().await;
}
