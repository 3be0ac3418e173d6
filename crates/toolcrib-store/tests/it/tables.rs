//! What the database itself says about its tables.

use toolcrib_store::{StoreError, ToolKey};

use crate::bed::{Bed, agent, attachment};

crate::contract!(
    the_registrys_tables_have_the_columns_that_were_promised,
    keys_and_cascades_are_the_databases_business,
    lists_have_their_indexes,
    rows_inserted_by_hand_are_read,
);

async fn the_registrys_tables_have_the_columns_that_were_promised(bed: &Bed) {
    bed.open().await;
    let columns = async |table: &str| {
        let sqlite = format!(
            "SELECT name || CASE WHEN \"notnull\" OR pk THEN '' ELSE ' NULL' END
             FROM pragma_table_info('{table}') ORDER BY cid"
        );
        let postgres = format!(
            "SELECT column_name || CASE is_nullable WHEN 'YES' THEN ' NULL' ELSE '' END
             FROM information_schema.columns
             WHERE table_schema = current_schema() AND table_name = '{table}'
             ORDER BY ordinal_position"
        );
        bed.ask(&bed.either(sqlite, postgres)).await
    };
    let tools = columns("tools").await;
    let promised =
        ["id", "name", "description", "parameters_schema", "handler_key", "category NULL"];
    assert_eq!(tools[..6], promised);
    assert_eq!(tools[6], "created_at");
    let agent_tools = columns("agent_tools").await;
    assert_eq!(agent_tools[..4], ["agent_id", "tool_id", "config NULL", "created_at"]);
}

async fn keys_and_cascades_are_the_databases_business(bed: &Bed) {
    bed.open().await;
    let keys = bed.ask(bed.either(
        "SELECT 'PRIMARY KEY (' || group_concat(name, ', ') || ')' FROM
             (SELECT name FROM pragma_table_info('agent_tools') WHERE pk > 0 ORDER BY pk)
         UNION SELECT 'FOREIGN KEY (' || \"from\" || ') REFERENCES ' || \"table\" || '(' || \"to\"
             || ') ON DELETE ' || on_delete FROM pragma_foreign_key_list('agent_tools')
         ORDER BY 1",
        "SELECT pg_get_constraintdef(oid) FROM pg_constraint
         WHERE conrelid = 'agent_tools'::regclass AND contype IN ('p', 'f') ORDER BY 1",
    ));
    assert_eq!(
        keys.await,
        [
            "FOREIGN KEY (agent_id) REFERENCES agents(id) ON DELETE CASCADE",
            "FOREIGN KEY (tool_id) REFERENCES tools(id) ON DELETE CASCADE",
            "PRIMARY KEY (agent_id, tool_id)",
        ]
    );
}

async fn lists_have_their_indexes(bed: &Bed) {
    bed.open().await;
    let indexes = bed.ask(bed.either(
        "SELECT name || substr(sql, instr(sql, ' (')) FROM sqlite_master
         WHERE type = 'index' AND sql IS NOT NULL ORDER BY 1",
        "SELECT indexname || replace(replace(substr(indexdef, strpos(indexdef, ' (')),
             'WHERE (', 'WHERE '), 'NULL)', 'NULL')
         FROM pg_indexes WHERE schemaname = current_schema() AND indexname LIKE 'idx%'
         ORDER BY indexname COLLATE \"C\"",
    ));
    let mut indexes = indexes.await;
    // The words of mail have an index of PostgreSQL's own kind, and a table of SQLite's.
    indexes.retain(|index| index != "idx_email_boxes_words (words)");
    assert_eq!(
        indexes,
        [
            "idx_agent_tools_agent (agent_id)",
            "idx_agent_tools_tool (tool_id)",
            "idx_agents_workspace (workspace_id)",
            "idx_approvals_state (workspace_id, state, created_at)",
            "idx_calls_agent (workspace_id, agent_id, id) WHERE agent_id IS NOT NULL",
            "idx_calls_parent (workspace_id, parent_id, id) WHERE parent_id IS NOT NULL",
            "idx_calls_session (workspace_id, session_id, id) WHERE session_id IS NOT NULL",
            "idx_calls_tool (workspace_id, tool_id, id)",
            "idx_documents_categories (workspace_id, categories)",
            "idx_documents_moved (workspace_id, moved)",
            "idx_idempotency_until (kept_until)",
            "idx_inboxes_address (workspace_id, address)",
            "idx_keys_workspace (workspace_id)",
            "idx_sessions_workspace (workspace_id, created_at)",
            "idx_tool_settings_tool (tool_id)",
            "idx_tools_category (category)",
            "idx_tools_handler (handler_key)",
            "idx_tools_workspace (workspace_id)",
            "idx_usage_session (session_id)",
            "idx_usage_workspace (workspace_id, created_at)",
        ]
    );
}

async fn rows_inserted_by_hand_are_read(bed: &Bed) {
    let store = bed.open().await;
    store.create_agent("w", agent("x"), &[]).await.unwrap();
    bed.ask(
        "INSERT INTO tools (id, name, description, parameters_schema, handler_key)
         VALUES ('email_search', 'Search', 'Searches.', '{}', 'echo')",
    )
    .await;
    bed.ask("INSERT INTO agent_tools (agent_id, tool_id) VALUES ('w/x', 'email_search')").await;
    let key = ToolKey::global("email_search");
    let row = store.tool(&key).await.unwrap().unwrap();
    assert_eq!((&*row.category, &*row.manifest, &*row.source), ("general", "", "database"));
    // The default is a moment as the program writes it.
    assert_eq!(row.created_at.len(), "2026-01-31T10:00:00.123Z".len());
    assert!(row.created_at.ends_with('Z') && row.created_at.as_bytes()[10] == b'T');
    let (_, attachments) = store.agent("w", "x").await.unwrap().unwrap();
    assert_eq!((attachments.len(), &attachments[0].tool), (1, &key));
    let again = store.attach("w", "x", attachment(key)).await;
    assert!(matches!(again, Err(StoreError::Exists)));
    bed.ask("DELETE FROM tools WHERE id = 'email_search'").await;
    assert!(store.agent("w", "x").await.unwrap().unwrap().1.is_empty());
    bed.ask("DELETE FROM workspaces WHERE id = 'w'").await;
    assert_eq!(store.agent("w", "x").await.unwrap(), None);
}
