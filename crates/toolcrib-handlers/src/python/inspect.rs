//! Whether a handler could be called, found out without calling it.
//!
//! Folders are checked where nothing is awaited, so this has a worker of its
//! own, which ends with the one thing that it is asked.

use std::io::{self, Read as _, Write as _};
use std::time::Duration;

use super::Settings;
use super::wire::{Ended, Frame, Frames, Job, Kind};
use crate::js::on_thread;

/// How long it may take in all, the warming of the interpreter included.
const INSPECT_MAX: Duration = Duration::from_secs(30);

/// Runs a job in a worker of its own.
pub(super) fn run(settings: &Settings, mut job: Job) -> io::Result<Ended> {
    if !cfg!(target_os = "linux") {
        return Err(io::Error::other("Python runs only on Linux, where its process can be caged"));
    }
    job.imports.clone_from(&settings.imports);
    let mut child = settings.command()?.spawn()?;
    let (Some(mut input), Some(mut output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(io::Error::other("the Python worker has no streams"));
    };
    let talk = move || -> io::Result<Ended> {
        input.write_all(&Frame::json(Kind::Start, 0, &job).encode())?;
        let mut frames = Frames::default();
        loop {
            let mut bytes = [0; 65_536];
            let count = output.read(&mut bytes)?;
            if count == 0 {
                return Err(io::Error::other("the Python worker ended"));
            }
            frames.push(&bytes[..count]);
            while let Some(frame) = frames.next_frame().map_err(io::Error::other)? {
                if frame.kind == Kind::Ended {
                    return serde_json::from_slice(&frame.bytes).map_err(io::Error::other);
                }
            }
        }
    };
    let ended = on_thread(INSPECT_MAX, talk);
    // Without its streams it ends by itself; one that does not is made to.
    let _ = child.kill();
    let _ = child.wait();
    ended.unwrap_or_else(|| Err(io::ErrorKind::TimedOut.into()))
}
