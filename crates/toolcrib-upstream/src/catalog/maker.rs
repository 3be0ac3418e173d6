//! One tool, made from one definition.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use toolcrib::error::BoxError;
use toolcrib::vendor::callable_name;
use toolcrib::{CompiledSpec, Limits, Problem, Spec};

use crate::config::Upstream;
use crate::definition::{BadDefinition, Definition};
use crate::link::Link;
use crate::memory::Memory;
use crate::status::Pending;
use crate::text::{cut, plain};
use crate::tool::{self, RemoteTool};
use crate::upstreams::Names;

/// Bytes of a reason.
const REASON_BYTES_MAX: usize = 500;

/// What tools are made with.
pub(crate) struct Maker<'a> {
    pub(crate) upstream: &'a Upstream,
    pub(crate) prefix: &'a str,
    pub(crate) names: &'a Names,
    pub(crate) link: &'a Arc<Link>,
    pub(crate) memory: &'a dyn Memory,
    /// The tools as they are now: what is the same is not looked at again.
    pub(crate) known: HashMap<&'a str, &'a RemoteTool>,
}

impl Maker<'_> {
    /// A tool of a definition, which comes back if the tool can be used so far.
    pub(super) async fn make(
        &self,
        definition: Definition,
        taken: &mut HashSet<String>,
    ) -> (Option<Definition>, RemoteTool) {
        let tool_id = callable_name(&format!("{}_{}", self.prefix, definition.name));
        let digest = definition.digest();
        let (spec, fault) = match self.known.get(&*digest) {
            Some(known) if known.spec.tool_id == tool_id => {
                (known.spec.clone(), known.fault.clone())
            }
            _ => {
                let spec = tool::spec(tool_id, &definition, self.upstream, &self.link.server);
                looked_at(spec).await
            }
        };
        let quarantine = match &fault {
            Some(fault) => Some(fault.clone()),
            // (2)
            None if !taken.insert(spec.tool_id.clone()) => {
                Some(format!("another tool of this server has the id `{}`", spec.tool_id))
            }
            None => self.claimed(&spec.tool_id),
        };
        let tool = RemoteTool {
            spec,
            name: definition.name.clone(),
            digest,
            fault,
            quarantine,
            link: Arc::clone(self.link),
        };
        (Some(definition), tool)
    }

    /// Who else has an id, if somebody has.
    fn claimed(&self, tool_id: &str) -> Option<String> {
        if let Some(other) = self.names.other_owner(tool_id, self.prefix) {
            return Some(format!("the id `{tool_id}` belongs to the server `{other}`"));
        }
        let is_taken = self.memory.is_taken(tool_id);
        is_taken.then(|| format!("a tool that is no server's has the id `{tool_id}`"))
    }

    pub(super) fn unusable(&self, bad: &BadDefinition) -> RemoteTool {
        let name = if bad.name.trim().is_empty() { "unnamed" } else { &bad.name };
        let tool_id = callable_name(&format!("{}_{name}", self.prefix));
        let description = format!("A tool of the MCP server `{}`.", self.link.server);
        RemoteTool {
            spec: Spec::new(tool_id, description),
            name: bad.name.clone(),
            digest: String::new(),
            fault: None,
            quarantine: Some(cut(&bad.reason, REASON_BYTES_MAX)),
            link: Arc::clone(self.link),
        }
    }

    /// Why a definition may not be used, if it is not the approved one (3).
    pub(super) async fn compare(
        &self,
        tool_id: &str,
        definition: Definition,
        pending: &mut Vec<Pending>,
    ) -> Option<String> {
        let server = &*self.link.server;
        let known = match self.memory.approved(server, tool_id).await {
            Ok(Some(before)) => before,
            Ok(None) => match self.memory.remember(server, tool_id, &definition).await {
                Ok(()) => return None,
                Err(error) => return Some(forgetful(server, &error)),
            },
            Err(error) => return Some(forgetful(server, &error)),
        };
        let digest = definition.digest();
        if known.digest() == digest {
            return None;
        }
        pending.push(Pending {
            server: server.to_owned(),
            tool: definition.name.clone(),
            tool_id: tool_id.to_owned(),
            before: known,
            after: definition,
            digest,
        });
        Some("its definition changed since it was approved".to_owned())
    }
}

fn forgetful(server: &str, error: &BoxError) -> String {
    tracing::error!(server, %error, "whether a tool was approved cannot be said");
    "whether it was approved cannot be said just now".to_owned()
}

/// A spec and what is wrong with it. A stranger's schemas may take seconds to
/// compile, which no thread has that serves others.
async fn looked_at(spec: Spec) -> (Spec, Option<String>) {
    let looking = tokio::task::spawn_blocking(move || {
        let fault = fault(&spec);
        (spec, fault)
    });
    match looking.await.map_err(tokio::task::JoinError::try_into_panic) {
        Ok(looked_at) => looked_at,
        Err(Ok(panic)) => std::panic::resume_unwind(panic),
        // Everything ends, and this with it.
        Err(Err(_)) => std::future::pending().await,
    }
}

/// What is wrong with a spec. The registry would find the same; the status must
/// say it before anybody asks.
fn fault(spec: &Spec) -> Option<String> {
    let problems = CompiledSpec::new(spec.clone(), "", &[], &Limits::default()).err()?;
    let first = problems.iter().find(|problem| problem.is_error())?;
    let Problem { pointer, message, .. } = first;
    let place = pointer.replacen("/parameters", "inputSchema", 1);
    let place = place.replacen("/output", "outputSchema", 1);
    let why = format!("its definition is invalid at `{place}`: {message}");
    Some(cut(&plain(&why), REASON_BYTES_MAX))
}
