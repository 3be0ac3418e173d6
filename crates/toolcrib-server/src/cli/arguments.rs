//! What can be typed.

use std::fmt::{self, Write as _};
use std::path::PathBuf;

use clap::{Args, CommandFactory as _, Parser, Subcommand, ValueEnum};
use toolcrib::call::DEFAULT_WORKSPACE;
use toolcrib::vendor::Provider;
use toolcrib::{Category, Mode};

use super::place::DATA;
use crate::crib::Scope;
use crate::mail::Format;

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
    /// Bring mail in for the email tools, and list whose it is.
    #[command(subcommand)]
    Emails(Emails),
    /// Bring documents into the knowledge base.
    #[command(subcommand)]
    Kb(Kb),
    /// Write typed code that calls tools: types of what they take and answer, and a client.
    Generate(Generate),
    /// Take the tools of a schema book into the workspace.
    Import(Import),
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
pub(super) struct Generate {
    /// The language.
    #[arg(value_enum)]
    pub(super) language: GeneratedLanguage,

    /// Ids of the tools; all when absent.
    #[arg(value_name = "TOOL")]
    pub(super) only: Vec<String>,

    /// The tools of a schema book in place of those that there are.
    #[arg(long, value_name = "FILE")]
    pub(super) book: Option<PathBuf>,

    /// The file to write; standard output when absent.
    #[arg(long, short, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
}

/// A language that code can be written in.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum GeneratedLanguage {
    /// Types with serde and a client with reqwest.
    Rust,
    /// Types and a client with `fetch`.
    Typescript,
    /// TypedDicts and a client with the standard library.
    Python,
}

impl From<GeneratedLanguage> for toolcrib_generate::Language {
    fn from(language: GeneratedLanguage) -> Self {
        match language {
            GeneratedLanguage::Rust => Self::Rust,
            GeneratedLanguage::Typescript => Self::Typescript,
            GeneratedLanguage::Python => Self::Python,
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct Import {
    /// A schema book: a YAML or JSON file, or a folder of them.
    pub(super) book: PathBuf,

    /// Say what would change, and change nothing.
    #[arg(long)]
    pub(super) dry_run: bool,
}

#[derive(Debug, Subcommand)]
pub(super) enum Emails {
    /// Import messages. What is there already is passed over, and an import that was broken off
    /// goes on where it stopped.
    Import(EmailsImport),
    /// List the inboxes of the workspace.
    Inboxes,
}

#[derive(Debug, Args)]
pub(super) struct EmailsImport {
    /// A folder with one file a message (the Enron corpus, a maildir), or an mbox, CSV or JSONL
    /// file.
    pub(super) path: PathBuf,

    /// The address of the inbox; otherwise the mailbox's most frequent recipient.
    #[arg(long, value_name = "ADDRESS")]
    pub(super) inbox: Option<String>,

    /// How the messages are written; found out when absent.
    #[arg(long, value_enum)]
    pub(super) format: Option<Format>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Kb {
    /// Import documents; one that is known by its id is replaced.
    Import(KbImport),
}

#[derive(Debug, Args)]
pub(super) struct KbImport {
    /// A folder of Markdown (with front matter), HTML or JSONL files, or one of them.
    pub(super) path: PathBuf,
}

#[derive(Debug, Subcommand)]
pub(super) enum Keys {
    /// Make a key. It is shown once.
    Create(KeysCreate),
    /// List the keys of the workspace.
    List,
    /// Revoke a key: nobody gets in with it any more.
    Revoke(KeysRevoke),
}

#[derive(Debug, Args)]
pub(super) struct KeysCreate {
    /// What the key allows: read, call or manage; may be given again, or separated by commas.
    #[arg(long = "scope", value_name = "SCOPE", required = true, value_delimiter = ',')]
    pub(super) scopes: Vec<Scope>,

    /// What the key is for.
    #[arg(long, default_value = "")]
    pub(super) name: String,
}

#[derive(Debug, Args)]
pub(super) struct KeysRevoke {
    /// The key's id, as `keys list` shows it.
    pub(super) id: String,
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

#[derive(Debug, Args)]
pub(super) struct New {
    /// The folder's name, such as `my-tool`; the tool's id is the same with `_`.
    pub(super) name: String,

    /// The language of the handler: js or python.
    #[arg(long, default_value_t = Language::Js)]
    pub(super) lang: Language,

    /// Where tool folders are.
    #[arg(long, default_value = "tools")]
    pub(super) dir: PathBuf,
}

/// What a handler is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Language {
    Js,
    Python,
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Js => "js",
            Self::Python => "python",
        })
    }
}

#[derive(Debug, Args)]
pub(super) struct Check {
    /// A folder of tool folders, one tool folder, or a schema book.
    #[arg(default_value = "tools")]
    pub(super) dir: PathBuf,

    /// Also show what some model vendors cannot be told.
    #[arg(long)]
    pub(super) notes: bool,
}

#[derive(Debug, Args)]
pub(super) struct Test {
    /// A tool folder, or a folder that holds some.
    #[arg(default_value = "tools")]
    pub(super) dir: PathBuf,

    /// Also run tools that write; without this only their arguments are checked.
    #[arg(long)]
    pub(super) allow_writes: bool,
}

#[derive(Debug, Args)]
pub(super) struct Build {
    /// A folder of tool folders, or one tool folder.
    #[arg(default_value = "tools")]
    pub(super) dir: PathBuf,

    /// Where to write; `tool_registry.json` in that folder when absent.
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
}

/// The help of every command, one after the other.
pub(super) fn reference() -> String {
    let mut page = String::from(
        "# Command line\n\n\
         This page is printed from the program's own help; do not edit it by hand.\n\n\
         Exit codes: 0 done, 1 the call or check failed, 2 wrong usage.\n",
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
