//! What the tests share: servers, a runtime over them, and patience.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use toolcrib::{CallRequest, Caller, Outcome, Registry, Runtime, Source};
use toolcrib_upstream::{InMemory, Memory, Secret, State, Status, Upstream, Upstreams};

use crate::fake::HOW;

/// How long anything may take before a test gives up; nothing should come near.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Settings of a server that behaves so.
pub(crate) fn fake(how: &str) -> Upstream {
    let program = std::env::current_exe().unwrap();
    let args = ["--exact", "fake::serves", "--nocapture", "--test-threads=1"];
    Upstream {
        command: Some(program.to_str().unwrap().to_owned()),
        args: args.map(str::to_owned).to_vec(),
        env: [(HOW.to_owned(), Secret::from(how))].into(),
        ..Upstream::default()
    }
}

/// Servers that are just being started.
pub(crate) struct Stage {
    pub(crate) upstreams: Upstreams,
    pub(crate) runtime: Runtime,
}

impl Stage {
    /// Servers with a memory of their own.
    pub(crate) fn new<const N: usize>(servers: [(&str, Upstream); N]) -> Self {
        Self::remembering(servers, Arc::new(InMemory::default()))
    }

    pub(crate) fn remembering<const N: usize>(
        servers: [(&str, Upstream); N],
        memory: Arc<dyn Memory>,
    ) -> Self {
        let servers = servers.map(|(name, upstream)| (name.to_owned(), upstream));
        let upstreams = Upstreams::start(servers, memory);
        Self { upstreams, runtime: Runtime::new(Registry::new()) }
    }

    /// Waits for all of them, and loads what they have.
    pub(crate) async fn ready(self) -> Self {
        assert!(self.upstreams.ready(PATIENCE).await, "{:?}", self.upstreams.status());
        self.load().await;
        self
    }

    pub(crate) async fn load(&self) {
        let sources = self.upstreams.sources();
        let sources: Vec<&dyn Source> =
            sources.iter().map(|source| source as &dyn Source).collect();
        self.runtime.registry().load_all(&sources).await.unwrap();
    }

    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Outcome {
        let request = CallRequest::new(tool, arguments.to_string());
        self.runtime.call(&Caller::default(), request).await
    }

    /// What a tool that takes nothing answers.
    pub(crate) async fn data(&self, tool: &str) -> Value {
        let outcome = self.call(tool, json!({})).await;
        outcome.data().cloned().unwrap_or_else(|| panic!("{tool}: {outcome:?}"))
    }

    pub(crate) fn status(&self, server: &str) -> Status {
        let all = self.upstreams.status();
        all.into_iter().find(|status| status.name == server).unwrap()
    }

    /// Waits until a server is as it should be.
    pub(crate) async fn until(&self, server: &str, is_so: impl Fn(&Status) -> bool) -> Status {
        until(|| Some(self.status(server)).filter(&is_so), || self.status(server)).await
    }

    pub(crate) async fn until_waiting(&self, server: &str) -> String {
        let status = self.until(server, |s| matches!(s.state, State::Waiting { .. })).await;
        let State::Waiting { why, .. } = status.state else { unreachable!() };
        why
    }
}

/// Waits until something is there.
pub(crate) async fn until<T, D: std::fmt::Debug>(
    look: impl Fn() -> Option<T>,
    otherwise: impl Fn() -> D,
) -> T {
    let found = async {
        loop {
            if let Some(found) = look() {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let found = tokio::time::timeout(PATIENCE, found).await;
    found.unwrap_or_else(|_| panic!("this did not become so: {:?}", otherwise()))
}

/// Whether there is a process of this number that has not ended.
pub(crate) fn is_alive(pid: u64) -> bool {
    let stat = std::fs::read_to_string(Path::new("/proc").join(pid.to_string()).join("stat"));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}
