//! What brings tools, servers, mail and documents in.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::mail::Format;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(in crate::cli) struct Import {
    #[command(subcommand)]
    pub(in crate::cli) what: Option<ImportWhat>,

    /// A schema book: a YAML or JSON file, or a folder of them.
    #[arg(required = true)]
    pub(in crate::cli) book: Option<PathBuf>,

    /// Say what would change, and change nothing.
    #[arg(long)]
    pub(in crate::cli) dry_run: bool,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum ImportWhat {
    /// Take MCP servers over from the settings of another client into toolcrib.toml.
    Mcp(ImportMcp),
}

#[derive(Debug, Args)]
pub(in crate::cli) struct ImportMcp {
    /// The other client's settings: claude_desktop_config.json, .mcp.json, mcp.json of VS Code or
    /// Cursor, settings.json of Zed, config.toml of Codex, and others like them.
    pub(in crate::cli) file: PathBuf,

    /// Say what would be written, and write nothing.
    #[arg(long)]
    pub(in crate::cli) dry_run: bool,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Sources {
    /// List the other MCP servers, how they are, and which of their tools have changed.
    List,
    /// Add an MCP server at an address; a server that runs takes it within a second.
    Add(SourcesAdd),
    /// Remove an MCP server that was added, with all that was approved of it.
    Remove(SourcesRemove),
    /// Let a tool be called again that is not what it was when it was approved.
    Approve(SourcesApprove),
}

#[derive(Debug, Args)]
pub(in crate::cli) struct SourcesAdd {
    /// What it is called here: letters, digits, `_` and `-`.
    pub(in crate::cli) name: String,

    /// Where it is. One that is a program is set up in toolcrib.toml.
    pub(in crate::cli) url: String,

    /// What is sent along with each request; it is kept in the database as it stands.
    #[arg(long = "header", value_name = "NAME: VALUE")]
    pub(in crate::cli) headers: Vec<String>,

    /// What the ids of its tools begin with; its name when absent.
    #[arg(long)]
    pub(in crate::cli) prefix: Option<String>,

    /// Ask a person before each call of its tools.
    #[arg(long)]
    pub(in crate::cli) confirm: bool,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct SourcesRemove {
    /// The server's name.
    pub(in crate::cli) name: String,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct SourcesApprove {
    /// The server's name.
    pub(in crate::cli) server: String,

    /// The tool's id.
    pub(in crate::cli) tool: String,

    /// The digest of what you have seen, as `sources list` shows it; its first 8 characters will
    /// do. Without it the difference is shown, and nothing is approved.
    #[arg(long, value_name = "DIGEST")]
    pub(in crate::cli) digest: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Emails {
    /// Import messages. What is there already is passed over, and an import that was broken off
    /// goes on where it stopped.
    Import(EmailsImport),
    /// List the inboxes of the workspace.
    Inboxes,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct EmailsImport {
    /// A folder with one file a message (the Enron corpus, a maildir), or an mbox, CSV or JSONL
    /// file.
    pub(in crate::cli) path: PathBuf,

    /// The address of the inbox; otherwise the mailbox's most frequent recipient.
    #[arg(long, value_name = "ADDRESS")]
    pub(in crate::cli) inbox: Option<String>,

    /// How the messages are written; found out when absent.
    #[arg(long, value_enum)]
    pub(in crate::cli) format: Option<Format>,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Kb {
    /// Import documents; one that is known by its id is replaced.
    Import(KbImport),
}

#[derive(Debug, Args)]
pub(in crate::cli) struct KbImport {
    /// A folder of Markdown (with front matter), HTML or JSONL files, or one of them.
    pub(in crate::cli) path: PathBuf,
}
