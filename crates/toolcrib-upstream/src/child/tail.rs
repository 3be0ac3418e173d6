//! The last of what a process said on standard error.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::AsyncReadExt as _;
use tokio::process::ChildStderr;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::text::on_one_line;

/// Bytes that are kept.
const KEPT_BYTES_MAX: usize = 8 * 1024;

/// Lines that are shown, and bytes of each.
const LINES_MAX: usize = 5;
const LINE_BYTES_MAX: usize = 300;

/// Reads what is said and keeps the last of it.
pub(super) struct Tail {
    kept: Arc<Mutex<Vec<u8>>>,
    reading: JoinHandle<()>,
}

impl Tail {
    pub(super) fn new(errors: ChildStderr) -> Self {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let reading = tokio::spawn(read(errors, Arc::clone(&kept)));
        Self { kept, reading }
    }

    /// The last lines, once nothing more is said or the time is up.
    pub(super) async fn last(&mut self, patience: Duration) -> String {
        if !self.reading.is_finished() {
            // Somebody else may hold the stream open; what there is will do.
            let _ = timeout(patience, &mut self.reading).await;
        }
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&kept);
        let lines = text.lines().rev().filter(|line| !line.trim().is_empty()).take(LINES_MAX);
        let mut lines: Vec<String> = lines.map(|line| on_one_line(line, LINE_BYTES_MAX)).collect();
        lines.reverse();
        lines.join("\n")
    }
}

impl Drop for Tail {
    fn drop(&mut self) {
        self.reading.abort();
    }
}

async fn read(mut errors: ChildStderr, kept: Arc<Mutex<Vec<u8>>>) {
    let mut chunk = [0; 4096];
    while let Ok(bytes) = errors.read(&mut chunk).await {
        if bytes == 0 {
            return;
        }
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&chunk[..bytes]);
        let over = kept.len().saturating_sub(KEPT_BYTES_MAX);
        kept.drain(..over);
    }
}
