//! Listens for changes, whoever makes them.
//!
//! A notice says when to look, not what there is: the revisions are read from
//! the table, so that one that was lost or meant for another schema does no
//! harm. Every few seconds they are read without a notice.

use std::collections::HashMap;
use std::future::poll_fn;
use std::sync::Arc;
use std::time::Duration;

use deadpool_postgres::Pool;
use deadpool_postgres::tokio_postgres::tls::MakeTlsConnect;
use deadpool_postgres::tokio_postgres::{AsyncMessage, Config, NoTls, Socket};
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};

use super::connect::Server;
use super::run::{failure, get};
use crate::changes::{Revisions, publish};
use crate::error::StoreError;

/// How often to look without a notice.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// How long to wait before listening again, at first and at most.
const PAUSE: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

pub(super) struct Listener {
    revisions: watch::Receiver<Revisions>,
    tasks: [JoinHandle<()>; 2],
}

impl Listener {
    pub(super) async fn start(server: Server) -> Result<Self, StoreError> {
        let Server { pool, config, tls } = server;
        let (sender, revisions) = watch::channel(Arc::new(revisions(&pool).await?));
        let notices = Arc::new(Notify::new());
        let heard = Arc::clone(&notices);
        let listen = async move {
            match tls {
                Some(tls) => listen(&config, tls, &heard).await,
                None => listen(&config, NoTls, &heard).await,
            }
        };
        let look = async move { look(&pool, &notices, &sender).await };
        Ok(Self { revisions, tasks: [tokio::spawn(listen), tokio::spawn(look)] })
    }

    pub(super) fn revisions(&self) -> watch::Receiver<Revisions> {
        self.revisions.clone()
    }

    pub(super) async fn close(mut self) {
        for task in &mut self.tasks {
            task.abort();
            drop(task.await);
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

/// Reads the revisions when there is a notice, and now and then.
async fn look(pool: &Pool, notices: &Notify, sender: &watch::Sender<Revisions>) {
    let mut now_and_then = interval(LOOK_EVERY);
    now_and_then.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = notices.notified() => {}
            _ = now_and_then.tick() => {}
        }
        match revisions(pool).await {
            Ok(now) => publish(sender, now),
            Err(error) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "changes cannot be seen");
            }
        }
    }
}

/// Passes notices on; a connection that is lost is made again.
async fn listen<T>(config: &Config, tls: T, notices: &Notify)
where
    T: MakeTlsConnect<Socket> + Clone,
    T::Stream: Send + 'static,
{
    let mut pause = PAUSE.0;
    loop {
        if let Ok((client, mut connection)) = config.connect(tls.clone()).await {
            let notices_end = async {
                while let Some(Ok(message)) = poll_fn(|cx| connection.poll_message(cx)).await {
                    if matches!(message, AsyncMessage::Notification(_)) {
                        notices.notify_one();
                    }
                }
            };
            let begin = async {
                if client.batch_execute("LISTEN toolcrib").await.is_ok() {
                    // What happened while nobody listened.
                    notices.notify_one();
                }
                std::future::pending::<()>().await;
            };
            tokio::select! {
                () = notices_end => {}
                () = begin => {}
            }
            pause = PAUSE.0;
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(PAUSE.1);
    }
}

async fn revisions(pool: &Pool) -> Result<HashMap<String, i64>, StoreError> {
    let client = get(pool).await?;
    let text = "SELECT id, revision FROM workspaces";
    let statement = client.prepare_cached(text).await.map_err(failure)?;
    let rows = client.query(&statement, &[]).await.map_err(failure)?;
    rows.iter()
        .map(|row| Ok((row.try_get(0).map_err(failure)?, row.try_get(1).map_err(failure)?)))
        .collect()
}
