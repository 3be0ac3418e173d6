//! One connection to a server, and the process behind it where there is one.

use std::time::Duration;

use tokio::time::timeout;

use crate::child::Child;
use crate::config::{HttpWay, StdioWay, Way};
use crate::text::Why;
use crate::wire::{About, Connection, Line, Listing, Lost, Manner};

/// How long a connection may take to be closed; a server that does not read what
/// it is sent would take for ever.
const CLOSE: Duration = Duration::from_secs(3);

/// One connection to a server.
pub(super) struct Session {
    connection: Connection,
    child: Option<Child>,
}

impl Session {
    /// Starts or reaches a server and finds out who it is.
    pub(super) async fn open(way: &Way, manner: Manner) -> Result<Self, Lost> {
        match way {
            Way::Stdio(way) => Self::start(way, manner).await,
            Way::Http(way) => Self::reach(way, manner).await,
        }
    }

    async fn start(way: &StdioWay, manner: Manner) -> Result<Self, Lost> {
        let cannot = |error| {
            let more = format!("`{}`: {error}", way.command);
            Lost::Because(Why::new("it cannot be started", more))
        };
        let (mut child, input, output) = Child::spawn(way).map_err(cannot)?;
        match Connection::over_stdio(output, input, manner).await {
            Ok(connection) => Ok(Self { connection, child: Some(child) }),
            Err(Lost::Ended(why)) => Err(Lost::Because(child.explain(why).await)),
            Err(lost) => Err(lost),
        }
    }

    async fn reach(way: &HttpWay, manner: Manner) -> Result<Self, Lost> {
        let connection = Connection::over_http(way, manner).await?;
        Ok(Self { connection, child: None })
    }

    pub(super) fn manner(&self) -> Manner {
        self.connection.manner()
    }

    pub(super) fn line(&self) -> Line {
        self.connection.line().clone()
    }

    pub(super) fn about(&self) -> About {
        self.connection.about()
    }

    pub(super) fn is_over(&self) -> bool {
        self.connection.line().is_over()
    }

    /// What the server has, or why it did not say so.
    pub(super) async fn list(&mut self) -> Result<Listing, Lost> {
        match self.connection.list().await {
            Ok(listing) => Ok(listing),
            Err(_) if self.is_over() => Err(Lost::Because(self.why().await)),
            Err(failure) => Err(Lost::Because(failure.why())),
        }
    }

    /// Waits for a notice that the tools have changed, or for the end, and says
    /// why that came.
    pub(super) async fn until_changed(&mut self) -> Option<Why> {
        let ended = async {
            match &mut self.child {
                Some(child) => drop(child.ended().await),
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = self.connection.changed() => return None,
            () = self.connection.line().over() => {}
            () = ended => self.connection.line().hang_up(),
        }
        Some(self.why().await)
    }

    /// Why it is over. What a process says of its end is worth more than that it
    /// ended.
    pub(super) async fn why(&mut self) -> Why {
        let line = self.connection.line();
        let why = Why::from(line.why());
        match &mut self.child {
            Some(child) if line.was_hung_up() => child.explain(why).await,
            _ => why,
        }
    }

    /// Ends the connection, and then the process.
    pub(super) async fn close(self) {
        let Self { connection, child } = self;
        let _ = timeout(CLOSE, connection.close()).await;
        if let Some(child) = child {
            child.end().await;
        }
    }
}
