//! The processes of calls, as their worker sees them.

use std::collections::BTreeMap;
use std::io;
use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};
use std::time::Instant;

use rustix::fs::OFlags;
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
use toolcrib_handlers::python::wire::{Ended, Frame, Frames, Kind};

use crate::allocator::EXIT_MEMORY;

/// Bytes that one call may say in all.
const SAID_BYTES_MAX: usize = 64 * 1024 * 1024;

/// Bytes of answers that wait for a call to read them.
const PENDING_BYTES_MAX: usize = 64 * 1024 * 1024;

/// All calls that run now.
#[derive(Default)]
pub(crate) struct Calls(BTreeMap<u32, Call>);

/// One call that runs now.
pub(crate) struct Call {
    pid: Pid,
    input: OwnedFd,
    output: OwnedFd,
    deadline: Instant,
    heard: Frames,
    /// What it said, in bytes.
    said: usize,
    /// Answers that it has not read yet.
    pending: Vec<u8>,
    /// How it says that it ended.
    ended: Option<Vec<u8>>,
    /// It will say nothing more.
    is_over: bool,
    /// Why it is to be ended, if it is.
    verdict: Option<Ended>,
}

impl Calls {
    pub(crate) fn add(&mut self, number: u32, call: Call) {
        self.0.insert(number, call);
    }

    pub(crate) fn get_mut(&mut self, number: u32) -> Option<&mut Call> {
        self.0.get_mut(&number)
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = (u32, &Call)> {
        self.0.iter().map(|(number, call)| (*number, call))
    }

    pub(crate) fn next_deadline(&self) -> Option<Instant> {
        self.0.values().map(|call| call.deadline).min()
    }

    /// Ends a call that nobody waits for; nothing is told of it.
    pub(crate) fn stop(&mut self, number: u32) {
        if let Some(call) = self.0.remove(&number) {
            call.end();
        }
    }

    /// The calls that have ended by now, or must, and how.
    pub(crate) fn take_ended(&mut self, now: Instant) -> Vec<(u32, Ended)> {
        let over: Vec<u32> = self
            .0
            .iter()
            .filter(|(_, call)| call.is_over(now))
            .map(|(number, _)| *number)
            .collect();
        let ended = over.into_iter().filter_map(|number| {
            let mut call = self.0.remove(&number)?;
            if !call.is_over && call.deadline <= now {
                call.verdict = Some(Ended::Time);
            }
            Some((number, call.end()))
        });
        ended.collect()
    }
}

impl Call {
    pub(crate) fn new(
        pid: Pid,
        input: OwnedFd,
        output: OwnedFd,
        deadline: Instant,
    ) -> io::Result<Self> {
        // A call that does not read its answers must not hold up the others.
        rustix::fs::fcntl_setfl(&input, OFlags::NONBLOCK)?;
        Ok(Self {
            pid,
            input,
            output,
            deadline,
            heard: Frames::default(),
            said: 0,
            pending: Vec::new(),
            ended: None,
            is_over: false,
            verdict: None,
        })
    }

    pub(crate) fn output(&self) -> BorrowedFd<'_> {
        self.output.as_fd()
    }

    /// Its way in, if there is something for it.
    pub(crate) fn awaits_input(&self) -> Option<BorrowedFd<'_>> {
        (!self.pending.is_empty()).then(|| self.input.as_fd())
    }

    /// Hands over what it asked for.
    pub(crate) fn answer(&mut self, frame: &Frame) {
        self.pending.extend(frame.encode());
        if self.pending.len() > PENDING_BYTES_MAX {
            self.verdict = Some(Ended::Forbidden);
        }
        self.write();
    }

    pub(crate) fn write(&mut self) {
        match rustix::io::write(&self.input, &self.pending) {
            Ok(count) => drop(self.pending.drain(..count)),
            Err(rustix::io::Errno::AGAIN | rustix::io::Errno::INTR) => {}
            // It has ended; that is seen where it speaks.
            Err(_) => self.pending.clear(),
        }
    }

    /// Takes what it says and passes it on.
    pub(crate) fn read(
        &mut self,
        number: u32,
        say: impl Fn(&Frame) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut bytes = [0; 65_536];
        let count = match rustix::io::read(&self.output, &mut bytes) {
            Ok(count) => count,
            Err(rustix::io::Errno::INTR) => return Ok(()),
            Err(_) => 0,
        };
        if count == 0 {
            self.is_over = true;
            return Ok(());
        }
        self.said += count;
        self.heard.push(&bytes[..count]);
        loop {
            match self.heard.next_frame() {
                Ok(Some(Frame { kind: Kind::Ended, bytes, .. })) => self.ended = Some(bytes),
                Ok(Some(frame)) if matches!(frame.kind, Kind::Output | Kind::Ask) => {
                    say(&Frame { call: number, ..frame })?;
                }
                Ok(None) if self.said <= SAID_BYTES_MAX => return Ok(()),
                _ => {
                    self.verdict = Some(Ended::Forbidden);
                    return Ok(());
                }
            }
        }
    }

    fn is_over(&self, now: Instant) -> bool {
        self.is_over || self.verdict.is_some() || self.deadline <= now
    }

    /// Sees to it that it has ended, and says how.
    fn end(self) -> Ended {
        // One that has ended already does not mind.
        let _ = kill_process(self.pid, Signal::KILL);
        let status = loop {
            match waitpid(Some(self.pid), WaitOptions::empty()) {
                Err(rustix::io::Errno::INTR) => {}
                other => break other.ok().flatten().map(|(_, status)| status),
            }
        };
        if let Some(verdict) = self.verdict {
            return verdict;
        }
        let (code, signal) = status
            .map_or((None, None), |status| (status.exit_status(), status.terminating_signal()));
        match (code, signal) {
            (Some(EXIT_MEMORY), _) => Ended::Memory,
            (_, Some(libc::SIGXCPU)) => Ended::Time,
            (_, Some(libc::SIGSYS)) => Ended::Forbidden,
            _ => {
                let said = self.ended.and_then(|bytes| serde_json::from_slice(&bytes).ok());
                said.unwrap_or(Ended::Crashed { signal })
            }
        }
    }
}
