//! Tools, versions, settings, and the tools that everybody sees.

use toolcrib_store::{GlobalTool, StoreError, ToolKey};

use crate::bed::{Bed, agent, attachment, tool, version_of};

crate::contract!(
    a_tool_is_made_changed_and_taken_away,
    versions_are_numbered_and_kept_once,
    what_belongs_to_a_tool_goes_with_it,
    workspaces_do_not_see_each_other,
    an_own_tool_may_have_the_id_of_everybodys,
    settings_are_set_and_taken_back,
    sync_writes_what_differs_and_nothing_else,
    what_cannot_be_kept_is_refused,
    nothing_of_a_write_that_fails_is_kept,
    settings_come_with_their_tool,
    a_change_from_an_old_look_is_refused,
    rows_under_foreign_names_are_not_there,
);

fn global(id: &str, version: &str) -> GlobalTool {
    GlobalTool { tool: version_of(id, version), source: "shipped".to_owned() }
}

fn missing<T: std::fmt::Debug>(result: Result<T, StoreError>) {
    assert!(matches!(result, Err(StoreError::Missing)), "{result:?}");
}

fn exists<T: std::fmt::Debug>(result: Result<T, StoreError>) {
    assert!(matches!(result, Err(StoreError::Exists)), "{result:?}");
}

async fn a_tool_is_made_changed_and_taken_away(bed: &Bed) {
    let store = bed.open().await;
    assert_eq!(store.workspace("w").await.unwrap(), Default::default());
    assert_eq!(store.create_tool("w", tool("a"), None).await.unwrap(), 1);
    exists(store.create_tool("w", tool("a"), None).await);
    let made = store.tool(&ToolKey::own("w", "a")).await.unwrap().unwrap();
    assert_eq!((&*made.name, &*made.manifest), ("a 1", r#"{"v":"1"}"#));
    assert_eq!((&*made.source, made.guide.as_deref()), ("database", Some("# 1")));
    assert_eq!(made.created_at, made.updated_at);
    assert_eq!(made.created_at.len(), "2026-01-31T10:00:00.123Z".len());

    assert_eq!(store.update_tool("w", version_of("a", "2"), None).await.unwrap(), 2);
    missing(store.update_tool("w", tool("b"), None).await);
    let rows = store.workspace("w").await.unwrap();
    assert_eq!((rows.revision, rows.tools.len()), (2, 1));
    assert_eq!((&*rows.tools[0].name, &*rows.tools[0].version_hash), ("a 2", "hash-a-2"));
    assert_eq!(rows.tools[0].created_at, made.created_at);

    assert_eq!(store.delete_tool("w", "a").await.unwrap(), 3);
    missing(store.delete_tool("w", "a").await);
    assert_eq!(store.tool(&ToolKey::own("w", "a")).await.unwrap(), None);
    let rows = store.workspace("w").await.unwrap();
    assert_eq!((rows.revision, rows.tools.len()), (3, 0));
}

async fn versions_are_numbered_and_kept_once(bed: &Bed) {
    let store = bed.open().await;
    store.create_tool("w", tool("a"), None).await.unwrap();
    for version in ["2", "3", "2"] {
        store.update_tool("w", version_of("a", version), None).await.unwrap();
    }
    let key = ToolKey::own("w", "a");
    let versions = store.versions(&key).await.unwrap();
    let told: Vec<_> = versions.iter().map(|v| (v.number, &*v.version_hash)).collect();
    assert_eq!(told, [(3, "hash-a-3"), (2, "hash-a-2"), (1, "hash-a-1")]);
    // The newest is not the one that serves.
    let row = store.tool(&key).await.unwrap().unwrap();
    assert_eq!((&*row.version_hash, &*row.manifest), ("hash-a-2", r#"{"v":"2"}"#));
    assert!(store.versions(&ToolKey::global("a")).await.unwrap().is_empty());
}

async fn what_belongs_to_a_tool_goes_with_it(bed: &Bed) {
    let store = bed.open().await;
    let (a, b) = (ToolKey::own("w", "a"), ToolKey::own("w", "b"));
    for id in ["a", "b"] {
        store.create_tool("w", tool(id), None).await.unwrap();
    }
    store.create_agent("w", agent("x"), &[]).await.unwrap();
    for key in [&a, &b] {
        store.attach("w", "x", attachment(key.clone())).await.unwrap();
        store.set_settings("w", key, Some("{}".to_owned())).await.unwrap();
    }
    store.delete_tool("w", "a").await.unwrap();
    let rows = store.workspace("w").await.unwrap();
    assert_eq!(rows.attachments.iter().map(|x| &x.tool).collect::<Vec<_>>(), [&b]);
    assert_eq!(rows.settings.iter().map(|x| &x.tool).collect::<Vec<_>>(), [&b]);
    assert!(store.versions(&a).await.unwrap().is_empty());
    assert_eq!(store.versions(&b).await.unwrap().len(), 1);
}

async fn workspaces_do_not_see_each_other(bed: &Bed) {
    let store = bed.open().await;
    for workspace in ["w", "v"] {
        store.create_tool(workspace, tool("a"), None).await.unwrap();
        store.create_agent(workspace, agent("x"), &[]).await.unwrap();
    }
    let foreign = ToolKey::own("v", "a");
    missing(store.attach("w", "x", attachment(foreign.clone())).await);
    missing(store.set_settings("w", &foreign, Some("{}".to_owned())).await);
    missing(store.detach("w", "x", &foreign).await);
    missing(store.delete_tool("u", "a").await);
    store.update_tool("v", version_of("a", "2"), None).await.unwrap();
    store.attach("v", "x", attachment(foreign.clone())).await.unwrap();
    store.delete_agent("w", "x").await.unwrap();
    let (w, v) = (store.workspace("w").await.unwrap(), store.workspace("v").await.unwrap());
    assert_eq!((&*w.tools[0].name, &*v.tools[0].name), ("a 1", "a 2"));
    assert_eq!((w.agents.len(), v.agents.len()), (0, 1));
    assert_eq!((w.attachments.len(), v.attachments.len()), (0, 1));
    assert_eq!((w.revision, v.revision), (3, 4));
}

async fn an_own_tool_may_have_the_id_of_everybodys(bed: &Bed) {
    let store = bed.open().await;
    store.sync(&[global("a", "7")]).await.unwrap();
    store.create_tool("w", tool("a"), None).await.unwrap();
    store.create_agent("w", agent("x"), &[]).await.unwrap();
    for key in [ToolKey::global("a"), ToolKey::own("w", "a")] {
        store.attach("w", "x", attachment(key)).await.unwrap();
    }
    let rows = store.workspace("w").await.unwrap();
    assert_eq!(rows.tools.len(), 1);
    assert_eq!((&*rows.tools[0].name, rows.attachments.len()), ("a 1", 2));
    store.delete_tool("w", "a").await.unwrap();
    let everybodys = store.tool(&ToolKey::global("a")).await.unwrap().unwrap();
    assert_eq!((&*everybodys.name, &*everybodys.source), ("a 7", "shipped"));
    let rows = store.workspace("w").await.unwrap();
    assert_eq!(rows.attachments.len(), 1);
    assert_eq!(rows.attachments[0].tool, ToolKey::global("a"));
}

async fn settings_are_set_and_taken_back(bed: &Bed) {
    let store = bed.open().await;
    store.sync(&[global("a", "1")]).await.unwrap();
    let key = ToolKey::global("a");
    missing(store.set_settings("w", &ToolKey::global("b"), Some("{}".to_owned())).await);
    missing(store.set_settings("w", &ToolKey::global("b"), None).await);
    store.set_settings("w", &key, Some(r#"{"enabled":false}"#.to_owned())).await.unwrap();
    let pinned = r#"{"version":"hash-a-1"}"#;
    store.set_settings("w", &key, Some(pinned.to_owned())).await.unwrap();
    // What a program finds in its folders changes nothing of that.
    store.sync(&[global("a", "2")]).await.unwrap();
    let rows = store.workspace("w").await.unwrap();
    assert_eq!(rows.settings.len(), 1);
    assert_eq!((&rows.settings[0].tool, &*rows.settings[0].settings), (&key, pinned));
    let versions: Vec<_> = rows.versions.iter().map(|v| (&v.tool, &*v.version_hash)).collect();
    assert_eq!(versions, [(&key, "hash-a-1")]);
    assert!(store.workspace("v").await.unwrap().settings.is_empty());
    assert_eq!(store.set_settings("w", &key, None).await.unwrap(), 3);
    assert_eq!(store.set_settings("w", &key, None).await.unwrap(), 4);
    assert!(store.workspace("w").await.unwrap().settings.is_empty());
}

async fn sync_writes_what_differs_and_nothing_else(bed: &Bed) {
    let store = bed.open().await;
    let tools = [global("b", "1"), global("a", "1")];
    store.sync(&tools).await.unwrap();
    // Whoever looks at when rows were written would see another write.
    let far_past = "UPDATE tools SET updated_at = 'before' WHERE id = 'a'";
    bed.ask(far_past).await;
    store.sync(&tools).await.unwrap();
    let a = ToolKey::global("a");
    assert_eq!(store.tool(&a).await.unwrap().unwrap().updated_at, "before");
    store.sync(&[global("b", "2")]).await.unwrap();
    assert_eq!(store.tool(&a).await.unwrap().unwrap().updated_at, "before");
    let b = store.tool(&ToolKey::global("b")).await.unwrap().unwrap();
    assert_eq!((&*b.name, &*b.version_hash), ("b 2", "hash-b-2"));
    assert_eq!(store.versions(&b.key).await.unwrap().len(), 2);
    store.sync(&[GlobalTool { source: "folder".to_owned(), ..global("a", "1") }]).await.unwrap();
    assert_eq!(store.tool(&a).await.unwrap().unwrap().source, "folder");
    assert_eq!(store.workspace("w").await.unwrap().revision, 0);
}

async fn what_cannot_be_kept_is_refused(bed: &Bed) {
    let store = bed.open().await;
    let invalid = |result: Result<i64, StoreError>| {
        assert!(matches!(result, Err(StoreError::Invalid(_))), "{result:?}");
    };
    invalid(store.create_tool("w/x", tool("a"), None).await);
    invalid(store.create_tool("", tool("a"), None).await);
    invalid(store.create_tool("w", tool(""), None).await);
    invalid(store.create_tool("w", tool(&"a".repeat(600)), None).await);
    invalid(store.create_tool("w\0", tool("a"), None).await);
    invalid(store.create_tool("w", tool("a\0"), None).await);
    let described = toolcrib_store::NewTool { description: "\0".to_owned(), ..tool("a") };
    invalid(store.create_tool("w", described, None).await);
    assert!(matches!(store.sync(&[global("w/a", "1")]).await, Err(StoreError::Invalid(_))));
    assert!(matches!(store.workspace("w/x").await, Err(StoreError::Invalid(_))));
    assert_eq!(store.workspace("w").await.unwrap().revision, 0);
    // Everything else is kept as it is.
    let odd = toolcrib_store::NewTool {
        description: "'; $1 ?1 \u{1F980} \\u0000".to_owned(),
        ..tool("a/b $1")
    };
    store.create_tool("w %", odd.clone(), None).await.unwrap();
    let row = store.tool(&ToolKey::own("w %", "a/b $1")).await.unwrap().unwrap();
    assert_eq!(row.description, odd.description);
}

async fn nothing_of_a_write_that_fails_is_kept(bed: &Bed) {
    let store = bed.open().await;
    store.create_agent("w", agent("x"), &[]).await.unwrap();
    missing(store.attach("w", "x", attachment(ToolKey::global("none"))).await);
    missing(store.attach("w", "none", attachment(ToolKey::global("none"))).await);
    missing(store.update_tool("v", tool("a"), None).await);
    let rows = store.workspace("w").await.unwrap();
    assert_eq!((rows.revision, rows.attachments.len()), (1, 0));
    assert_eq!(store.workspace("v").await.unwrap().revision, 0);
    assert!(store.versions(&ToolKey::own("v", "a")).await.unwrap().is_empty());
}

async fn settings_come_with_their_tool(bed: &Bed) {
    let store = bed.open().await;
    let settings = |text: &str| Some(text.to_owned());
    assert_eq!(store.create_tool("w", tool("a"), settings("{}")).await.unwrap(), 1);
    assert_eq!(store.workspace("w").await.unwrap().settings[0].settings, "{}");
    let changed = settings(r#"{"enabled":false}"#);
    store.update_tool("w", version_of("a", "2"), changed.clone()).await.unwrap();
    assert_eq!(Some(&store.workspace("w").await.unwrap().settings[0].settings), changed.as_ref());
    store.update_tool("w", version_of("a", "3"), None).await.unwrap();
    assert_eq!(store.workspace("w").await.unwrap().settings, []);
}

async fn a_change_from_an_old_look_is_refused(bed: &Bed) {
    let (store, other) = (bed.open().await, bed.open().await);
    // Nobody has written the workspace: that is revision 0.
    assert_eq!(store.seen_at(0).create_tool("w", tool("a"), None).await.unwrap(), 1);
    let moved = store.seen_at(0).update_tool("w", version_of("a", "2"), None).await;
    assert!(matches!(moved, Err(StoreError::Moved)), "{moved:?}");
    assert_eq!(store.workspace("w").await.unwrap().revision, 1);
    assert_eq!(store.seen_at(1).update_tool("w", version_of("a", "2"), None).await.unwrap(), 2);
    missing(store.seen_at(2).update_tool("w", tool("b"), None).await);
    // Of many who looked at the same moment, one is quick enough.
    let changes = (0..8).map(|number| {
        let store = if number % 2 == 0 { &store } else { &other };
        let store = store.seen_at(2);
        tokio::spawn(async move {
            store.update_tool("w", version_of("a", &format!("3{number}")), None).await
        })
    });
    let mut changed = 0;
    for change in changes.collect::<Vec<_>>() {
        match change.await.unwrap() {
            Ok(revision) => {
                assert_eq!(revision, 3);
                changed += 1;
            }
            moved => assert!(matches!(moved, Err(StoreError::Moved)), "{moved:?}"),
        }
    }
    assert_eq!(changed, 1);
}

async fn rows_under_foreign_names_are_not_there(bed: &Bed) {
    let store = bed.open().await;
    store.create_tool("w", tool("a"), None).await.unwrap();
    store.create_agent("w", agent("g"), &[]).await.unwrap();
    for row in [
        "INSERT INTO agents (id, workspace_id, name) VALUES ('plain', 'w', 'P'), ('v/x', 'w', 'X')",
        "INSERT INTO tools (id, workspace_id, name, description, parameters_schema, handler_key)
         VALUES ('plain', 'w', '', '', '{}', 'a'), ('v/x', 'w', '', '', '{}', 'a'),
             ('v/y', NULL, '', '', '{}', 'a')",
        "INSERT INTO agent_tools (agent_id, tool_id) VALUES ('plain', 'w/a'), ('w/g', 'w/a')",
    ] {
        bed.ask(row).await;
    }
    let rows = store.workspace("w").await.unwrap();
    assert_eq!(rows.tools.iter().map(|row| &*row.key.id).collect::<Vec<_>>(), ["a"]);
    assert_eq!(rows.agents.iter().map(|row| &*row.id).collect::<Vec<_>>(), ["g"]);
    assert_eq!(rows.attachments.len(), 1);
    assert_eq!(store.workspace("v").await.unwrap(), Default::default());
    assert_eq!(store.global_tools().await.unwrap(), []);
}
