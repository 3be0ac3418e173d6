//! The worker process, as its program sees it.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::Notify;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::Settings;
use super::wire::{Ask, Ended, Frame, Frames, Job, Kind};

/// How long a worker may take to warm its interpreter.
const WARM_MAX: Duration = Duration::from_secs(30);

/// How long a worker may say nothing about a call that it should have ended.
const SILENCE_MAX: Duration = Duration::from_secs(2);

/// A worker. Clones share it; the last one ends it.
#[derive(Clone)]
pub(super) struct Worker {
    frames: UnboundedSender<Vec<u8>>,
    calls: Arc<Calls>,
}

#[derive(Default)]
struct Calls {
    /// Nothing once the worker is dead.
    waiting: Mutex<Option<HashMap<u32, UnboundedSender<Event>>>>,
    next: AtomicU32,
    /// Frames that came in.
    heard: AtomicU64,
    /// Told when the worker must be ended.
    condemned: Notify,
}

/// What happens in a call.
pub(super) enum Event {
    Output(Vec<u8>),
    Ask(Ask),
    Ended(Ended),
}

/// A call that runs; it is ended when this is dropped.
pub(super) struct Running {
    number: u32,
    /// When the worker ends it by itself.
    ends_at: Instant,
    events: UnboundedReceiver<Event>,
    worker: Worker,
}

/// Why there is no worker.
#[derive(Debug, thiserror::Error)]
pub enum NoWorker {
    /// Nothing shuts a call in here.
    #[error("Python runs only on Linux, where its process can be caged")]
    NoCage,
    /// It did not start.
    #[error("the Python worker did not start")]
    NotStarted(#[source] io::Error),
}

impl Worker {
    pub(super) async fn spawn(settings: &Settings) -> Result<Self, NoWorker> {
        if !cfg!(target_os = "linux") {
            return Err(NoWorker::NoCage);
        }
        let mut child = start(settings).map_err(NoWorker::NotStarted)?;
        let (Some(input), Some(mut output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(NoWorker::NotStarted(io::Error::other("it has no streams")));
        };
        let ready = tokio::time::timeout(WARM_MAX, is_ready(&mut output)).await;
        ready
            .unwrap_or_else(|late| Err(io::Error::new(io::ErrorKind::TimedOut, late)))
            .map_err(NoWorker::NotStarted)?;
        let (frames, to_send) = unbounded_channel();
        let calls =
            Arc::new(Calls { waiting: Mutex::new(Some(HashMap::new())), ..Calls::default() });
        // The one ends when the last handle is dropped, and with it the worker's
        // input, the worker, its output and the other.
        tokio::spawn(send(input, to_send));
        let heard = Hears(Arc::clone(&calls));
        tokio::spawn(async move {
            tokio::select! {
                () = hear(output, &heard) => {}
                () = heard.0.condemned.notified() => {}
            }
            drop(heard);
            // One that has ended already does not mind.
            let _ = child.start_kill();
            drop(child.wait().await);
        });
        Ok(Self { frames, calls })
    }

    pub(super) fn is_alive(&self) -> bool {
        !self.frames.is_closed() && self.calls.lock().is_some()
    }

    /// Starts a call; nothing if the worker is dead.
    pub(super) fn start(&self, job: &Job) -> Option<Running> {
        let number = self.calls.next.fetch_add(1, Ordering::Relaxed);
        let (events_in, events) = unbounded_channel();
        self.calls.lock().as_mut()?.insert(number, events_in);
        let ends_at = Instant::now() + Duration::from_millis(job.wall_ms);
        let running = Running { number, ends_at, events, worker: self.clone() };
        let frame = Frame::json(Kind::Start, number, job);
        self.frames.send(frame.encode()).is_ok().then_some(running)
    }
}

impl Calls {
    fn lock(&self) -> std::sync::MutexGuard<'_, Option<HashMap<u32, UnboundedSender<Event>>>> {
        // Entries are whole or absent, whoever panics.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, frame: Frame) {
        self.heard.fetch_add(1, Ordering::Relaxed);
        let mut waiting = self.lock();
        let Some(waiting) = waiting.as_mut() else { return };
        let call = frame.call;
        let event = match frame.kind {
            Kind::Output => Event::Output(frame.bytes),
            Kind::Ask => match serde_json::from_slice(&frame.bytes) {
                Ok(ask) => Event::Ask(ask),
                Err(_) => return,
            },
            _ => {
                let crashed = Ended::Crashed { signal: None };
                Event::Ended(serde_json::from_slice(&frame.bytes).unwrap_or(crashed))
            }
        };
        let is_over = matches!(event, Event::Ended(_));
        if let Some(events) = waiting.get(&call) {
            // It may have been given up just now.
            let _ = events.send(event);
        }
        if is_over {
            waiting.remove(&call);
        }
    }
}

impl Running {
    pub(super) fn number(&self) -> u32 {
        self.number
    }

    pub(super) async fn next(&mut self) -> Option<Event> {
        self.events.recv().await
    }

    pub(super) fn send(&self, frame: &Frame) {
        // A dead worker is noticed where its events end.
        let _ = self.worker.frames.send(frame.encode());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let known = self.worker.calls.lock().as_mut().and_then(|calls| calls.remove(&self.number));
        if known.is_none() {
            return;
        }
        self.send(&Frame { kind: Kind::Stop, call: self.number, bytes: Vec::new() });
        // A worker that should have ended it, and says nothing, is stuck.
        if Instant::now() > self.ends_at
            && let Ok(tokio) = tokio::runtime::Handle::try_current()
        {
            let calls = Arc::clone(&self.worker.calls);
            let heard = calls.heard.load(Ordering::Relaxed);
            tokio.spawn(async move {
                tokio::time::sleep(SILENCE_MAX).await;
                if calls.heard.load(Ordering::Relaxed) == heard {
                    calls.condemned.notify_one();
                }
            });
        }
    }
}

/// Tells everybody who waits that nothing comes any more.
struct Hears(Arc<Calls>);

impl Drop for Hears {
    fn drop(&mut self) {
        self.0.lock().take();
    }
}

fn start(settings: &Settings) -> io::Result<Child> {
    Command::from(settings.command()?).kill_on_drop(true).spawn()
}

async fn is_ready(output: &mut ChildStdout) -> io::Result<()> {
    let mut frame = [0; 9];
    output.read_exact(&mut frame).await?;
    let mut frames = Frames::default();
    frames.push(&frame);
    match frames.next_frame() {
        Ok(Some(Frame { kind: Kind::Ready, .. })) => Ok(()),
        _ => Err(io::Error::other("it says something else than that it is ready")),
    }
}

async fn send(mut input: ChildStdin, mut frames: UnboundedReceiver<Vec<u8>>) {
    while let Some(frame) = frames.recv().await {
        if input.write_all(&frame).await.is_err() {
            return;
        }
    }
}

async fn hear(mut output: ChildStdout, calls: &Hears) {
    let mut frames = Frames::default();
    let mut bytes = vec![0; 65_536];
    loop {
        match output.read(&mut bytes).await {
            Ok(count) if count > 0 => frames.push(&bytes[..count]),
            _ => return,
        }
        loop {
            match frames.next_frame() {
                Ok(Some(frame)) => calls.0.take(frame),
                Ok(None) => break,
                Err(_) => return,
            }
        }
    }
}
