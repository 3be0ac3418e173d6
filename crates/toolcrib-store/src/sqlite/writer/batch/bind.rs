//! A record, column by column.

use std::sync::LazyLock;

use rusqlite::Statement;

use crate::record::{COLUMNS, ON_CONFLICT, Record};

pub(super) static UPSERT: LazyLock<String> = LazyLock::new(|| {
    let places: Vec<String> =
        (1..=COLUMNS.split(',').count()).map(|column| format!("?{column}")).collect();
    format!("INSERT INTO calls ({COLUMNS}) VALUES ({}) {ON_CONFLICT}", places.join(", "))
});

pub(super) fn all(statement: &mut Statement<'_>, record: &Record) -> rusqlite::Result<()> {
    statement.raw_bind_parameter(1, &*record.workspace_id)?;
    statement.raw_bind_parameter(2, &*record.id)?;
    statement.raw_bind_parameter(3, &*record.tool_id)?;
    statement.raw_bind_parameter(4, record.tool_version.as_deref())?;
    statement.raw_bind_parameter(5, &*record.registry_version)?;
    statement.raw_bind_parameter(6, record.agent_id.as_deref())?;
    statement.raw_bind_parameter(7, record.session_id.as_deref())?;
    statement.raw_bind_parameter(8, record.key_id.as_deref())?;
    statement.raw_bind_parameter(9, record.door)?;
    statement.raw_bind_parameter(10, record.mode)?;
    statement.raw_bind_parameter(11, record.dry_run)?;
    statement.raw_bind_parameter(12, &*record.arguments)?;
    statement.raw_bind_parameter(13, record.ok)?;
    statement.raw_bind_parameter(14, record.error_type)?;
    statement.raw_bind_parameter(15, record.duration_us)?;
    statement.raw_bind_parameter(16, record.attempts)?;
    statement.raw_bind_parameter(17, record.created_at.as_str())?;
    statement.raw_bind_parameter(18, record.finished_at.as_ref().map(|at| at.as_str()))?;
    statement.raw_bind_parameter(19, record.outcome.as_deref())?;
    statement.raw_bind_parameter(20, record.console.as_deref())?;
    statement.raw_bind_parameter(21, record.rule)?;
    statement.raw_bind_parameter(22, record.approval_id.as_deref())?;
    statement.raw_bind_parameter(23, record.replay_of.as_deref())?;
    statement.raw_bind_parameter(24, record.over_budget)?;
    statement.raw_bind_parameter(25, record.response_bytes)?;
    statement.raw_bind_parameter(26, record.parent_id.as_deref())?;
    statement.raw_bind_parameter(27, record.stages.as_deref())
}
