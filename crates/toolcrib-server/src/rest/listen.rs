//! Connections: taken, bounded, and ended in peace.

#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tower::{Service, ServiceExt as _};

/// Connections at once.
const CONNECTIONS_MAX: usize = 8_192;

/// How long the head of a request may take to come.
const HEAD_TIME_MAX: Duration = Duration::from_secs(15);

/// How long a connection may ask for nothing, or leave an answer lying.
const SILENCE_MAX: Duration = Duration::from_secs(60);

/// How long running requests may take to end when the server does.
pub const GRACE: Duration = Duration::from_secs(30);

/// How long to wait when the system has no connection to give.
const REST: Duration = Duration::from_millis(50);

/// How serving ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Every request was answered.
    InPeace,
    /// Some took too long.
    CutOff,
}

/// Serves until it is told to stop; then nobody new is let in, and whoever is
/// being served gets an answer, within the grace.
pub async fn serve<S>(
    listener: TcpListener,
    served: S,
    stop: CancellationToken,
    grace: Duration,
) -> Ended
where
    S: Service<Request, Response = Response, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
{
    let places = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    let connections = GracefulShutdown::new();
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEAD_TIME_MAX);
    builder.http2().timer(TokioTimer::new()).max_concurrent_streams(256);
    while let Some((stream, place)) = stop.run_until_cancelled(next(&listener, &places)).await {
        // Small answers must not wait for more.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "a connection was gone at once");
            continue;
        }
        let asked = Arc::new(Asked::default());
        let asks = Arc::clone(&asked);
        let service = served.clone().map_future(move |answer: S::Future| {
            let running = Running::new(&asks);
            async move {
                let answer = answer.await;
                // An answer that goes on is not silent as long as somebody reads it.
                let asks = Arc::clone(&running.0);
                answer.map(|answer| {
                    answer.map(|body| {
                        Body::new(body.map_frame(move |frame| {
                            asks.all.fetch_add(1, Ordering::Relaxed);
                            frame
                        }))
                    })
                })
            }
        });
        let take = |request: hyper::Request<Incoming>| request.map(Body::new);
        let service = TowerToHyperService::new(service.map_request(take));
        let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service);
        let connection = connections.watch(connection.into_owned());
        tokio::spawn(async move {
            tokio::select! {
                ended = connection => if let Err(error) = ended {
                    tracing::debug!(error = &*error, "a connection broke");
                },
                () = silence(&asked) => tracing::debug!("a connection was silent"),
            }
            drop(place);
        });
    }
    drop(listener);
    match tokio::time::timeout(grace, connections.shutdown()).await {
        Ok(()) => Ended::InPeace,
        Err(_) => Ended::CutOff,
    }
}

/// What a connection was asked for.
#[derive(Default)]
struct Asked {
    all: AtomicU64,
    running: AtomicU64,
}

/// Ends when a connection has been silent for too long. The builder's own limit
/// holds from the first byte of a request of HTTP/1 on, and there need not be
/// one; HTTP/2 has none at all.
async fn silence(asked: &Asked) {
    tokio::time::sleep(HEAD_TIME_MAX).await;
    let mut before = 0;
    loop {
        let all = asked.all.load(Ordering::Relaxed);
        // Whoever does not read the answer is as silent as who does not ask.
        if all == before && asked.running.load(Ordering::Relaxed) == 0 {
            return;
        }
        before = all;
        tokio::time::sleep(SILENCE_MAX).await;
    }
}

/// A request that is being answered.
struct Running(Arc<Asked>);

impl Running {
    fn new(asked: &Arc<Asked>) -> Self {
        asked.all.fetch_add(1, Ordering::Relaxed);
        asked.running.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(asked))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The next connection, once there is a place for it.
async fn next(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> (TcpStream, OwnedSemaphorePermit) {
    loop {
        let place = Arc::clone(places).acquire_owned().await;
        let place = place.expect("the semaphore is never closed");
        match listener.accept().await {
            Ok((stream, _)) => return (stream, place),
            Err(error) => {
                // Out of descriptors, most likely: somebody has to leave first.
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(REST).await;
            }
        }
    }
}
