//! What a person types, a line at a time.
//!
//! Read on a thread of its own, which ends with the process: a read that waits
//! for a person cannot be stopped.
//!
//! (1) It reads only when somebody wants a line; who stops waiting leaves the
//!     next line to whoever waits next.
//! (2) What was typed before a question was asked is no answer to it.

use std::io::{self, Read, Write as _};
use std::sync::{Arc, mpsc as blocking};

use rustix::termios::{QueueSelector, tcflush};
use tokio::sync::{Mutex, mpsc};

/// Bytes of a line.
const LINE_BYTES_MAX: usize = 256 * 1024;

/// What a person types. Clones share it.
#[derive(Clone)]
pub(super) struct Lines(Arc<Mutex<Reader>>);

struct Reader {
    ask: blocking::Sender<()>,
    lines: mpsc::Receiver<io::Result<Option<String>>>,
    /// Whether a line was asked for that nobody has taken (1).
    is_reading: bool,
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
        Self(Arc::new(Mutex::new(Reader { ask, lines, is_reading: false })))
    }

    /// The next line; none when there are no more.
    pub(super) async fn next(&self) -> io::Result<Option<String>> {
        self.0.lock().await.next().await
    }

    /// Asks something, and waits for a line that was typed after that (2).
    pub(super) async fn answer(&self, question: &str) -> io::Result<Option<String>> {
        let mut reader = self.0.lock().await;
        // What is no terminal has nothing pending that could be thrown away.
        let _ = tcflush(io::stdin(), QueueSelector::IFlush);
        if reader.is_reading && reader.lines.try_recv().is_ok() {
            reader.is_reading = false;
        }
        let mut err = io::stderr();
        write!(err, "{question}")?;
        err.flush()?;
        reader.next().await
    }
}

impl Reader {
    async fn next(&mut self) -> io::Result<Option<String>> {
        if !self.is_reading {
            if self.ask.send(()).is_err() {
                return Ok(None);
            }
            self.is_reading = true;
        }
        let line = self.lines.recv().await;
        self.is_reading = false;
        line.unwrap_or(Ok(None))
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
