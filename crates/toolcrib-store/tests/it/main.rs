//! One contract for both databases, and what is particular to each.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod agents;
mod analytics;
mod approvals;
mod bed;
mod changes;
mod documents;
mod files;
mod mail;
mod once;
mod opening;
mod outages;
mod records;
mod runtime;
mod tables;
mod talks;
mod telling;
mod tools;

/// A test of the contract: once for each database.
macro_rules! contract {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    let bed = crate::bed::Bed::sqlite();
                    super::$name(&bed).await;
                }
            )+
        }

        mod postgres {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    if let Some(bed) = crate::bed::Bed::postgres().await {
                        super::$name(&bed).await;
                        bed.clear().await;
                    }
                }
            )+
        }
    };
}
use contract;
