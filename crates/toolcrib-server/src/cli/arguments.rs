//! What can be typed.

mod authoring;
mod bring;
mod records;

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, CommandFactory as _, Parser, Subcommand};
use toolcrib::call::DEFAULT_WORKSPACE;
use toolcrib::vendor::Provider;
use toolcrib::{Category, Mode};

use super::place::DATA;

pub(super) use authoring::{Build, Check, Generate, Language, New, Test};
pub(super) use bring::{
    Emails, EmailsImport, Import, ImportMcp, ImportWhat, Kb, KbImport, Sources, SourcesAdd,
    SourcesApprove, SourcesRemove,
};
pub(super) use records::{Approvals, Calls, CallsExport, Keys, KeysCreate, KeysRevoke, Stats};

/// The one place where an agent's tools live.
#[derive(Debug, Parser)]
#[command(name = "toolcrib", version, term_width = 100, disable_help_subcommand = true)]
pub(super) struct Arguments {
    /// Print JSON for programs instead of words for people.
    #[arg(long, global = true)]
    pub(super) json: bool,

    /// A folder with tool folders in it, beside those in `tools`; may be given again.
    #[arg(long = "tools", global = true, value_name = "DIR")]
    pub(super) roots: Vec<PathBuf>,

    /// The settings; `toolcrib.toml` if there is one.
    #[arg(long, global = true, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,

    /// Where everything is kept.
    #[arg(
        long,
        global = true,
        value_name = "DIR",
        default_value = DATA,
        env = "TOOLCRIB_DATA"
    )]
    pub(super) data: PathBuf,

    /// Another database than `toolcrib.db` there: a file, or postgres://user@host/database.
    #[arg(
        long,
        global = true,
        value_name = "URL",
        env = "TOOLCRIB_DATABASE",
        hide_env_values = true
    )]
    pub(super) database: Option<String>,

    /// The workspace to work in.
    #[arg(long, global = true, value_name = "ID", default_value = DEFAULT_WORKSPACE)]
    pub(super) workspace: String,

    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Serve the tools over HTTP.
    Serve(Serve),
    /// Serve the tools to one MCP client, over standard input and output.
    Mcp(Mcp),
    /// List the tools.
    List(List),
    /// Show all there is to know about one tool.
    Show(Show),
    /// Call a tool.
    Call(Call),
    /// Talk to an agent.
    Chat(Chat),
    /// List the agents; those of ./agents are made first.
    Agents,
    /// Write the tools in the form that a model vendor accepts.
    Export(Export),
    /// Say what changed between two versions of a tool.
    Diff(Diff),
    /// Make, list and revoke the keys that let somebody in over HTTP.
    #[command(subcommand)]
    Keys(Keys),
    /// List calls that wait for a person, approve and deny them.
    #[command(subcommand)]
    Approvals(Approvals),
    /// Look at everything and say what is wrong, what takes up the contexts of agents, and what
    /// to do about it.
    Doctor,
    /// Show what calls add up to: most used tools, errors, the slowest, costs by agent.
    Stats(Stats),
    /// Write out the records of calls.
    #[command(subcommand)]
    Calls(Calls),
    /// Bring mail in for the email tools, and list whose it is.
    #[command(subcommand)]
    Emails(Emails),
    /// Bring documents into the knowledge base.
    #[command(subcommand)]
    Kb(Kb),
    /// Write typed code that calls tools: types of what they take and answer, and a client.
    Generate(Generate),
    /// Take the tools of a schema book into the workspace, or the MCP servers of another client.
    Import(Import),
    /// Look after other MCP servers whose tools are used here.
    #[command(subcommand)]
    Sources(Sources),
    /// Start a tool: a folder with a small example that works.
    New(New),
    /// Check tool folders and say everything that is wrong with them.
    Check(Check),
    /// Run the examples in the guides of tool folders.
    Test(Test),
    /// Check tool folders and write `tool_registry.json`.
    Build(Build),
}

#[derive(Debug, Args)]
pub(super) struct Serve {
    /// The address to listen on. Any but a loopback one wants keys.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7420")]
    pub(super) listen: String,

    /// Let nobody in without a key, also on a loopback address.
    #[arg(long)]
    pub(super) require_keys: bool,
}

#[derive(Debug, Args)]
pub(super) struct Mcp {
    /// Serve what this agent has, with its settings; without it, all tools of the workspace.
    #[arg(long, value_name = "ID")]
    pub(super) agent: Option<String>,

    /// The session that calls belong to: its files, its budgets, its agent.
    #[arg(long, value_name = "ID")]
    pub(super) session: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct Chat {
    /// What to say; without it, what is typed in is said line by line.
    pub(super) message: Option<String>,

    /// The agent to talk to; the primary one when absent.
    #[arg(long, value_name = "ID")]
    pub(super) agent: Option<String>,

    /// The session to go on with; a new one when absent.
    #[arg(long, value_name = "ID")]
    pub(super) session: Option<String>,

    /// The kind of conversation: text or voice.
    #[arg(long, default_value_t = Mode::Text)]
    pub(super) mode: Mode,
}

#[derive(Debug, Args)]
pub(super) struct Diff {
    /// The tool's id.
    pub(super) tool: String,

    /// The older version: a fingerprint or its beginning, a number or a semantic version. The
    /// one before the newer when absent.
    pub(super) from: Option<String>,

    /// The newer version; the newest when absent.
    pub(super) to: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct List {
    /// Only tools of this category: retrieval, action or utility.
    #[arg(long)]
    pub(super) category: Option<Category>,

    /// Only tools from this source.
    #[arg(long)]
    pub(super) source: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct Show {
    /// The tool's id or alias.
    pub(super) tool: String,
}

#[derive(Debug, Args)]
pub(super) struct Call {
    /// The tool's id or alias.
    pub(super) tool: String,

    /// The arguments: one JSON object, `@file`, `-` for standard input, or `key=value` pairs.
    #[arg(value_name = "ARGUMENTS")]
    pub(super) arguments: Vec<String>,

    /// The agent on whose behalf it is called.
    #[arg(long, value_name = "ID")]
    pub(super) agent: Option<String>,

    /// The kind of conversation: text or voice.
    #[arg(long, default_value_t = Mode::Text)]
    pub(super) mode: Mode,

    /// Approve the call if it needs approval.
    #[arg(long)]
    pub(super) yes: bool,

    /// The approval that lets it run, as `approvals list` shows it.
    #[arg(long, value_name = "ID", conflicts_with = "yes")]
    pub(super) approval: Option<String>,

    /// What makes a repetition of this call the same call: it gets the outcome of the first.
    #[arg(long, value_name = "KEY")]
    pub(super) idempotency_key: Option<String>,

    /// Only say what would happen, stage by stage.
    #[arg(long)]
    pub(super) dry_run: bool,
}

#[derive(Debug, Args)]
pub(super) struct Export {
    /// openai, openai-strict, anthropic, anthropic-strict, gemini, gemini-openapi, mcp or langchain.
    #[arg(long, value_name = "PROVIDER")]
    pub(super) provider: Provider,

    /// Only the tools of this agent, with its settings.
    #[arg(long, value_name = "ID", conflicts_with = "tools")]
    pub(super) agent: Option<String>,

    /// The tools to write; all when none is named.
    pub(super) tools: Vec<String>,
}

/// The help of every command, one after the other.
pub(super) fn reference() -> String {
    let mut page = String::from(
        "# Command line\n\n\
         This page is printed from the program's own help; do not edit it by hand.\n\n\
         Exit codes: 0 done, 1 the call or check failed, 2 wrong usage; 130 and 143 where\n\
         Ctrl-C or SIGTERM stopped a command before it was done. `serve` ends with 0 then.\n",
    );
    let mut command = Arguments::command();
    command.build();
    let mut section = |title: &str, help: String| {
        write!(page, "\n## {title}\n\n```text\n{}\n```\n", help.trim_end())
            .expect("writing to a string cannot fail");
    };
    section("toolcrib", command.clone().render_long_help().to_string());
    for sub in command.get_subcommands_mut() {
        let name = format!("toolcrib {}", sub.get_name());
        section(&name, sub.render_long_help().to_string());
        for inner in sub.get_subcommands_mut() {
            section(&format!("{name} {}", inner.get_name()), inner.render_long_help().to_string());
        }
    }
    page
}
