//! Strangers' code: whatever it does, its panic stays with it.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

/// Somebody else's code panicked. The panic hook has told the operator.
#[derive(Debug)]
pub(crate) struct Panicked;

/// Runs somebody else's code.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Panicked> {
    // What it may have left half done is its own: we only take the answer.
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| Panicked)
}

/// Awaits somebody else's code.
pub(crate) async fn caught_future<T>(work: impl Future<Output = T>) -> Result<T, Panicked> {
    let mut work = pin!(work);
    std::future::poll_fn(|task| match caught(|| work.as_mut().poll(task)) {
        Ok(Poll::Pending) => Poll::Pending,
        Ok(Poll::Ready(output)) => Poll::Ready(Ok(output)),
        Err(panicked) => Poll::Ready(Err(panicked)),
    })
    .await
}
