//! A transport that a stranger cannot flood.
//!
//! The SDK starts a task for every notice and every request of a server. Notices
//! end here: the one that matters is taken note of, the others are nothing to us.
//! Requests go through, as long as the server takes our answers. An answer to what
//! nobody asked is of no use, and so is a line that is no message.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::{ClientNotification, JsonRpcMessage, RequestId, ServerNotification};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::sync::Notify;

use super::over::{CLOSED, Over};
use super::useless::Useless;

/// Requests of a server that wait for an answer.
const ASKED_MAX: usize = 64;

/// Messages to a server that wait to be taken.
const UNSENT_MAX: usize = 1024;

/// After so many notices in a row the server is made to wait: it could send them
/// for ever.
const NOTICES: u32 = 256;
const NOTICES_PAUSE: Duration = Duration::from_millis(20);

/// A transport that a stranger cannot flood.
pub(super) struct Guarded<T> {
    inner: T,
    over: Over,
    changed: Arc<Notify>,
    asked: Arc<AtomicUsize>,
    unsent: Arc<AtomicUsize>,
    notices: u32,
    /// What was asked of the server and not answered yet.
    open: HashSet<RequestId>,
    useless: Useless,
    /// Whether messages were counted as they came, before they were read.
    is_counted: bool,
}

impl<T> Guarded<T> {
    pub(super) fn new(inner: T, over: Over, lines: Option<Useless>, changed: Arc<Notify>) -> Self {
        Self {
            inner,
            changed,
            asked: Arc::default(),
            unsent: Arc::default(),
            notices: 0,
            open: HashSet::new(),
            is_counted: lines.is_some(),
            useless: lines.unwrap_or_else(|| Useless::new(over.clone())),
            over,
        }
    }

    /// Takes note of what is asked, and of what nobody waits for any more.
    fn note(&mut self, message: &TxJsonRpcMessage<RoleClient>) {
        match message {
            JsonRpcMessage::Request(request) => {
                self.open.insert(request.id.clone());
            }
            JsonRpcMessage::Notification(notice) => {
                if let ClientNotification::CancelledNotification(cancelled) = &notice.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    self.open.remove(id);
                }
            }
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => {}
        }
    }

    /// Whether the server may go on after this message.
    fn is_borne(&mut self, message: &RxJsonRpcMessage<RoleClient>) -> bool {
        let is_of_use = match message {
            JsonRpcMessage::Response(answer) => self.open.remove(&answer.id),
            JsonRpcMessage::Error(error) => {
                error.id.as_ref().is_some_and(|id| self.open.remove(id))
            }
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => true,
        };
        match (is_of_use, self.is_counted) {
            (true, true) => self.useless.was_of_use(),
            (true, false) | (false, true) => {}
            (false, false) => return !self.useless.came(1),
        }
        true
    }
}

impl<T: Transport<RoleClient>> Transport<RoleClient> for Guarded<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.note(&message);
        let is_answer = matches!(message, JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_));
        let answered = is_answer.then(|| Counted(Arc::clone(&self.asked)));
        if self.unsent.fetch_add(1, Ordering::Relaxed) >= UNSENT_MAX {
            self.over.end("it does not take what it is sent");
        }
        let counted = Counted(Arc::clone(&self.unsent));
        let sent = self.inner.send(message);
        async move {
            let _counted = (answered, counted);
            sent.await
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        loop {
            let Some(message) = self.inner.receive().await else {
                self.over.end(CLOSED);
                return None;
            };
            if !self.is_borne(&message) {
                return None;
            }
            match &message {
                JsonRpcMessage::Notification(notice) => match &notice.notification {
                    ServerNotification::ToolListChangedNotification(_) => self.changed.notify_one(),
                    ServerNotification::SubscriptionsAcknowledgedNotification(_) => {
                        return Some(message);
                    }
                    _ => {}
                },
                JsonRpcMessage::Request(_) => {
                    if self.asked.fetch_add(1, Ordering::Relaxed) >= ASKED_MAX {
                        self.over.end("it asks and does not take the answers");
                        return None;
                    }
                    return Some(message);
                }
                JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => {
                    self.notices = 0;
                    return Some(message);
                }
            }
            self.notices += 1;
            if self.notices >= NOTICES {
                self.notices = 0;
                tokio::time::sleep(NOTICES_PAUSE).await;
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}

/// One of many; when it is dropped, there is one fewer.
struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        let fewer = |count: usize| Some(count.saturating_sub(1));
        let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fewer);
    }
}
