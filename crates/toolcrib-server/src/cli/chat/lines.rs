//! What a person types, a line at a time.
//!
//! Read on a thread of its own, which ends with the process: a read that waits
//! for a person cannot be stopped. It reads only when it is asked to, so that a
//! question in between gets its own answer.

use std::io::{self, Read};
use std::sync::mpsc as blocking;

use tokio::sync::mpsc;

/// Bytes of a line.
const LINE_BYTES_MAX: usize = 256 * 1024;

pub(super) struct Lines {
    ask: blocking::Sender<()>,
    lines: mpsc::Receiver<io::Result<Option<String>>>,
}

impl Lines {
    pub(super) fn new(mut input: Box<dyn Read + Send>) -> Self {
        let (ask, asked) = blocking::channel();
        let (sender, lines) = mpsc::channel(1);
        std::thread::spawn(move || {
            while asked.recv().is_ok() {
                if sender.blocking_send(line(&mut *input)).is_err() {
                    return;
                }
            }
        });
        Self { ask, lines }
    }

    /// The next line; none when there are no more, or when Ctrl-C says so.
    pub(super) async fn next(&mut self) -> io::Result<Option<String>> {
        if self.ask.send(()).is_err() {
            return Ok(None);
        }
        tokio::select! {
            line = self.lines.recv() => line.unwrap_or(Ok(None)),
            _ = tokio::signal::ctrl_c() => Ok(None),
        }
    }
}

fn line(input: &mut dyn Read) -> io::Result<Option<String>> {
    let (mut line, mut byte) = (Vec::new(), [0]);
    loop {
        match input.read(&mut byte) {
            Ok(0) if line.is_empty() => return Ok(None),
            Ok(0) => break,
            Ok(_) if byte[0] == b'\n' => break,
            Ok(_) if line.len() >= LINE_BYTES_MAX => {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "the line is too long"));
            }
            Ok(_) => line.push(byte[0]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}
