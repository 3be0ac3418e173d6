//! A stream of lines none of which is too long.
//!
//! The SDK skips a line that is too long and goes on, so whoever waits for what
//! stood in it waits in vain, and one without an end is skipped for ever. Here
//! such a line ends the stream. It also skips what is no message at all, so lines
//! are counted here.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, ReadBuf};

use super::over::Over;
use super::useless::Useless;

/// A stream of lines none of which is too long.
pub(super) struct BoundedLines<R> {
    inner: R,
    bytes_max: usize,
    /// Bytes of the line that is being read.
    line_bytes: usize,
    over: Over,
    useless: Useless,
}

impl<R> BoundedLines<R> {
    pub(super) fn new(inner: R, bytes_max: usize, over: Over, useless: Useless) -> Self {
        Self { inner, bytes_max, line_bytes: 0, over, useless }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for BoundedLines<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        task: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        ready!(Pin::new(&mut self.inner).poll_read(task, into))?;
        let read = &into.filled()[before..];
        if self.useless.came(read.iter().filter(|byte| **byte == b'\n').count()) {
            return Poll::Ready(Err(io::Error::other(self.over.why())));
        }
        self.line_bytes = match read.iter().rposition(|byte| *byte == b'\n') {
            Some(end) => read.len() - end - 1,
            None => self.line_bytes + read.len(),
        };
        if self.line_bytes > self.bytes_max {
            let why = format!("it sent a message of more than {} bytes", self.bytes_max);
            self.over.end(&why);
            return Poll::Ready(Err(io::Error::other(why)));
        }
        Poll::Ready(Ok(()))
    }
}
