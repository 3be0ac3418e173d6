//! What can be typed.

use std::fmt::Write as _;

use clap::{Args, CommandFactory as _, Parser, Subcommand};
use toolcrib::vendor::Provider;
use toolcrib::{Category, Mode};

/// The one place where an agent's tools live.
#[derive(Debug, Parser)]
#[command(name = "toolcrib", version, term_width = 100, disable_help_subcommand = true)]
pub(super) struct Arguments {
    /// Print JSON for programs instead of words for people.
    #[arg(long, global = true)]
    pub(super) json: bool,

    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// List the tools.
    List(List),
    /// Show all there is to know about one tool.
    Show(Show),
    /// Call a tool.
    Call(Call),
    /// Write the tools in the form that a model vendor accepts.
    Export(Export),
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

    /// The tools to write; all when none is named.
    pub(super) tools: Vec<String>,
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
        section(&format!("toolcrib {}", sub.get_name()), sub.render_long_help().to_string());
    }
    page
}
