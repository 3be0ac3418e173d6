use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, timeout};

use super::{Asked, HEAD_TIME_MAX, Running, SILENCE_MAX, silence};

#[tokio::test(start_paused = true)]
async fn a_silent_connection_ends_and_a_busy_one_does_not() {
    // Nobody asks at all.
    let start = Instant::now();
    silence(&Asked::default()).await;
    assert_eq!(start.elapsed(), HEAD_TIME_MAX);
    // Somebody asked once, and no more.
    let asked = Arc::new(Asked::default());
    drop(Running::new(&asked));
    let start = Instant::now();
    silence(&asked).await;
    assert_eq!(start.elapsed(), HEAD_TIME_MAX + SILENCE_MAX);
    // An answer that takes its time is no silence.
    let running = Running::new(&asked);
    let hours = Duration::from_secs(10_000);
    assert!(timeout(hours, silence(&asked)).await.is_err());
    drop(running);
    // Nor is somebody who asks now and then.
    let asks = async {
        for _ in 0..100 {
            tokio::time::sleep(SILENCE_MAX / 2).await;
            drop(Running::new(&asked));
        }
    };
    tokio::select! {
        () = asks => {}
        () = silence(&asked) => panic!("it was not silent"),
    }
}
