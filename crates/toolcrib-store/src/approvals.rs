//! Calls that a person is asked about.
//!
//! (1) A question is answered once: who comes second hears how it was.
//! (2) An approval is found only by all that it is bound to, and used once,
//!     however many ask for it at once.
//! (3) What has expired is neither answered nor used.

use std::time::Duration;

use crate::Store;
use crate::error::StoreError;
use crate::names::check_workspace;
use crate::sql::{Cell, Query, Row, Step, query};
use crate::stamp::{Stamp, now_ms};
use crate::workspace::all;

/// What an approval is bound to (2).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bound {
    /// The tool.
    pub tool_id: String,
    /// Exactly this version of it.
    pub version_hash: String,
    /// On whose behalf it is called.
    pub agent_id: Option<String>,
    /// In which conversation.
    pub session_id: Option<String>,
    /// The digest of the arguments.
    pub digest: String,
}

/// A question for a person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewApproval {
    /// What it is spoken of by.
    pub id: String,
    /// The call that raised it.
    pub call_id: String,
    /// What an approval is bound to.
    pub bound: Bound,
    /// The tool's version, for people.
    pub tool_version: String,
    /// The key that the caller showed.
    pub key_id: Option<String>,
    /// The arguments as JSON, without secrets.
    pub arguments: String,
    /// The call in words.
    pub preview: String,
}

/// A question for a person, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApprovalRow {
    /// The question.
    pub asked: NewApproval,
    /// `pending`, `approved`, `denied`, `used` or `expired`.
    pub state: String,
    /// Why it was denied.
    pub reason: Option<String>,
    /// Who decided: a key, a door.
    pub decided_by: Option<String>,
    /// When it was asked.
    pub created_at: String,
    /// When it is too late.
    pub expires_at: String,
    /// When it was decided.
    pub decided_at: Option<String>,
    /// When its call was made.
    pub used_at: Option<String>,
}

/// What a person says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Yes; the call may be made within this time.
    Approve(Duration),
    /// No, and why.
    Deny(Option<String>),
}

const COLUMNS: &str = "id, call_id, tool_id, version_hash, agent_id, session_id, digest, \
    tool_version, key_id, arguments, preview, state, reason, decided_by, created_at, expires_at, \
    decided_at, used_at";

/// All that an approval is bound to (2), from the third parameter on.
const BOUND: &str = "AND tool_id = $3 AND version_hash = $4 AND digest = $5 \
    AND COALESCE(agent_id, '') = $6 AND COALESCE(session_id, '') = $7";

fn after(time: Duration) -> Stamp {
    let ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    Stamp::from_ms(now_ms().saturating_add(ms))
}

impl Store {
    /// Asks a person, who has so much time to answer.
    pub async fn ask_approval(
        &self,
        workspace: &str,
        new: &NewApproval,
        patience: Duration,
    ) -> Result<ApprovalRow, StoreError> {
        check_workspace(workspace)?;
        let now = after(Duration::ZERO);
        let row = ApprovalRow {
            asked: new.clone(),
            state: "pending".to_owned(),
            reason: None,
            decided_by: None,
            created_at: now.as_str().to_owned(),
            expires_at: after(patience).as_str().to_owned(),
            decided_at: None,
            used_at: None,
        };
        let Bound { tool_id, version_hash, agent_id, session_id, digest } = &new.bound;
        let insert = query!(
            format!(
                "INSERT INTO approvals (workspace_id, {COLUMNS})
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'pending', NULL, NULL,
                     $13, $14, NULL, NULL)"
            ),
            workspace,
            &new.id,
            &new.call_id,
            tool_id,
            version_hash,
            agent_id.as_ref(),
            session_id.as_ref(),
            digest,
            &new.tool_version,
            new.key_id.as_ref(),
            &new.arguments,
            &new.preview,
            &row.created_at,
            &row.expires_at,
        );
        self.engine.write(vec![Step::new(insert)]).await?;
        Ok(row)
    }

    /// One question of a workspace.
    pub async fn approval(
        &self,
        workspace: &str,
        id: &str,
    ) -> Result<Option<ApprovalRow>, StoreError> {
        let row = self.rows(one(workspace, id)).await?.pop();
        row.map(|row| ApprovalRow::read(row, after(Duration::ZERO).as_str())).transpose()
    }

    /// A question about the same call that waits for an answer.
    pub async fn pending_approval(
        &self,
        workspace: &str,
        bound: &Bound,
    ) -> Result<Option<ApprovalRow>, StoreError> {
        let now = after(Duration::ZERO);
        let Bound { tool_id, version_hash, agent_id, session_id, digest } = bound;
        let query = query!(
            format!(
                "SELECT {COLUMNS} FROM approvals
                 WHERE workspace_id = $1 AND state = 'pending' AND expires_at > $2
                     {BOUND}
                 ORDER BY created_at DESC, id DESC LIMIT 1"
            ),
            workspace,
            now.as_str(),
            tool_id,
            version_hash,
            digest,
            agent_id.as_deref().unwrap_or_default(),
            session_id.as_deref().unwrap_or_default(),
        );
        let row = self.rows(query).await?.pop();
        row.map(|row| ApprovalRow::read(row, now.as_str())).transpose()
    }

    /// The questions of a workspace, the newest first: those in one state, or
    /// all; those before a moment and an id, or all.
    pub async fn approvals(
        &self,
        workspace: &str,
        state: Option<&str>,
        before: Option<(&str, &str)>,
        limit: u32,
    ) -> Result<Vec<ApprovalRow>, StoreError> {
        let now = after(Duration::ZERO);
        let mut params: Vec<Cell> = vec![workspace.into(), i64::from(limit).into()];
        let mut text = format!("SELECT {COLUMNS} FROM approvals WHERE workspace_id = $1");
        if let Some(state) = state {
            params.push(now.as_str().into());
            // (3)
            text.push_str(match state {
                "expired" => " AND state IN ('pending', 'approved') AND expires_at <= $3",
                "pending" => " AND state = 'pending' AND expires_at > $3",
                "approved" => " AND state = 'approved' AND expires_at > $3",
                "denied" => " AND state = 'denied' AND created_at <= $3",
                _ => " AND state = 'used' AND created_at <= $3",
            });
        }
        if let Some((created_at, id)) = before {
            let at = params.len();
            params.extend([created_at.into(), id.into()]);
            text.push_str(&format!(" AND (created_at, id) < (${}, ${})", at + 1, at + 2));
        }
        text.push_str(" ORDER BY created_at DESC, id DESC LIMIT $2");
        let rows = self.rows(Query { text: text.into(), params }).await?;
        all(rows, |row| ApprovalRow::read(row, now.as_str()))
    }

    /// Answers a question, if it waits for an answer (1). Returns how it stands
    /// then, and whether this answer made it so.
    pub async fn decide_approval(
        &self,
        workspace: &str,
        id: &str,
        decision: &Decision,
        by: &str,
    ) -> Result<Option<(ApprovalRow, bool)>, StoreError> {
        let now = after(Duration::ZERO);
        let (state, reason, until) = match decision {
            Decision::Approve(time) => ("approved", None, Some(after(*time))),
            Decision::Deny(reason) => ("denied", reason.as_deref(), None),
        };
        let update = query!(
            "UPDATE approvals SET state = $3, reason = $4, decided_by = $5, decided_at = $6,
                 expires_at = COALESCE($7, expires_at)
             WHERE workspace_id = $1 AND id = $2 AND state = 'pending' AND expires_at > $6
             RETURNING id",
            workspace,
            id,
            state,
            reason,
            by,
            now.as_str(),
            until.as_ref().map(Stamp::as_str),
        );
        let mut rows =
            self.engine.write(vec![Step::new(update), Step::new(one(workspace, id))]).await?;
        let row = rows.pop().and_then(|mut rows| rows.pop());
        let is_new = rows.pop().is_some_and(|rows| !rows.is_empty());
        let row = row.map(|row| ApprovalRow::read(row, now.as_str())).transpose()?;
        Ok(row.map(|row| (row, is_new)))
    }

    /// The approval that [`Store::use_approval`] would take.
    pub async fn fit_approval(
        &self,
        workspace: &str,
        id: Option<&str>,
        bound: &Bound,
    ) -> Result<Option<String>, StoreError> {
        let row = self.rows(fitting(workspace, id, bound)).await?.pop();
        row.map(|mut row| row.text()).transpose()
    }

    /// Takes an approval for a call: this one, or any that fits. Nobody gets it
    /// again (2).
    pub async fn use_approval(
        &self,
        workspace: &str,
        id: Option<&str>,
        bound: &Bound,
    ) -> Result<Option<String>, StoreError> {
        let Query { text, params } = fitting(workspace, id, bound);
        let text = format!(
            "UPDATE approvals SET state = 'used', used_at = $2
             WHERE workspace_id = $1 AND state = 'approved' AND id = ({text}) RETURNING id"
        );
        let update = Query { text: text.into(), params };
        let mut rows = self.engine.write(vec![Step::new(update)]).await?;
        let row = rows.pop().and_then(|mut rows| rows.pop());
        row.map(|mut row| row.text()).transpose()
    }

    /// How many questions wait for a person, in all workspaces.
    pub async fn approvals_waiting(&self) -> Result<i64, StoreError> {
        let query = query!(
            "SELECT COUNT(*) FROM approvals WHERE state = 'pending' AND expires_at > $1",
            after(Duration::ZERO).as_str(),
        );
        self.rows(query).await?.pop().map_or(Ok(0), |mut row| row.int())
    }
}

/// Finds an approval for a call that nobody has used (2), the oldest or that with the id.
fn fitting(workspace: &str, id: Option<&str>, bound: &Bound) -> Query {
    let Bound { tool_id, version_hash, agent_id, session_id, digest } = bound;
    query!(
        format!(
            "SELECT id FROM approvals
             WHERE workspace_id = $1 AND state = 'approved' AND expires_at > $2 {BOUND}
                 AND id = COALESCE($8, id)
             ORDER BY created_at, id LIMIT 1"
        ),
        workspace,
        after(Duration::ZERO).as_str(),
        tool_id,
        version_hash,
        digest,
        agent_id.as_deref().unwrap_or_default(),
        session_id.as_deref().unwrap_or_default(),
        id,
    )
}

fn one(workspace: &str, id: &str) -> Query {
    query!(
        format!("SELECT {COLUMNS} FROM approvals WHERE workspace_id = $1 AND id = $2"),
        workspace,
        id,
    )
}

impl ApprovalRow {
    fn read(mut row: Row, now: &str) -> Result<Self, StoreError> {
        let (id, call_id) = (row.text()?, row.text()?);
        let bound = Bound {
            tool_id: row.text()?,
            version_hash: row.text()?,
            agent_id: row.maybe_text()?,
            session_id: row.maybe_text()?,
            digest: row.text()?,
        };
        let asked = NewApproval {
            id,
            call_id,
            bound,
            tool_version: row.text()?,
            key_id: row.maybe_text()?,
            arguments: row.text()?,
            preview: row.text()?,
        };
        let mut row = Self {
            asked,
            state: row.text()?,
            reason: row.maybe_text()?,
            decided_by: row.maybe_text()?,
            created_at: row.text()?,
            expires_at: row.text()?,
            decided_at: row.maybe_text()?,
            used_at: row.maybe_text()?,
        };
        // (3)
        if matches!(row.state.as_str(), "pending" | "approved") && *row.expires_at <= *now {
            row.state = "expired".to_owned();
        }
        Ok(row)
    }
}
