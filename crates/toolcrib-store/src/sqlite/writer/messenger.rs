//! Tells those who wait that their records are safe.
//!
//! The writer is no thread of the runtime: whomever it wakes costs it a lock, and
//! often a call of the system. So it wakes one task, which wakes the others.

use tokio::sync::mpsc;

use super::batch::Answer;

/// Fewer than these are told at once.
const WORTH_IT: usize = 4;

pub(super) struct Messenger(mpsc::UnboundedSender<Vec<Answer<()>>>);

impl Messenger {
    /// Must be called in a runtime. There are never more messages than batches
    /// whose records were waited for, and the queue of those has a bound.
    pub(super) fn start() -> Self {
        let (sender, mut messages) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Some(answers) = messages.recv().await {
                deliver(answers);
            }
        });
        Self(sender)
    }

    pub(super) fn tell(&self, answers: Vec<Answer<()>>) {
        if answers.len() < WORTH_IT {
            return deliver(answers);
        }
        if let Err(returned) = self.0.send(answers) {
            // The runtime ends, and perhaps somebody still waits.
            deliver(returned.0);
        }
    }
}

/// Who has stopped waiting does not mind.
fn deliver(answers: Vec<Answer<()>>) {
    answers.into_iter().for_each(|(done, result)| drop(done.send(result)));
}
