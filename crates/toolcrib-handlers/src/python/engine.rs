//! Runs Python, each call in a process of its own.
//!
//! (1) No more run at once than may; the others wait, within their time.
//! (2) A call that nobody waits for is ended.
//! (3) A worker that dies takes its calls with it and nothing else: the next
//!     call has a new one.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, Semaphore};
use tokio::time::{Instant, timeout_at};

use super::Settings;
use super::wire::{Ask, Ended, Frame, Job, Kind, Told};
use super::worker::{Event, NoWorker, Worker};

/// How deep calls can be nested; the runtime allows no more.
const DEPTHS: usize = 3;

/// What is left of a call's time for the way back.
const MARGIN: Duration = Duration::from_millis(250);

/// Runs Python. Clones share its worker.
#[derive(Clone)]
pub struct Engine(Arc<Inner>);

struct Inner {
    settings: Settings,
    /// By depth: those who wait for an inner call never take its place (1).
    places: [Semaphore; DEPTHS],
    worker: Mutex<Option<Worker>>,
}

/// What a script can ask for.
pub trait Host: Send {
    /// The answer to what it asks for.
    fn answer(&mut self, ask: Ask) -> impl Future<Output = Told> + Send;
}

/// There is nothing to ask for.
pub struct Nobody;

impl Host for Nobody {
    async fn answer(&mut self, _: Ask) -> Told {
        Told::Refused("there is nothing to ask for here".to_owned())
    }
}

/// What came of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Ran {
    /// How it ended.
    pub ended: Ended,
    /// What it printed.
    pub output: String,
    /// Whether it printed more than was kept.
    pub is_cut: bool,
}

/// Why a call was not run, or nobody knows how it ended.
#[derive(Debug, thiserror::Error)]
pub enum NotRun {
    /// Others ran all the time.
    #[error("all interpreters were busy")]
    Busy,
    /// There is no worker.
    #[error(transparent)]
    NoWorker(#[from] NoWorker),
    /// The worker ended.
    #[error("the Python worker ended")]
    Gone,
}

impl Default for Engine {
    fn default() -> Self {
        Self::new(Settings::default())
    }
}

impl Engine {
    /// An engine without a worker: it starts with the first call.
    pub fn new(settings: Settings) -> Self {
        let places = std::array::from_fn(|_| Semaphore::new(settings.running_max.max(1)));
        Self(Arc::new(Inner { settings, places, worker: Mutex::default() }))
    }

    /// How it works.
    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }

    /// Starts the worker before anybody needs it. Where there can be none,
    /// whoever needs it is told.
    pub async fn warm(&self) {
        let _ = self.worker().await;
    }

    /// Runs a job until this deadline at most. What a handler asks for is
    /// answered by its host. Dropping the future ends it (2).
    ///
    /// # Errors
    ///
    /// When it could not be run.
    pub async fn run(
        &self,
        mut job: Job,
        depth: usize,
        deadline: Instant,
        mut host: impl Host,
    ) -> Result<Ran, NotRun> {
        let place = self.0.places[depth.min(DEPTHS - 1)].acquire();
        let Ok(Ok(_place)) = timeout_at(deadline - MARGIN, place).await else {
            return Err(NotRun::Busy);
        };
        let (imports, output_bytes_max) = (&self.0.settings.imports, job.output_bytes_max);
        job.imports.clone_from(imports);
        let mut call = loop {
            let worker = self.worker().await?;
            let left = (deadline - MARGIN).saturating_duration_since(Instant::now());
            let left_ms = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
            if left_ms == 0 {
                return Err(NotRun::Busy);
            }
            job.wall_ms = job.wall_ms.min(left_ms);
            // One that died in the meantime is replaced (3).
            if let Some(call) = worker.start(&job) {
                break call;
            }
        };
        let mut output = Vec::new();
        loop {
            match call.next().await {
                Some(Event::Output(bytes)) => output.extend(bytes),
                Some(Event::Ask(ask)) => {
                    let told = host.answer(ask).await;
                    call.send(&Frame::json(Kind::Answer, call.number(), &told));
                }
                Some(Event::Ended(ended)) => {
                    let mut output = String::from_utf8_lossy(&output).into_owned();
                    let most = usize::try_from(output_bytes_max).unwrap_or(usize::MAX);
                    // A little more than may be kept comes in, if there is more.
                    let is_cut = output.len() > most;
                    output.truncate(output.floor_char_boundary(most));
                    return Ok(Ran { ended, output, is_cut });
                }
                None => return Err(NotRun::Gone),
            }
        }
    }

    /// The worker that lives, or a new one. It gets warm even if whoever wanted
    /// it has given up meanwhile: the next one has it.
    async fn worker(&self) -> Result<Worker, NoWorker> {
        if let Some(worker) = alive(&*self.0.worker.lock().await) {
            return Ok(worker);
        }
        let inner = Arc::clone(&self.0);
        let warming = tokio::spawn(async move {
            let mut kept = inner.worker.lock().await;
            // Somebody else may have been first.
            if let Some(worker) = alive(&kept) {
                return Ok(worker);
            }
            let worker = Worker::spawn(&inner.settings).await?;
            *kept = Some(worker.clone());
            Ok(worker)
        });
        warming.await.unwrap_or_else(|error| Err(NoWorker::NotStarted(error.into())))
    }
}

fn alive(kept: &Option<Worker>) -> Option<Worker> {
    kept.clone().filter(Worker::is_alive)
}
