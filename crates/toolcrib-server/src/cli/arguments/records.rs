//! What looks after calls, approvals and keys.

use clap::{Args, Subcommand};

use crate::crib::Scope;

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Approvals {
    /// List the calls that wait for a person.
    List(ApprovalsList),
    /// Approve a call: it may be made once.
    Approve(ApprovalsApprove),
    /// Deny a call.
    Deny(ApprovalsDeny),
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ApprovalsList {
    /// Also those that were decided, and those that came too late.
    #[arg(long)]
    pub(in crate::cli) all: bool,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ApprovalsApprove {
    /// The approval's id: the `token` of a call's `confirmation_request`.
    pub(in crate::cli) id: String,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ApprovalsDeny {
    /// The approval's id: the `token` of a call's `confirmation_request`.
    pub(in crate::cli) id: String,

    /// Why; whoever wanted the call reads it.
    #[arg(long)]
    pub(in crate::cli) reason: Option<String>,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct Stats {
    /// From then on: 2026-01-31T10:00:00Z, or so long ago, such as 24h or 7d.
    #[arg(long, value_name = "MOMENT", default_value = "7d")]
    pub(in crate::cli) since: String,

    /// And before that.
    #[arg(long, value_name = "MOMENT")]
    pub(in crate::cli) until: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Calls {
    /// Write the records of calls to standard output, a JSON object a line, the oldest first.
    Export(CallsExport),
}

#[derive(Debug, Args)]
pub(in crate::cli) struct CallsExport {
    /// Those that began then or later: 2026-01-31T10:00:00Z, or so long ago, such as 24h or 7d.
    #[arg(long, value_name = "MOMENT")]
    pub(in crate::cli) since: Option<String>,

    /// Those that began before that.
    #[arg(long, value_name = "MOMENT")]
    pub(in crate::cli) until: Option<String>,

    /// Those of one tool.
    #[arg(long, value_name = "ID")]
    pub(in crate::cli) tool: Option<String>,

    /// Those of one agent.
    #[arg(long, value_name = "ID")]
    pub(in crate::cli) agent: Option<String>,

    /// Those of one session.
    #[arg(long, value_name = "ID")]
    pub(in crate::cli) session: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Keys {
    /// Make a key. It is shown once.
    Create(KeysCreate),
    /// List the keys of the workspace.
    List,
    /// Revoke a key: nobody gets in with it any more.
    Revoke(KeysRevoke),
}

#[derive(Debug, Args)]
pub(in crate::cli) struct KeysCreate {
    /// What the key allows: read, call, manage, approve or metrics; may be given again, or separated by
    /// commas.
    #[arg(long = "scope", value_name = "SCOPE", required = true, value_delimiter = ',')]
    pub(in crate::cli) scopes: Vec<Scope>,

    /// What the key is for.
    #[arg(long, default_value = "")]
    pub(in crate::cli) name: String,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct KeysRevoke {
    /// The key's id, as `keys list` shows it.
    pub(in crate::cli) id: String,
}
