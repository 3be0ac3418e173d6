//! Runs programs, each call in a cage of its own.
//!
//! A script that never yields keeps its thread, so every running script has one
//! of its own and the operating system shares the processors between them; the
//! threads are in `shop`.
//!
//! (1) A handler that calls another tool keeps its thread meanwhile. Calls that
//!     are made inside others have threads of their own, for each depth, so
//!     that those who wait can never take the places of those they wait for.
//! (2) A script that does not end when it is told to, because it is deep inside
//!     the engine, loses its thread: another takes its place, and the program
//!     is not started again.

mod shop;

use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::oneshot;
use toolcrib::console::Level;
use toolcrib::{Answer, Context, ToolError};

use self::shop::{Job, Shop, Ticket};
use super::cage::Stop;
use super::host::{Event, Host};
use super::program::Program;
use crate::fetch::{FetchSettings, Fetcher, HostList};
use crate::response::{self, Ended};

pub(crate) use shop::on_thread;

/// How deep calls can be nested; the runtime allows no more.
const DEPTHS: usize = 3;

/// How long a script may take to end once it is told to.
const GRACE: Duration = Duration::from_secs(1);

/// How an engine works.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Scripts that run at once, for each depth of calls inside others; more of
    /// them wait.
    pub threads_max: usize,
    /// Threads that are kept ready when there is nothing to do.
    pub threads_kept: usize,
    /// How long others are kept.
    pub idle_max: Duration,
    /// What scripts may reach on the network.
    pub fetch: FetchSettings,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads_max: 256,
            threads_kept: 2,
            idle_max: Duration::from_secs(5),
            fetch: FetchSettings::default(),
        }
    }
}

/// Runs scripts. Clones share its threads.
#[derive(Clone)]
pub struct Engine(Arc<Owner>);

/// Tells the threads to leave when nobody can give them work any more.
struct Owner {
    /// By depth (1).
    shops: [Arc<Shop>; DEPTHS],
    fetcher: Fetcher,
}

/// What is called, and with what.
pub(crate) struct Call<'a> {
    pub(crate) tool_id: &'a str,
    pub(crate) program: &'a Program,
    /// What the handler is given, as JSON.
    pub(crate) context: String,
    pub(crate) hosts: &'a Arc<HostList>,
}

impl Default for Engine {
    fn default() -> Self {
        Self::new(Settings::default())
    }
}

impl Engine {
    /// An engine without threads: they start with the first call.
    pub fn new(settings: Settings) -> Self {
        let fetcher = Fetcher::new(settings.fetch.clone());
        let shops = std::array::from_fn(|depth| {
            let threads_kept = if depth == 0 { settings.threads_kept } else { 0 };
            Arc::new(Shop::new(settings.threads_max, threads_kept, settings.idle_max))
        });
        Self(Arc::new(Owner { shops, fetcher }))
    }

    /// Calls a handler. Dropping the future stops the script.
    pub(crate) async fn call(&self, call: Call<'_>, own: &Context) -> Result<Answer, ToolError> {
        let internal = |what: &str| ToolError::internal(format!("`{}` {what}", call.tool_id));
        let not_run = || match call.program.is_unstoppable() {
            true => internal(
                "could not be stopped before, and is not started again until its files change.",
            ),
            false => internal("could not be run."),
        };
        // (2)
        if call.program.is_unstoppable() {
            return Err(not_run());
        }
        let stop = Arc::new(Stop::at(own.deadline().into_std()));
        let (settled, events) = mpsc::channel();
        let (reply, ended) = oneshot::channel();
        let host = Host {
            call: own.clone(),
            tokio: Handle::current(),
            span: tracing::Span::current(),
            fetcher: self.0.fetcher.clone(),
            hosts: Arc::clone(call.hosts),
            settled: settled.clone(),
            events,
        };
        let shop = &self.0.shops[own.depth().min(DEPTHS - 1)];
        let ticket = Arc::new(Ticket::default());
        let _guard = StopOnDrop {
            stop: Arc::clone(&stop),
            wake: settled,
            ticket: Arc::clone(&ticket),
            shop: Arc::clone(shop),
            program: call.program.clone(),
        };
        let (program, context) = (call.program.clone(), call.context);
        shop.give(Job { program, context, host, stop, ticket, reply });
        match ended.await {
            Ok(Ended::Stuck) => {
                own.log(Level::Error, "the handler waits for something that can never come");
                // Its cage is gone already; the call ends with its deadline.
                std::future::pending().await
            }
            // The runtime has stopped it and says why.
            Ok(Ended::Stopped) => std::future::pending().await,
            Ok(ended) => {
                if let Ended::Threw(thrown) = &ended {
                    own.log(Level::Error, &thrown.traced());
                }
                let (answer, notes) = response::read(call.tool_id, ended)?;
                notes.iter().for_each(|note| own.log(Level::Warn, note));
                Ok(answer)
            }
            Err(_) => Err(not_run()),
        }
    }
}

/// Ends a script that nobody waits for.
struct StopOnDrop {
    stop: Arc<Stop>,
    wake: Sender<Event>,
    ticket: Arc<Ticket>,
    shop: Arc<Shop>,
    program: Program,
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.stop.now();
        // It may have ended, and then nobody listens.
        let _ = self.wake.send(Event::Stop);
        if self.ticket.is_done() {
            return;
        }
        let (ticket, shop, program) =
            (Arc::clone(&self.ticket), Arc::clone(&self.shop), self.program.clone());
        if let Ok(tokio) = Handle::try_current() {
            tokio.spawn(async move {
                tokio::time::sleep(GRACE).await;
                if shop.give_up(&ticket) {
                    program.set_unstoppable();
                    tracing::error!("a script could not be stopped; it is not started again");
                }
            });
        }
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        // Whoever waits for a script holds an engine, so no script is running:
        // the threads are idle or about to be.
        self.shops.iter().for_each(|shop| shop.close());
    }
}
