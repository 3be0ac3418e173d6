//! The command line.
//!
//! What is typed in is read by `clap` into `arguments`; each command turns it
//! into what is meant and runs it. Output for programs goes to `out`, words for
//! people about it go to `err`.

mod agents;
mod approvals;
mod arguments;
mod books;
mod build;
mod call;
mod calls;
mod chat;
mod check;
mod diff;
mod doctor;
mod emails;
mod export;
mod folders;
mod generate;
mod harmless;
mod kb;
mod keys;
mod lines;
mod list;
mod mcp;
mod new;
mod place;
mod serve;
mod show;
mod sources;
mod stats;
mod stop;
mod terminal;
mod test;

use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use clap::Parser as _;
use clap::error::ErrorKind;
use comfy_table::{ContentArrangement, Table, presets};
use serde::Serialize;
use serde_json::json;

use self::arguments::{Arguments, Command, ImportWhat};
use self::folders::{Folders, NoFolders};
use self::harmless::Harmless;
use self::place::{NoPlace, Place};
use self::stop::Stop;
use crate::config::{Config, ConfigError};
use crate::desk::Desk;
use crate::stock::{OpenError, Stock};

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It did what was asked.
    Done = 0,
    /// The call or the check failed.
    Failed = 1,
    /// What was asked makes no sense.
    Usage = 2,
    /// Ctrl-C stopped it.
    Interrupted = 130,
    /// A polite kill stopped it.
    Terminated = 143,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Where a command reads and writes.
pub struct Streams {
    /// What was piped in.
    pub input: Box<dyn io::Read + Send>,
    /// For programs.
    pub out: Box<dyn Write + Send>,
    /// For people.
    pub err: Box<dyn Write + Send>,
    /// Whether a person sits at the other end and can be asked.
    pub interactive: bool,
    /// Whether words for people may be coloured.
    pub color: bool,
}

impl Streams {
    /// The streams of this process.
    pub fn of_process() -> Self {
        Self {
            input: Box::new(io::stdin()),
            out: Box::new(Harmless(io::stdout())),
            err: Box::new(Harmless(Forgiving(io::stderr()))),
            interactive: io::stdin().is_terminal() && io::stderr().is_terminal(),
            color: io::stderr().is_terminal()
                && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty()),
        }
    }

    fn print_json(&mut self, value: &impl Serialize) -> Result<()> {
        writeln!(self.out, "{}", serde_json::to_string_pretty(value)?)?;
        Ok(())
    }

    /// Columns for people.
    fn print_table<const N: usize>(
        &mut self,
        head: [&str; N],
        rows: impl IntoIterator<Item = [String; N]>,
    ) -> Result<()> {
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
        table.set_header(head).add_rows(rows);
        for line in table.lines() {
            writeln!(self.out, "{}", line.trim())?;
        }
        Ok(())
    }

    /// Says why a command failed, in the form that was asked for.
    fn fail(&mut self, exit: Exit, message: &str, json: bool) -> Result<Exit> {
        if json {
            self.print_json(&json!({ "error": { "message": message } }))?;
        } else {
            writeln!(self.err, "error: {message}")?;
        }
        Ok(exit)
    }
}

/// A stream whose reader may leave without anybody minding: words for people
/// must not change how a command ends.
struct Forgiving<W>(W);

impl<W: Write> Write for Forgiving<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(bytes.len()),
            written => written,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Runs one command.
pub async fn run(
    typed: impl IntoIterator<Item = OsString>,
    stock: Stock,
    streams: &mut Streams,
) -> Result<Exit> {
    let arguments = match Arguments::try_parse_from(typed) {
        Ok(arguments) => arguments,
        Err(error) => return explain(&error, streams),
    };
    let json = arguments.json;
    let stop = Stop::default();
    let command = Box::pin(dispatch(arguments, stock, stop.clone(), streams));
    let ended = tokio::select! {
        biased;
        // Whoever took over ends the process.
        () = stop.taken_over() => std::future::pending().await,
        ended = command => ended,
    };
    match ended {
        Ok(exit) => Ok(stop.how().unwrap_or(exit)),
        Err(error) if error.is::<NoTools>() || error.is::<NoFolders>() => {
            streams.fail(Exit::Usage, &error.to_string(), json)
        }
        Err(error) if error.is::<NoPlace>() => {
            streams.fail(Exit::Usage, &format!("{error:#}"), json)
        }
        Err(error) => Err(error),
    }
}

async fn dispatch(
    arguments: Arguments,
    stock: Stock,
    stop: Stop,
    streams: &mut Streams,
) -> Result<Exit> {
    let Arguments { json, roots, config, data, database, workspace, command } = arguments;
    let settings = config;
    let config = Config::read(settings.as_deref()).map_err(NoTools::from)?;
    if let Some(root) = roots.iter().find(|root| !root.is_dir()) {
        return Err(NoTools::NoFolder(root.clone()).into());
    }
    let place = Place::new(&data, database.as_deref(), workspace, roots, config, stock, stop)?;
    match command {
        Command::Serve(serve) => Box::pin(serve::run(&serve, place, json, streams)).await,
        Command::List(list) => list::run(&list, &place.look().await?.registry, json, streams),
        Command::Show(show) => show::run(&show, &place.look().await?, json, streams),
        Command::Call(call) => call::run(call, place, json, streams).await,
        Command::Mcp(typed) => mcp::run(typed, place, json, streams).await,
        Command::Chat(typed) => chat::run(typed, place, json, streams).await,
        Command::Agents => agents::run(place, json, streams).await,
        Command::Export(export) => export::run(&export, &place.look().await?, json, streams),
        Command::Diff(diff) => {
            let (crib, workspace) = place.open().await?;
            diff::run(&diff, &crib, &workspace, json, streams).await
        }
        Command::Keys(keys) => {
            // Whoever only looks makes no database.
            if matches!(keys, arguments::Keys::List) && !place.is_made() {
                return keys::none(&place.workspace, json, streams);
            }
            let store = place.store().await?;
            let ended = keys::run(&keys, &store, &place.workspace, json, streams).await;
            store.close().await;
            ended
        }
        Command::Approvals(approvals) => {
            let store = place.store().await?;
            let desk = Desk::new(store.clone(), Arc::new(place.config.policies()));
            let ended =
                approvals::run(&approvals, &desk, &store, &place.workspace, json, streams).await;
            drop(desk);
            store.close().await;
            ended
        }
        Command::Doctor => Box::pin(doctor::run(place, json, streams)).await,
        Command::Stats(stats) => {
            let store = place.store().await?;
            let ended = stats::run(&stats, &store, &place.workspace, json, streams).await;
            store.close().await;
            ended
        }
        Command::Calls(calls) => {
            let store = place.store().await?;
            let ended = calls::run(&calls, &store, &place.workspace, json, streams).await;
            store.close().await;
            ended
        }
        Command::Emails(emails) => {
            let store = place.store().await?;
            let ended = emails::run(&emails, &store, &place.workspace, json, streams).await;
            store.close().await;
            ended
        }
        Command::Generate(wanted) => match &wanted.book {
            Some(book) => generate::of_book(&wanted, book, json, streams),
            None => generate::of_registry(&wanted, &place.look().await?.registry, json, streams),
        },
        Command::Import(import) => match (&import.what, &import.book) {
            (Some(ImportWhat::Mcp(typed)), _) => {
                sources::import(typed, settings.as_deref(), json, streams)
            }
            (None, Some(book)) => {
                let (crib, workspace) = place.open().await?;
                books::import(book, import.dry_run, &crib, &workspace, json, streams).await
            }
            (None, None) => unreachable!("clap wants one of them"),
        },
        Command::Sources(sources) => Box::pin(sources::run(&sources, place, json, streams)).await,
        Command::Kb(kb) => {
            let store = place.store().await?;
            let ended = kb::run(&kb, &store, &place.workspace, json, streams).await;
            store.close().await;
            ended
        }
        Command::New(new) => new::run(&new, &place.stock, json, streams),
        Command::Check(check) if books::is_book(&check.dir) => {
            books::check(&check.dir, &place.stock.limits(), json, streams)
        }
        Command::Check(check) => {
            let folders = Folders::load(&check.dir, &place.stock, &place.config)?;
            check::run(&check, &folders, json, streams)
        }
        Command::Test(test) => {
            let folders = Folders::load(&test.dir, &place.stock, &place.config)?;
            let Place { stock, roots, config, .. } = place;
            // The folders that are tested stand before all others.
            let roots = [vec![test.dir.clone()], roots].concat();
            let opened = stock.open(&roots, &config).await.map_err(NoTools::from)?;
            test::run(&test, &folders, opened.registry, json, streams).await
        }
        Command::Build(build) => {
            let folders = Folders::load(&build.dir, &place.stock, &place.config)?;
            build::run(&build, &folders, &place.stock.limits(), json, streams)
        }
    }
}

/// Why a command has no tools to work with.
#[derive(Debug, thiserror::Error)]
enum NoTools {
    #[error("`{}` is no folder; --tools names a folder with tool folders in it", .0.display())]
    NoFolder(PathBuf),
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Open(#[from] OpenError),
}

/// Help and version are answers, not mistakes.
fn explain(error: &clap::Error, streams: &mut Streams) -> Result<Exit> {
    let text = error.render();
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        write!(streams.out, "{text}")?;
        return Ok(Exit::Done);
    }
    write!(streams.err, "{text}")?;
    Ok(Exit::Usage)
}

/// The help of every command, for the reference page.
pub fn reference() -> String {
    arguments::reference()
}
