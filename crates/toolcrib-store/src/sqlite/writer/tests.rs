use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::oneshot;

use super::{Job, WriteJob, batch, work};
use crate::error::StoreError;
use crate::recorder::settled;
use crate::sql::{Row, Step, query};

type Receipt = oneshot::Receiver<Result<Vec<Vec<Row>>, StoreError>>;

fn job(steps: Vec<Step>) -> (Job, Receipt) {
    let (done, receipt) = oneshot::channel();
    (Job::Write(WriteJob { steps, done }), receipt)
}

#[tokio::test]
async fn a_panic_ends_a_batch_and_not_the_writer() {
    let connection = rusqlite::Connection::open_in_memory().unwrap();
    connection.execute_batch("CREATE TABLE t (x); CREATE TABLE calls (x);").unwrap();
    let (sender, jobs) = tokio::sync::mpsc::channel(8);
    let panics = AtomicBool::new(true);
    let thread = std::thread::spawn(move || {
        work(&connection, jobs, |connection, waiting| {
            if panics.swap(false, Ordering::Relaxed) {
                connection.execute_batch("BEGIN; INSERT INTO t VALUES (1)").unwrap();
                panic!("on purpose");
            }
            // What the writer does, but for records.
            let jobs = std::mem::take(waiting);
            for job in jobs {
                let Job::Write(WriteJob { steps, done }) = job else { unreachable!() };
                let rows = batch::each_step(connection, &steps).map_err(|_| StoreError::Missing);
                drop(done.send(rows));
            }
        });
    });
    let (first, receipt) = job(Vec::new());
    sender.send(first).await.ok().unwrap();
    assert!(matches!(settled(receipt).await, Err(StoreError::Unavailable(_))));
    // The thread goes on, and the transaction in which it broke is gone.
    let (second, receipt) = job(vec![Step::new(query!("SELECT COUNT(*) FROM t"))]);
    sender.send(second).await.ok().unwrap();
    let mut rows = settled(receipt).await.unwrap();
    assert_eq!(rows[0][0].int().unwrap(), 0);
    drop(sender);
    thread.join().unwrap();
}
