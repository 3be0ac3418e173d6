//! The worker: one warm interpreter, a process for each call.
//!
//! One thread has the interpreter and forks; it also carries frames between the
//! program and the processes of calls, and ends those whose time is up. It runs
//! nobody's code itself and reads nothing that a call says beyond its frames.

use std::io::{self, Read as _, Write as _};
use std::os::fd::AsFd as _;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use toolcrib_handlers::python::wire::{Ended, Frame, Frames, Job, Kind};

use crate::calls::{Call, Calls};
use crate::interpreter::Interpreter;
use crate::process::{self, Fork};
use crate::{allocator, cage};

/// The stack of a call: a thousand frames of Python, which unoptimised are large.
const STACK_BYTES: usize = if cfg!(debug_assertions) { 256 } else { 64 } * 1024 * 1024;

pub(crate) fn work() -> ExitCode {
    // The main thread has a stack that is not ours to choose.
    let worker = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(supervise);
    let ended = worker.map(std::thread::JoinHandle::join);
    match ended {
        Ok(Ok(Ok(()))) => ExitCode::SUCCESS,
        // Whoever gave the work has gone, which is as good as being sent home.
        Ok(Ok(Err(error))) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Ok(Ok(Err(error))) => {
            let _ = writeln!(io::stderr(), "the Python worker ended: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::FAILURE,
    }
}

fn supervise() -> io::Result<()> {
    if !allocator::is_counting() {
        return Err(io::Error::other("this program does not count its memory"));
    }
    let filters = cage::Filters::new()?;
    // After the program and the word that makes it a worker.
    let imports: Vec<String> = std::env::args().skip(2).collect();
    let interpreter = Interpreter::warm(&imports)?;
    let (mut heard, mut calls) = (Frames::default(), Calls::default());
    say(&Frame { kind: Kind::Ready, call: 0, bytes: Vec::new() })?;
    loop {
        let (has_input, ready) = wait(&calls)?;
        for (number, way) in ready {
            match (calls.get_mut(number), way) {
                (Some(call), Way::In) => call.write(),
                (Some(call), Way::Out) => call.read(number, say)?,
                (None, _) => {}
            }
        }
        for (number, ended) in calls.take_ended(Instant::now()) {
            say(&Frame::json(Kind::Ended, number, &ended))?;
        }
        if !has_input {
            continue;
        }
        let mut bytes = [0; 65_536];
        let count = io::stdin().lock().read(&mut bytes)?;
        if count == 0 {
            // Whoever gave the work has gone, and the calls go with this process.
            return Ok(());
        }
        heard.push(&bytes[..count]);
        while let Some(frame) = heard.next_frame().map_err(io::Error::other)? {
            match frame.kind {
                Kind::Start => start(&frame, &interpreter, &filters, &mut calls)?,
                Kind::Answer => {
                    if let Some(call) = calls.get_mut(frame.call) {
                        call.answer(&frame);
                    }
                }
                Kind::Stop => calls.stop(frame.call),
                _ => return Err(io::Error::other("the program says what only a worker says")),
            }
        }
    }
}

/// Starts a call in a process of its own.
fn start(
    frame: &Frame,
    interpreter: &Interpreter,
    filters: &cage::Filters,
    calls: &mut Calls,
) -> io::Result<()> {
    let job: Job = serde_json::from_slice(&frame.bytes).map_err(io::Error::other)?;
    let (input, to_call) = rustix::pipe::pipe()?;
    let (from_call, output) = rustix::pipe::pipe()?;
    match process::fork() {
        Ok(Fork::Child) => {
            let is_joined = rustix::stdio::dup2_stdin(&input)
                .and_then(|()| rustix::stdio::dup2_stdout(&output));
            let limits =
                cage::Limits { wall_ms: job.wall_ms, memory_bytes_max: job.memory_bytes_max };
            let silence = std::fs::File::options().write(true).open("/dev/null");
            let is_silent = silence.and_then(|null| Ok(rustix::stdio::dup2_stderr(&null)?));
            process::default_signals();
            if is_joined.is_err() || is_silent.is_err() || cage::close(&limits, filters).is_err() {
                process::exit(1);
            }
            interpreter.run(&job)
        }
        Ok(Fork::Parent(pid)) => {
            let wall = Duration::from_millis(job.wall_ms);
            calls.add(frame.call, Call::new(pid, to_call, from_call, Instant::now() + wall)?);
            Ok(())
        }
        Err(_) => say(&Frame::json(Kind::Ended, frame.call, &Ended::Crashed { signal: None })),
    }
}

/// The two pipes of a call.
#[derive(Clone, Copy)]
enum Way {
    In,
    Out,
}

/// A call, and the pipe of it that is ready.
type Ready = (u32, Way);

/// Waits until the program or a call has something, or a call's time is up.
fn wait(calls: &Calls) -> io::Result<(bool, Vec<Ready>)> {
    let stdin = io::stdin();
    let mut polled = vec![PollFd::from_borrowed_fd(stdin.as_fd(), PollFlags::IN)];
    let mut whose = Vec::new();
    for (number, call) in calls.all() {
        polled.push(PollFd::from_borrowed_fd(call.output(), PollFlags::IN));
        whose.push((number, Way::Out));
        if let Some(input) = call.awaits_input() {
            polled.push(PollFd::from_borrowed_fd(input, PollFlags::OUT));
            whose.push((number, Way::In));
        }
    }
    let until = calls.next_deadline().map(|at| {
        let left = at.saturating_duration_since(Instant::now());
        Timespec { tv_sec: left.as_secs().cast_signed(), tv_nsec: left.subsec_nanos().into() }
    });
    match poll(&mut polled, until.as_ref()) {
        Err(rustix::io::Errno::INTR) => return Ok((false, Vec::new())),
        other => other?,
    };
    let is_ready = |fd: &PollFd<'_>| !fd.revents().is_empty();
    let ready = whose.iter().zip(&polled[1..]).filter(|(_, fd)| is_ready(fd));
    let ready = ready.map(|(ready, _)| *ready).collect();
    Ok((is_ready(&polled[0]), ready))
}

/// Tells the program something.
fn say(frame: &Frame) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(&frame.encode())?;
    out.flush()
}
