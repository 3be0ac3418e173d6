//! The records of calls, read.

use toolcrib::record::first_id_at;

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
    /// Those that ended in this error.
    pub error_type: Option<String>,
    /// Those that came through this door.
    pub door: Option<String>,
    /// Those that were made for the call of this id.
    pub parent_id: Option<String>,
    /// Those that began then or later, in milliseconds since 1970.
    pub since_ms: Option<u64>,
    /// Those that began before that.
    pub until_ms: Option<u64>,
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
    /// The rule that let it in or kept it out.
    pub rule: Option<String>,
    /// The approval that let it run.
    pub approval_id: Option<String>,
    /// The call whose outcome it was given.
    pub replay_of: Option<String>,
    /// Whether it took longer than its latency budget.
    pub over_budget: bool,
    /// Bytes of the answer.
    pub response_bytes: i64,
    /// The call that it was made for.
    pub parent_id: Option<String>,
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
    /// The stages that it passed, as JSON: a list of pairs, the stage's name and
    /// the microseconds that it took.
    pub stages: Option<String>,
}

const COLUMNS: &str = "id, tool_id, tool_version, registry_version, agent_id, session_id, \
    key_id, door, mode, dry_run, arguments, ok, error_type, duration_us, attempts, created_at, \
    finished_at, rule, approval_id, replay_of, over_budget, response_bytes, parent_id";

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
            "SELECT {COLUMNS}, outcome, console, stages FROM calls WHERE workspace_id = $1 AND id = $2"
        );
        let query = crate::sql::query!(text, workspace, id);
        self.rows(query).await?.pop().map(CallWhole::read).transpose()
    }

    /// The calls of a workspace, whole, the oldest first, from after the call of
    /// an id on.
    pub async fn whole_calls(
        &self,
        workspace: &str,
        filter: &CallFilter,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<CallWhole>, StoreError> {
        let (mut text, mut params) = filter.conditions(workspace);
        if let Some(after) = after {
            params.push(after.into());
            text.push_str(&format!(" AND id > ${}", params.len()));
        }
        params.push(i64::try_from(limit).unwrap_or(i64::MAX).into());
        let text = format!(
            "SELECT {COLUMNS}, outcome, console, stages FROM calls {text} ORDER BY id LIMIT ${}",
            params.len()
        );
        all(self.rows(Query { text: text.into(), params }).await?, CallWhole::read)
    }
}

impl CallWhole {
    fn read(mut row: Row) -> Result<Self, StoreError> {
        let call = CallRow::read(&mut row)?;
        let outcome = row.maybe_text()?.map(|kept| whole(&call, &kept));
        Ok(Self { call, outcome, console: row.maybe_text()?, stages: row.maybe_text()? })
    }
}

impl CallFilter {
    fn query(&self, workspace: &str) -> Query {
        let (text, mut params) = self.conditions(workspace);
        params.push(i64::try_from(self.limit).unwrap_or(i64::MAX).into());
        let text =
            format!("SELECT {COLUMNS} FROM calls {text} ORDER BY id DESC LIMIT ${}", params.len());
        Query { text: text.into(), params }
    }

    /// Only what is asked for stands in the text, so that an index can serve it.
    fn conditions(&self, workspace: &str) -> (String, Vec<Cell>) {
        let mut text = "WHERE workspace_id = $1".to_owned();
        let mut params: Vec<Cell> = vec![workspace.into()];
        let wanted: [(&str, Cell); 10] = [
            ("session_id =", self.session_id.as_ref().into()),
            ("agent_id =", self.agent_id.as_ref().into()),
            ("tool_id =", self.tool_id.as_ref().into()),
            ("ok =", self.ok.into()),
            ("error_type =", self.error_type.as_ref().into()),
            ("door =", self.door.as_ref().into()),
            ("parent_id =", self.parent_id.as_ref().into()),
            ("id <", self.before.as_ref().into()),
            // Ids are in the order of time, and an index holds them.
            ("id >=", self.since_ms.map(first_id_at).into()),
            ("id <", self.until_ms.map(first_id_at).into()),
        ];
        for (condition, value) in wanted {
            if value != Cell::Null {
                params.push(value);
                text.push_str(&format!(" AND {condition} ${}", params.len()));
            }
        }
        (text, params)
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
            rule: row.maybe_text()?,
            approval_id: row.maybe_text()?,
            replay_of: row.maybe_text()?,
            over_budget: row.bool()?,
            response_bytes: row.int()?,
            parent_id: row.maybe_text()?,
        })
    }
}
