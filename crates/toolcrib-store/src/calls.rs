//! The records of calls, read.

use crate::Store;
use crate::error::StoreError;
use crate::record::whole;
use crate::sql::{Cell, Query, Row};
use crate::workspace::all;

/// Which calls are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallFilter {
    /// Those of a conversation.
    pub session_id: Option<String>,
    /// Those of an agent.
    pub agent_id: Option<String>,
    /// Those of a tool.
    pub tool_id: Option<String>,
    /// Those that answered, or those that did not.
    pub ok: Option<bool>,
    /// Those that are older than the call of this id: the next page.
    pub before: Option<String>,
    /// At most so many.
    pub limit: usize,
}

/// What was written down about a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallRow {
    /// The call.
    pub id: String,
    /// The tool, or the name that was asked for.
    pub tool_id: String,
    /// The tool's version.
    pub tool_version: Option<String>,
    /// Which set of tools.
    pub registry_version: String,
    /// On whose behalf.
    pub agent_id: Option<String>,
    /// In which conversation.
    pub session_id: Option<String>,
    /// With which key.
    pub key_id: Option<String>,
    /// Through which door.
    pub door: String,
    /// The kind of conversation.
    pub mode: String,
    /// Whether it only asked what would happen.
    pub dry_run: bool,
    /// The arguments as JSON, without secrets.
    pub arguments: String,
    /// Whether it answered; nothing while it runs.
    pub ok: Option<bool>,
    /// Why it did not.
    pub error_type: Option<String>,
    /// How long it took.
    pub duration_us: i64,
    /// How often the handler was started.
    pub attempts: i64,
    /// When it started.
    pub created_at: String,
    /// When it ended.
    pub finished_at: Option<String>,
}

/// Everything that was written down about a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallWhole {
    /// What lists show.
    pub call: CallRow,
    /// The outcome as JSON, without secrets.
    pub outcome: Option<String>,
    /// What the handler said, as JSON.
    pub console: Option<String>,
}

const COLUMNS: &str = "id, tool_id, tool_version, registry_version, agent_id, session_id, \
    key_id, door, mode, dry_run, arguments, ok, error_type, duration_us, attempts, created_at, \
    finished_at";

impl Store {
    /// The calls of a workspace, newest first.
    pub async fn calls(
        &self,
        workspace: &str,
        filter: &CallFilter,
    ) -> Result<Vec<CallRow>, StoreError> {
        all(self.rows(filter.query(workspace)).await?, |mut row| CallRow::read(&mut row))
    }

    /// One call of a workspace, whole.
    pub async fn call(&self, workspace: &str, id: &str) -> Result<Option<CallWhole>, StoreError> {
        let text = format!(
            "SELECT {COLUMNS}, outcome, console FROM calls WHERE workspace_id = $1 AND id = $2"
        );
        let query = crate::sql::query!(text, workspace, id);
        let Some(mut row) = self.rows(query).await?.pop() else {
            return Ok(None);
        };
        let call = CallRow::read(&mut row)?;
        let outcome = row.maybe_text()?.map(|kept| whole(&call, &kept));
        Ok(Some(CallWhole { call, outcome, console: row.maybe_text()? }))
    }
}

impl CallFilter {
    /// Only what is asked for stands in the text, so that an index can serve it.
    fn query(&self, workspace: &str) -> Query {
        let mut text = format!("SELECT {COLUMNS} FROM calls WHERE workspace_id = $1");
        let mut params: Vec<Cell> = vec![workspace.into()];
        let wanted: [(&str, Cell); 5] = [
            ("session_id =", self.session_id.as_ref().into()),
            ("agent_id =", self.agent_id.as_ref().into()),
            ("tool_id =", self.tool_id.as_ref().into()),
            ("ok =", self.ok.into()),
            ("id <", self.before.as_ref().into()),
        ];
        for (condition, value) in wanted {
            if value != Cell::Null {
                params.push(value);
                text.push_str(&format!(" AND {condition} ${}", params.len()));
            }
        }
        params.push(i64::try_from(self.limit).unwrap_or(i64::MAX).into());
        text.push_str(&format!(" ORDER BY id DESC LIMIT ${}", params.len()));
        Query { text: text.into(), params }
    }
}

impl CallRow {
    fn read(row: &mut Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.text()?,
            tool_id: row.text()?,
            tool_version: row.maybe_text()?,
            registry_version: row.text()?,
            agent_id: row.maybe_text()?,
            session_id: row.maybe_text()?,
            key_id: row.maybe_text()?,
            door: row.text()?,
            mode: row.text()?,
            dry_run: row.bool()?,
            arguments: row.text()?,
            ok: row.maybe_bool()?,
            error_type: row.maybe_text()?,
            duration_us: row.int()?,
            attempts: row.int()?,
            created_at: row.text()?,
            finished_at: row.maybe_text()?,
        })
    }
}
