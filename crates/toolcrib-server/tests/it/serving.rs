//! `toolcrib serve` as a process, with real connections.
//!
//! Every test has a database of its own and starts its own servers; nothing
//! waits for luck: what takes its time is looked at until it is there or a
//! deadline has passed. Start at `bed`.

mod access;
mod approving;
mod attaching;
mod bed;
mod books;
mod clients;
mod crash;
mod faults;
mod fuzz;
mod generated;
mod manners;
mod mcp;
mod page;
mod reload;
mod server;
mod shutdown;
mod starting;
mod stopping;
mod talking;
mod together;
mod tracing;
mod upstream;
mod watching;
mod wire;

use std::time::{Duration, Instant};

/// Longer than anything takes on a machine that has other things to do, too.
const DEADLINE: Duration = Duration::from_secs(30);

/// How long to wait before looking again.
const PAUSE: Duration = Duration::from_millis(10);

/// How long others may take to see a change, by contract.
const SEEN_WITHIN: Duration = Duration::from_secs(1);

/// Looks until there is something to see, and says how long that took.
async fn until<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> (T, Duration) {
    let start = Instant::now();
    loop {
        if let Some(seen) = look().await {
            return (seen, start.elapsed());
        }
        assert!(start.elapsed() < DEADLINE, "it never came to that: {what}");
        tokio::time::sleep(PAUSE).await;
    }
}

/// Whether the contract was kept: what else the machine does can only add to a
/// time, so the best of several rounds counts.
fn seen_in_time(what: &str, rounds: &[Duration]) {
    let best = rounds.iter().min().unwrap();
    assert!(*best < SEEN_WITHIN, "{what} took {rounds:?}");
}

/// A test on each database.
macro_rules! on_both {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    super::$name(&crate::serving::bed::Bed::sqlite()).await;
                }
            )+
        }

        mod postgres {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    if let Some(bed) = crate::serving::bed::Bed::postgres().await {
                        super::$name(&bed).await;
                        bed.clear().await;
                    }
                }
            )+
        }
    };
}
use on_both;
