//! A server that is started here: its process, and everything it started.
//!
//! Owns the process group and what was last said on standard error. What is said
//! on the other two streams is `wire`'s business. Start at [`Child::spawn`].
//!
//! (1) A child has an environment of its own: the usual few variables, and what
//!     its settings list.
//! (2) When this is dropped, its whole group is killed; nobody has to wait for it.
//! (3) Nor has the process that leaves at once: [`end_all`] knows every group.
//! (4) What it says on standard error is read for ever and kept for a while, so it
//!     neither blocks nor grows.

mod tail;

use std::collections::HashSet;
use std::io;
use std::process::{ExitStatus, Stdio};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::process::{ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

use self::tail::Tail;
use crate::config::StdioWay;
use crate::text::Why;

/// Variables of ours that a child may have (1).
const KEPT: [&str; 11] = [
    "HOME", "LANG", "LC_ALL", "LC_CTYPE", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ",
    "USER",
];

/// How long a child may take to end after its input was closed.
const LEAVE: Duration = Duration::from_secs(2);

/// How long it may take after it was asked to end.
const LEAVE_ASKED: Duration = Duration::from_secs(1);

/// How long its last words may take to arrive.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// A server that is started here.
pub(crate) struct Child {
    process: tokio::process::Child,
    group: Group,
    said: Tail,
}

impl Child {
    /// Starts a server and hands over what it reads and what it says.
    pub(crate) fn spawn(way: &StdioWay) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        let mut command = Command::new(&way.command);
        let kept = KEPT.iter().filter_map(|name| Some((*name, std::env::var_os(name)?)));
        command.args(&way.args).env_clear().envs(kept);
        command.envs(way.env.iter().map(|(name, value)| (name, value)));
        if let Some(cwd) = &way.cwd {
            command.current_dir(cwd);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.process_group(0).kill_on_drop(true).spawn()?;
        // Its number is that of its group, because it was made the first of one.
        let number = process.id().and_then(|id| Pid::from_raw(id.cast_signed()));
        let group = Group::new(number);
        let streams = (process.stdin.take(), process.stdout.take(), process.stderr.take());
        let (Some(input), Some(output), Some(errors)) = streams else {
            return Err(io::Error::other("it has no streams"));
        };
        Ok((Self { process, group, said: Tail::new(errors) }, input, output))
    }

    /// Waits until the process has ended by itself.
    pub(crate) async fn ended(&mut self) -> io::Result<ExitStatus> {
        self.process.wait().await
    }

    /// Why it is not there any more: how its process ended, if it has, and what it
    /// said last.
    pub(crate) async fn explain(&mut self, why: Why) -> Why {
        let status = timeout(LAST_WORDS, self.process.wait()).await;
        let said = self.said.last(LAST_WORDS).await;
        match status {
            Ok(Ok(status)) => Why::new(format!("died: {status}"), said),
            Ok(Err(_)) | Err(_) if why.more.is_empty() => Why::new(why.short, said),
            Ok(Err(_)) | Err(_) => why,
        }
    }

    /// Ends it in order; its input must have been closed before.
    pub(crate) async fn end(mut self) {
        if timeout(LEAVE, self.process.wait()).await.is_err() {
            self.group.signal(Signal::TERM);
            if timeout(LEAVE_ASKED, self.process.wait()).await.is_err() {
                tracing::info!("an MCP server did not end when it was asked to, and is killed");
            }
        }
        self.group.kill();
        // Killed, it ends; what remains to be done is to take note of it.
        drop(self.process.wait().await);
    }
}

/// The groups that have not been ended (3).
static GROUPS: LazyLock<Mutex<HashSet<Pid>>> = LazyLock::new(Mutex::default);

/// Kills every server that was started in this process, with everything it
/// started. For who leaves at once and waits for nobody; whoever has the time
/// closes them.
pub fn end_all() {
    for number in GROUPS.lock().unwrap_or_else(PoisonError::into_inner).drain() {
        // A group that has ended already does not mind.
        let _ = kill_process_group(number, Signal::KILL);
    }
}

/// A process and those that it started.
struct Group(Option<Pid>);

impl Group {
    fn new(number: Option<Pid>) -> Self {
        GROUPS.lock().unwrap_or_else(PoisonError::into_inner).extend(number);
        Self(number)
    }

    fn signal(&self, signal: Signal) {
        if let Some(number) = self.0 {
            // A group that has ended already does not mind.
            let _ = kill_process_group(number, signal);
        }
    }

    /// Once and never again: the number may be another's later.
    fn kill(&mut self) {
        self.signal(Signal::KILL);
        if let Some(number) = self.0.take() {
            GROUPS.lock().unwrap_or_else(PoisonError::into_inner).remove(&number);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}
