//! The tools of a server, made from what it says that it has.
//!
//! Owns who gets which id, what is wrong with whom, and who is not what was
//! approved. It asks the memory and nobody else. Start at [`Catalog::build`].
//!
//! (1) A definition that is wrong costs its own tool and no other.
//! (2) Where two tools want one id, the first has it.
//! (3) What is remembered was fit to be used; what is not as remembered is not
//!     used until a person says so. It is remembered by id: whoever gets another
//!     tool's id gets nothing of what was approved for it.

mod maker;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde_json::Value;

use crate::definition::Definition;
use crate::status::{Pending, Quarantined};
use crate::tool::RemoteTool;

pub(crate) use self::maker::Maker;

/// The tools of a server.
#[derive(Default)]
pub(crate) struct Catalog {
    pub(crate) tools: Vec<Arc<RemoteTool>>,
    pub(crate) pending: Vec<Pending>,
}

impl Catalog {
    /// Makes tools of what a server sent.
    pub(crate) async fn build(sent: &[Value], maker: &Maker<'_>) -> Self {
        let mut catalog = Self::default();
        let mut taken = HashSet::new();
        for sent in sent {
            let (definition, made) = match Definition::read(sent) {
                Ok(definition) if maker.upstream.takes(&definition.name) => {
                    maker.make(definition, &mut taken).await
                }
                Ok(_) => continue,
                Err(bad) => (None, maker.unusable(&bad)),
            };
            let mut tool = made;
            if let (Some(definition), None) = (definition, &tool.quarantine) {
                let tool_id = &tool.spec.tool_id;
                tool.quarantine = maker.compare(tool_id, definition, &mut catalog.pending).await;
            }
            catalog.tools.push(Arc::new(tool));
            // A thousand tools take a while, and others want to go on.
            tokio::task::yield_now().await;
        }
        catalog
    }

    /// The tools that can be called: their digests by the server's names for them.
    pub(crate) fn callable(&self) -> HashMap<String, String> {
        let usable = self.tools.iter().filter(|tool| tool.quarantine.is_none());
        usable.map(|tool| (tool.name.clone(), tool.digest.clone())).collect()
    }

    pub(crate) fn quarantined(&self) -> Vec<Quarantined> {
        let broken = self.tools.iter().filter_map(|tool| {
            Some(Quarantined {
                tool: tool.name.clone(),
                tool_id: tool.spec.tool_id.clone(),
                reason: tool.quarantine.clone()?,
            })
        });
        broken.collect()
    }

    /// Whether anybody could see a difference.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let is_like = |(one, two): (&Arc<RemoteTool>, &Arc<RemoteTool>)| {
            one.spec == two.spec && one.digest == two.digest && one.quarantine == two.quarantine
        };
        self.tools.len() == other.tools.len()
            && self.tools.iter().zip(&other.tools).all(is_like)
            && self.pending == other.pending
    }
}
