//! The threads that scripts run on.
//!
//! An idle thread holds a cage that is ready; a used cage is thrown away after
//! the answer has left. Threads come when they are needed and go when they are
//! not.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::js::cage::{Cage, STACK_BYTES_MAX, Stop};
use crate::js::host::Host;
use crate::js::program::Program;
use crate::response::Ended;

/// Stack of a script's thread: what a script may use, and room for the engine.
const THREAD_STACK_BYTES: usize = 4 * STACK_BYTES_MAX;

/// What the threads share.
pub(super) struct Shop {
    threads_max: usize,
    threads_kept: usize,
    idle_max: Duration,
    floor: Mutex<Floor>,
    wake: Condvar,
}

#[derive(Default)]
struct Floor {
    waiting: VecDeque<Job>,
    /// Threads that take work; those that were given up are not among them.
    threads: usize,
    idle: usize,
    closed: bool,
}

/// One call of a handler.
pub(super) struct Job {
    pub(super) program: Program,
    pub(super) context: String,
    pub(super) host: Host,
    pub(super) stop: Arc<Stop>,
    pub(super) ticket: Arc<Ticket>,
    pub(super) reply: oneshot::Sender<Ended>,
}

/// What has become of a job.
#[derive(Default)]
pub(super) struct Ticket(AtomicU8);

const WAITING: u8 = 0;
const RUNNING: u8 = 1;
const DONE: u8 = 2;
const GIVEN_UP: u8 = 3;

impl Ticket {
    pub(super) fn is_done(&self) -> bool {
        self.0.load(Ordering::Acquire) == DONE
    }

    fn is_given_up(&self) -> bool {
        self.0.load(Ordering::Acquire) == GIVEN_UP
    }

    fn turn(&self, from: u8, to: u8) -> bool {
        self.0.compare_exchange(from, to, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }
}

impl Shop {
    pub(super) fn new(threads_max: usize, threads_kept: usize, idle_max: Duration) -> Self {
        let (floor, wake) = (Mutex::default(), Condvar::new());
        Self { threads_max, threads_kept, idle_max, floor, wake }
    }

    /// Sends the threads home.
    pub(super) fn close(&self) {
        self.floor().closed = true;
        self.wake.notify_all();
    }

    /// Gives a job to whoever is free, or to somebody new.
    pub(super) fn give(self: &Arc<Self>, job: Job) {
        let mut floor = self.floor();
        floor.waiting.push_back(job);
        if floor.idle >= floor.waiting.len() {
            drop(floor);
            self.wake.notify_one();
        } else if floor.threads < self.threads_max {
            self.hire(floor);
        }
    }

    /// Gives up a thread whose script does not end; another takes its place.
    /// Says whether there was such a thread.
    pub(super) fn give_up(self: &Arc<Self>, ticket: &Ticket) -> bool {
        if !ticket.turn(RUNNING, GIVEN_UP) {
            return false;
        }
        let mut floor = self.floor();
        floor.threads -= 1;
        if !floor.waiting.is_empty() && floor.idle == 0 {
            self.hire(floor);
        }
        true
    }

    fn hire(self: &Arc<Self>, mut floor: MutexGuard<'_, Floor>) {
        floor.threads += 1;
        drop(floor);
        let shop = Arc::clone(self);
        let hired = thread::Builder::new()
            .name("toolcrib-js".to_owned())
            .stack_size(THREAD_STACK_BYTES)
            .spawn(move || Place { shop, ticket: None }.work());
        if let Err(error) = hired {
            tracing::error!(%error, "a thread for scripts could not be started");
            self.lose_thread();
        }
    }

    fn floor(&self) -> MutexGuard<'_, Floor> {
        // Counts and jobs change in single steps; a panic cannot leave half of one.
        self.floor.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a thread that is gone. Where it was the last one, whoever waits
    /// is told by dropping the job.
    fn lose_thread(&self) {
        let mut floor = self.floor();
        floor.threads -= 1;
        let nobody = floor.threads == 0;
        let lost = if nobody { std::mem::take(&mut floor.waiting) } else { VecDeque::new() };
        drop(floor);
        drop(lost);
    }

    /// Waits for the next job; nothing when the thread may go.
    fn next(&self) -> Option<Job> {
        let mut floor = self.floor();
        let until = Instant::now() + self.idle_max;
        loop {
            if let Some(job) = floor.waiting.pop_front() {
                return Some(job);
            }
            let left = until.saturating_duration_since(Instant::now());
            let surplus = floor.idle >= self.threads_kept;
            if floor.closed || (left.is_zero() && surplus) {
                return None;
            }
            floor.idle += 1;
            let wait = if left.is_zero() { self.idle_max } else { left };
            let waited = self.wake.wait_timeout(floor, wait);
            floor = waited.unwrap_or_else(PoisonError::into_inner).0;
            floor.idle -= 1;
        }
    }
}

/// A thread's place in the shop, given up however the thread ends.
struct Place {
    shop: Arc<Shop>,
    /// The job that it is at.
    ticket: Option<Arc<Ticket>>,
}

impl Place {
    fn work(mut self) {
        loop {
            let cage = Cage::new();
            let Some(job) = self.shop.next() else { return };
            let Job { program, context, host, stop, ticket, reply } = job;
            ticket.turn(WAITING, RUNNING);
            self.ticket = Some(Arc::clone(&ticket));
            if stop.is_due() {
                let _ = reply.send(Ended::Stopped);
            } else if program.is_unstoppable() {
                // Another call of it has shown so while this one waited.
                drop(reply);
            } else {
                match cage {
                    Ok(cage) => cage.run(&program, &context, host, &stop, |ended| {
                        // The answer leaves before the cage is torn down.
                        let _ = reply.send(ended);
                        ticket.turn(RUNNING, DONE);
                    }),
                    Err(error) => tracing::error!(%error, "a cage for scripts could not be made"),
                }
            }
            ticket.turn(RUNNING, DONE);
            if ticket.is_given_up() {
                // Somebody else has this place by now.
                return;
            }
            self.ticket = None;
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // A job that broke off half way is over, unless it was given up before.
        let given_up = self.ticket.as_ref().is_some_and(|ticket| {
            ticket.turn(RUNNING, DONE);
            ticket.is_given_up()
        });
        if !given_up {
            self.shop.lose_thread();
        }
    }
}

/// Runs something on a thread whose stack is large enough for any script;
/// nothing if it takes longer than it may. The thread is then left to itself.
pub(crate) fn on_thread<T: Send + 'static>(
    time_max: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (done, result) = mpsc::channel();
    let thread = thread::Builder::new()
        .name("toolcrib-js".to_owned())
        .stack_size(THREAD_STACK_BYTES)
        .spawn(move || done.send(work()));
    match thread {
        Ok(_) => result.recv_timeout(time_max).ok(),
        Err(error) => {
            tracing::error!(%error, "a thread for scripts could not be started");
            None
        }
    }
}
