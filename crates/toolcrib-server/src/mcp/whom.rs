//! Who is asking, and what they may.

use std::sync::Arc;

use axum::http::request::Parts;
use rmcp::model::Extensions;
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use toolcrib::{Caller, Door};

use super::{Mcp, forbidden};
use crate::crib::{Crib, Key, Scope, View, Workspace};

/// Who is asking.
#[derive(Clone)]
pub(crate) struct Whom {
    /// The workspace whose tools these are.
    pub(crate) workspace: Arc<Workspace>,
    /// The key that was shown.
    pub(crate) key: Option<Arc<Key>>,
    /// The agent whose tools these are, if not the whole workspace's.
    pub(crate) agent: Option<String>,
    /// The conversation that calls belong to.
    pub(crate) session: Option<String>,
    /// What the workspace had when they asked.
    pub(crate) then: Arc<View>,
}

impl Whom {
    /// Whether they may do this.
    pub(super) fn may(&self, scope: Scope) -> bool {
        self.key.as_ref().is_none_or(|key| key.scopes.contain(scope))
    }

    /// Whether they still may: a key may have been revoked since.
    pub(super) fn still_may(&self, crib: &Crib, scope: Scope) -> bool {
        self.key.as_ref().is_none_or(|key| crib.keys().allows(&key.id, scope))
    }

    /// As the runtime knows them.
    pub(super) fn caller(&self) -> Caller {
        Caller {
            workspace: Arc::clone(self.workspace.id()),
            key: self.key.as_ref().map(|key| Arc::clone(&key.id)),
            ..Caller::at(Door::Mcp)
        }
    }

    /// The same, as the owner of a session of the protocol.
    pub(super) fn owner(&self) -> Owner {
        Owner {
            workspace: Arc::clone(self.workspace.id()),
            key: self.key.as_ref().map(|key| Arc::clone(&key.id)),
            agent: self.agent.clone(),
            session: self.session.clone(),
        }
    }
}

impl Owner {
    /// Whether the same key, or the same workspace without one, has both.
    pub(super) fn is_of_the_same(&self, other: &Self) -> bool {
        (&self.workspace, &self.key) == (&other.workspace, &other.key)
    }
}

/// Whose a session of the protocol is.
#[derive(PartialEq, Eq)]
pub(super) struct Owner {
    pub(super) workspace: Arc<str>,
    pub(super) key: Option<Arc<str>>,
    pub(super) agent: Option<String>,
    pub(super) session: Option<String>,
}

impl Mcp {
    /// Who is asking, if they may do this.
    pub(super) fn whom(
        &self,
        context: &RequestContext<RoleServer>,
        scope: Scope,
    ) -> Result<Whom, ErrorData> {
        let whom = self.named(&context.extensions)?;
        match whom.may(scope) {
            true => Ok(whom),
            false => {
                Err(forbidden(format!("This key may not do that; it lacks the scope `{scope}`.")))
            }
        }
    }

    pub(super) fn named(&self, extensions: &Extensions) -> Result<Whom, ErrorData> {
        let parts = extensions.get::<Parts>();
        let whom = parts.and_then(|parts| parts.extensions.get::<Whom>());
        let whom = self.only.as_ref().or(whom);
        whom.cloned().ok_or_else(|| forbidden("Nobody is asking."))
    }
}
