//! What a caller may do to robots.
//!
//! (1) A robot gives another no tool that its own caller may not use; nor does
//!     it make one that has the default tools where its caller has not.
//! (2) A tool that it hands on keeps the caller's config and pin.
//! (3) A robot changes and deletes only robots that have no more than its caller.
//! (4) Whoever comes with a key and without an agent needs the key's scope, as
//!     everywhere else.

use std::collections::BTreeSet;
use std::sync::Arc;

use toolcrib::{Caller, Context, ErrorType, Faults, ToolError};
use toolcrib_store::NewAttachment;

use super::{Robot, no_robot, said};
use crate::crib::{Crib, CribHandle, Scope, View, Workspace};

/// Where a call of these tools works, and for whom.
pub(super) struct Here {
    pub(super) crib: Crib,
    pub(super) workspace: Arc<Workspace>,
    caller: Caller,
}

impl Here {
    pub(super) async fn of(context: &Context, scope: Scope) -> Result<Self, ToolError> {
        let crib = context.state::<CribHandle>().and_then(CribHandle::crib);
        let crib = crib.ok_or_else(|| ToolError::permanent("There are no robots here."))?;
        let caller = context.caller().clone();
        // (4) An agent was given the tool by somebody who may.
        if let (None, Some(key)) = (&caller.agent, &caller.key)
            && !crib.keys().allows(key, scope)
        {
            let message = format!("This key lacks the scope `{scope}`, which robots need here.");
            return Err(ToolError::new(ErrorType::Auth, message));
        }
        let workspace = crib.workspace(&caller.workspace).await.map_err(said)?;
        Ok(Self { crib, workspace, caller })
    }

    /// A robot as it is now.
    pub(super) fn robot(&self, id: &str) -> Result<Robot, ToolError> {
        let view = self.workspace.view();
        let agent = view.agents.get(id).ok_or_else(|| no_robot(id))?;
        let row = &agent.row;
        Ok(Robot {
            id: row.id.clone(),
            name: row.name.clone(),
            description: row.description.clone(),
            playbook: row.instructions.clone(),
            tools: agent.attachments.keys().cloned().collect(),
            enabled: row.enabled,
            created_at: row.created_at.clone(),
            updated_at: row.updated_at.clone(),
        })
    }

    /// Whether the caller may change a robot (3).
    pub(super) fn may_change(&self, view: &View, id: &str) -> Result<(), ToolError> {
        let Some(robot) = view.agents.get(id).filter(|_| self.caller.agent.is_some()) else {
            return Ok(());
        };
        let usable = self.workspace.usable_by(&self.caller);
        let has: Vec<String> = match robot.attachments.is_empty() {
            true => self.defaults().into_iter().collect(),
            false => robot.attachments.keys().cloned().collect(),
        };
        let more: Vec<String> = has.into_iter().filter(|tool| !usable.contains(tool)).collect();
        if more.is_empty() {
            return Ok(());
        }
        let more = more.join(", ");
        let message = format!("The robot `{id}` has tools that you may not use yourself: {more}.");
        Err(ToolError::new(ErrorType::Auth, message))
    }

    /// The tools of a robot that was given none.
    fn defaults(&self) -> BTreeSet<String> {
        let defaults = self.crib.default_tools();
        let entries = self.workspace.registry().list(&toolcrib::Filter::default());
        let entries = entries.iter().filter(|entry| defaults.contains(entry));
        entries.map(|entry| entry.spec().tool_id.clone()).collect()
    }

    /// The attachments that these tools make. (1) Every name that cannot be given
    /// is a fault.
    pub(super) fn given(
        &self,
        view: &View,
        tools: Vec<String>,
        faults: &mut Faults,
    ) -> Vec<NewAttachment> {
        let usable: BTreeSet<String> =
            self.workspace.usable_by(&self.caller).iter().cloned().collect();
        let own = self.caller.agent.as_deref().and_then(|id| view.agents.get(id));
        let mut wanted: BTreeSet<String> = tools.into_iter().collect();
        if wanted.is_empty() && own.is_some() {
            let defaults = self.defaults();
            if !defaults.is_subset(&usable) {
                wanted = defaults.intersection(&usable).cloned().collect();
                if wanted.is_empty() {
                    faults.push("tools", "name at least one tool that you may use yourself");
                }
            }
        }
        let mut given = Vec::new();
        for id in wanted {
            match view.tools.get(&id) {
                Some(tool) if usable.contains(&id) => {
                    // (2)
                    let handed_on = own.and_then(|own| own.attachments.get(&id));
                    let config = handed_on.and_then(|given| given.config.as_deref());
                    let config = config.and_then(|config| serde_json::to_string(config).ok());
                    let version_hash = handed_on.and_then(|given| given.version_hash.clone());
                    given.push(NewAttachment { tool: tool.key.clone(), config, version_hash });
                }
                _ => faults.push("tools", format!("not found, or not yours to give: {id}")),
            }
        }
        given
    }
}
