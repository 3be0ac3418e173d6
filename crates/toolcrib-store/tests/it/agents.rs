//! Agents, their tools, keys and conversations.

use toolcrib_store::{KeyRow, NewAgent, NewAttachment, NewKey, SessionRow, StoreError, ToolKey};

use crate::bed::{Bed, agent, attachment, tool, version_of};

crate::contract!(
    an_agent_is_made_changed_and_taken_away,
    one_agent_is_primary,
    tools_are_attached_once,
    a_pin_brings_its_version_along,
    one_of_two_who_attach_at_once_hears_that_it_exists,
    keys_are_kept_and_revoked_for_good,
    conversations_are_found_in_their_workspace,
);

fn missing<T: std::fmt::Debug>(result: Result<T, StoreError>) {
    assert!(matches!(result, Err(StoreError::Missing)), "{result:?}");
}

fn exists<T: std::fmt::Debug>(result: Result<T, StoreError>) {
    assert!(matches!(result, Err(StoreError::Exists)), "{result:?}");
}

async fn an_agent_is_made_changed_and_taken_away(bed: &Bed) {
    let store = bed.open().await;
    let whole = NewAgent {
        description: "d".to_owned(),
        tool_description: Some("t".to_owned()),
        instructions: "i".to_owned(),
        model: Some("m".to_owned()),
        parameters: Some("{}".to_owned()),
        settings: Some("[]".to_owned()),
        enabled: false,
        ..agent("x")
    };
    store.create_agent("w", whole.clone(), &[]).await.unwrap();
    exists(store.create_agent("w", agent("x"), &[]).await);
    missing(store.update_agent("w", agent("y"), None).await);
    missing(store.update_agent("v", agent("x"), None).await);
    let (row, attachments) = store.agent("w", "x").await.unwrap().unwrap();
    assert!(attachments.is_empty());
    let kept = NewAgent {
        id: row.id,
        name: row.name,
        description: row.description,
        tool_description: row.tool_description,
        instructions: row.instructions,
        model: row.model,
        parameters: row.parameters,
        settings: row.settings,
        enabled: row.enabled,
        is_primary: row.is_primary,
    };
    assert_eq!(kept, whole);
    store.update_agent("w", agent("x"), None).await.unwrap();
    let (changed, _) = store.agent("w", "x").await.unwrap().unwrap();
    assert_eq!((changed.enabled, changed.model), (true, None));
    assert_eq!(changed.created_at, row.created_at);
    assert_eq!(store.delete_agent("w", "x").await.unwrap(), 3);
    missing(store.delete_agent("w", "x").await);
    assert_eq!(store.agent("w", "x").await.unwrap(), None);
}

async fn one_agent_is_primary(bed: &Bed) {
    let store = bed.open().await;
    let primary = |id: &str| NewAgent { is_primary: true, ..agent(id) };
    for workspace in ["w", "v"] {
        store.create_agent(workspace, primary("x"), &[]).await.unwrap();
    }
    store.create_agent("w", primary("y"), &[]).await.unwrap();
    store.create_agent("w", agent("z"), &[]).await.unwrap();
    let primaries = async |workspace: &str| {
        let agents = store.workspace(workspace).await.unwrap().agents;
        agents.into_iter().filter(|a| a.is_primary).map(|a| a.id).collect::<Vec<_>>()
    };
    assert_eq!(primaries("w").await, ["y"]);
    store.update_agent("w", primary("z"), None).await.unwrap();
    assert_eq!(primaries("w").await, ["z"]);
    // One that cannot be made takes it from nobody.
    exists(store.create_agent("w", primary("x"), &[]).await);
    missing(store.update_agent("w", primary("none"), None).await);
    assert_eq!(primaries("w").await, ["z"]);
    assert_eq!(primaries("v").await, ["x"]);
}

async fn tools_are_attached_once(bed: &Bed) {
    let store = bed.open().await;
    store.create_tool("w", tool("a"), None).await.unwrap();
    store.create_agent("w", agent("x"), &[]).await.unwrap();
    let key = ToolKey::own("w", "a");
    missing(store.update_attachment("w", "x", attachment(key.clone())).await);
    missing(store.attach("w", "none", attachment(key.clone())).await);
    store.attach("w", "x", attachment(key.clone())).await.unwrap();
    exists(store.attach("w", "x", attachment(key.clone())).await);
    let config = Some(r#"{"limit":20}"#.to_owned());
    let changed = NewAttachment { config: config.clone(), ..attachment(key.clone()) };
    store.update_attachment("w", "x", changed).await.unwrap();
    let (_, attachments) = store.agent("w", "x").await.unwrap().unwrap();
    assert_eq!((&*attachments[0].agent_id, &attachments[0].config), ("x", &config));
    assert_eq!(store.workspace("w").await.unwrap().attachments, attachments);
    store.detach("w", "x", &key).await.unwrap();
    missing(store.detach("w", "x", &key).await);
    store.attach("w", "x", attachment(key)).await.unwrap();
    store.delete_agent("w", "x").await.unwrap();
    assert!(store.workspace("w").await.unwrap().attachments.is_empty());
}

async fn a_pin_brings_its_version_along(bed: &Bed) {
    let store = bed.open().await;
    store.create_tool("w", tool("a"), None).await.unwrap();
    store.create_agent("w", agent("x"), &[]).await.unwrap();
    let key = ToolKey::own("w", "a");
    let pinned =
        NewAttachment { version_hash: Some("hash-a-1".to_owned()), ..attachment(key.clone()) };
    store.attach("w", "x", pinned).await.unwrap();
    for version in ["2", "3"] {
        store.update_tool("w", version_of("a", version), None).await.unwrap();
    }
    let rows = store.workspace("w").await.unwrap();
    assert_eq!(rows.attachments[0].version_hash.as_deref(), Some("hash-a-1"));
    assert_eq!(rows.versions.len(), 1);
    assert_eq!(rows.versions[0], store.versions(&key).await.unwrap()[2]);
}

async fn one_of_two_who_attach_at_once_hears_that_it_exists(bed: &Bed) {
    let (one, other) = (bed.open().await, bed.open().await);
    one.create_agent("w", agent("x"), &[]).await.unwrap();
    for n in 0..10 {
        let id = format!("t{n}");
        one.create_tool("w", tool(&id), None).await.unwrap();
        let key = ToolKey::own("w", id);
        let results = tokio::join!(
            one.attach("w", "x", attachment(key.clone())),
            other.attach("w", "x", attachment(key.clone())),
        );
        match results {
            (Ok(_), Err(StoreError::Exists)) | (Err(StoreError::Exists), Ok(_)) => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(one.workspace("w").await.unwrap().revision, 21);
}

async fn keys_are_kept_and_revoked_for_good(bed: &Bed) {
    let store = bed.open().await;
    let key = |id: &str, workspace: &str, hash: &str| NewKey {
        id: id.to_owned(),
        workspace: workspace.to_owned(),
        name: "n".to_owned(),
        scopes: "read,call".to_owned(),
        hash: hash.to_owned(),
    };
    assert_eq!(store.create_key(key("k1", "w", "h1")).await.unwrap(), 1);
    assert_eq!(store.create_key(key("k2", "v", "h2")).await.unwrap(), 1);
    exists(store.create_key(key("k3", "w", "h1")).await);
    exists(store.create_key(key("k1", "w", "h3")).await);
    missing(store.revoke_key("v", "k1").await);
    let keys = store.keys(Some("w")).await.unwrap();
    let expected = KeyRow {
        id: "k1".to_owned(),
        workspace: "w".to_owned(),
        name: "n".to_owned(),
        scopes: "read,call".to_owned(),
        created_at: keys[0].created_at.clone(),
        revoked_at: None,
        hash: "h1".to_owned(),
    };
    assert_eq!(keys, [expected]);
    assert_eq!(store.revoke_key("w", "k1").await.unwrap(), 2);
    let revoked = store.keys(Some("w")).await.unwrap();
    assert!(revoked[0].revoked_at.is_some());
    bed.ask("UPDATE keys SET revoked_at = 'first' WHERE id = 'k1'").await;
    assert_eq!(store.revoke_key("w", "k1").await.unwrap(), 3);
    let all = store.keys(None).await.unwrap();
    assert_eq!(all.iter().map(|key| &*key.id).collect::<Vec<_>>(), ["k1", "k2"]);
    assert_eq!(all[0].revoked_at.as_deref(), Some("first"));
}

async fn conversations_are_found_in_their_workspace(bed: &Bed) {
    let store = bed.open().await;
    let session = SessionRow {
        id: "s".to_owned(),
        workspace: "w".to_owned(),
        agent_id: Some("x".to_owned()),
        mode: "text".to_owned(),
        created_at: "2026-01-31T10:00:00.123Z".to_owned(),
        ended_at: None,
    };
    store.create_session(session.clone()).await.unwrap();
    exists(store.create_session(session.clone()).await);
    assert_eq!(store.session("w", "s").await.unwrap(), Some(session));
    assert_eq!(store.session("v", "s").await.unwrap(), None);
    assert_eq!(store.workspace("w").await.unwrap().revision, 0);
}
