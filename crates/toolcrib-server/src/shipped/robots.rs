//! Robots: agents that make, change and switch to other agents.
//!
//! (1) A robot gives another no tool that its own caller may not use; nor does
//!     it make one that has the default tools where its caller has not.
//! (2) A tool that it hands on keeps the caller's config and pin.
//! (3) A robot changes and deletes only robots that have no more than its caller.
//! (4) Whoever comes with a key and without an agent needs the key's scope, as
//!     everywhere else.

use std::collections::BTreeSet;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use toolcrib::{Caller, Context, ErrorType, Faults, Intent, Reply, ToolError, tool};
use toolcrib_store::{NewAgent, NewAttachment, StoreError};

use super::failed;
use crate::crib::{AgentView, Crib, CribHandle, Scope, View, Workspace, mint_id};

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Robot {
    /// The id by which it is found and switched to.
    id: String,
    name: String,
    description: String,
    /// What it is told.
    playbook: String,
    /// The tools that it was given; with none, it has the default ones.
    tools: Vec<String>,
    enabled: bool,
    created_at: String,
    updated_at: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Robots {
    robots: Vec<Listed>,
    /// How many there are in all.
    total: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Listed {
    id: String,
    name: String,
    description: String,
    enabled: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Switched {
    /// The robot that goes on with the conversation.
    robot_id: String,
    name: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Deleted {
    /// The robot that is gone.
    robot_id: String,
}

/// Creates a new robot: an agent with a playbook and tools of its own, in this workspace.
#[tool(
    title = "Create Robot",
    group = "robots",
    timeout_ms = 10_000,
    tags = ["robots", "agents"],
    guide = include_str!("robots/robot_create.md")
)]
pub(super) async fn robot_create(
    /// What the robot is called.
    #[schemars(length(min = 1, max = 200))]
    name: String,
    /// What the robot is told: its task, its manner, its limits.
    #[schemars(length(min = 1, max = 100_000))]
    playbook: String,
    /// What the robot is for, for people and other robots.
    #[schemars(length(max = 10_000))]
    description: Option<String>,
    /// The tools that the robot may use; without any, those that every robot has, as far as you have them.
    #[schemars(extend("x-enumFrom" = "tools"))]
    tools: Option<Vec<String>>,
    context: &Context,
) -> Result<Robot, ToolError> {
    let here = Here::of(context, Scope::Manage).await?;
    let mut faults = Faults::new();
    let tools = here.given(&here.workspace.view(), tools.unwrap_or_default(), &mut faults);
    check_text("name", &name, &mut faults);
    check_text("playbook", &playbook, &mut faults);
    faults.refuse()?;
    let id = mint_id("robot")
        .map_err(|error| ToolError::internal("No id could be made.").caused_by(error))?;
    let robot = NewAgent {
        id: id.clone(),
        name: name.trim().to_owned(),
        description: description.unwrap_or_default(),
        instructions: playbook,
        enabled: true,
        ..NewAgent::default()
    };
    here.crib.create_agent(&here.workspace, robot, tools).await.map_err(said)?;
    here.robot(&id)
}

/// Lists the robots of this workspace.
#[tool(
    title = "List Robots",
    group = "robots",
    side_effects = "read_only",
    latency_budget_ms = 50,
    timeout_ms = 10_000,
    tags = ["robots", "agents"],
    guide = include_str!("robots/robot_list.md")
)]
pub(super) async fn robot_list(
    /// How many robots to list at most.
    #[arg(default = 50)]
    #[schemars(range(min = 1, max = 200))]
    limit: usize,
    context: &Context,
) -> Result<Robots, ToolError> {
    let view = Here::of(context, Scope::Read).await?.workspace.view();
    let mut all: Vec<&Arc<AgentView>> = view.agents.values().collect();
    all.sort_by(|a, b| (&a.row.created_at, &a.row.id).cmp(&(&b.row.created_at, &b.row.id)));
    let robots = all.iter().take(limit).map(|agent| Listed {
        id: agent.row.id.clone(),
        name: agent.row.name.clone(),
        description: agent.row.description.clone(),
        enabled: agent.row.enabled,
    });
    Ok(Robots { robots: robots.collect(), total: all.len() })
}

/// Returns one robot: its name, description, playbook and tools.
#[tool(
    title = "Get Robot",
    group = "robots",
    side_effects = "read_only",
    latency_budget_ms = 50,
    timeout_ms = 10_000,
    tags = ["robots", "agents"],
    guide = include_str!("robots/robot_get.md")
)]
pub(super) async fn robot_get(
    /// The robot's id, from robot_list.
    #[schemars(regex(pattern = r"^[a-z][a-z0-9_]{0,63}$"))]
    robot_id: String,
    context: &Context,
) -> Result<Robot, ToolError> {
    Here::of(context, Scope::Read).await?.robot(&robot_id)
}

/// Changes a robot's name, description, playbook or tools; what is left out stays.
#[tool(
    title = "Update Robot",
    group = "robots",
    idempotent = true,
    timeout_ms = 10_000,
    tags = ["robots", "agents"],
    guide = include_str!("robots/robot_update.md")
)]
pub(super) async fn robot_update(
    /// The robot's id, from robot_list.
    #[schemars(regex(pattern = r"^[a-z][a-z0-9_]{0,63}$"))]
    robot_id: String,
    /// What the robot is called.
    #[schemars(length(min = 1, max = 200))]
    name: Option<String>,
    /// What the robot is for.
    #[schemars(length(max = 10_000))]
    description: Option<String>,
    /// What the robot is told.
    #[schemars(length(min = 1, max = 100_000))]
    playbook: Option<String>,
    /// All the tools that the robot may use from now on.
    #[schemars(extend("x-enumFrom" = "tools"))]
    tools: Option<Vec<String>>,
    context: &Context,
) -> Result<Robot, ToolError> {
    let here = Here::of(context, Scope::Manage).await?;
    here.robot(&robot_id)?;
    let mut faults = Faults::new();
    name.iter().for_each(|name| check_text("name", name, &mut faults));
    playbook.iter().for_each(|playbook| check_text("playbook", playbook, &mut faults));
    faults.refuse()?;
    let changed = here.crib.change_agent(&here.workspace, &robot_id, |view| {
        let mut faults = Faults::new();
        here.may_change(view, &robot_id)?;
        let tools = tools.clone().map(|tools| here.given(view, tools, &mut faults));
        faults.refuse()?;
        let agent = view.agents.get(&robot_id).ok_or_else(|| no_robot(&robot_id))?;
        let mut robot = NewAgent::from(agent.row.clone());
        robot.name = name.clone().unwrap_or(robot.name);
        robot.description = description.clone().unwrap_or(robot.description);
        robot.instructions = playbook.clone().unwrap_or(robot.instructions);
        Ok::<_, Unchanged>((robot, tools))
    });
    changed.await.map_err(|Unchanged(error)| error.unwrap_or_else(|| no_robot(&robot_id)))?;
    here.robot(&robot_id)
}

/// Deletes a robot for good.
#[tool(
    title = "Delete Robot",
    group = "robots",
    requires_confirmation = true,
    timeout_ms = 10_000,
    tags = ["robots", "agents"],
    guide = include_str!("robots/robot_delete.md")
)]
pub(super) async fn robot_delete(
    /// The robot's id, from robot_list.
    #[schemars(regex(pattern = r"^[a-z][a-z0-9_]{0,63}$"))]
    robot_id: String,
    context: &Context,
) -> Result<Deleted, ToolError> {
    let here = Here::of(context, Scope::Manage).await?;
    here.robot(&robot_id)?;
    here.may_change(&here.workspace.view(), &robot_id)?;
    match here.crib.delete_agent(&here.workspace, &robot_id).await {
        Ok(()) => Ok(Deleted { robot_id }),
        Err(StoreError::Missing) => Err(no_robot(&robot_id)),
        Err(error) => Err(said(error)),
    }
}

/// Hands the conversation over to another robot of this workspace.
#[tool(
    title = "Switch Robot",
    group = "robots",
    side_effects = "none",
    latency_budget_ms = 50,
    timeout_ms = 10_000,
    tags = ["robots", "agents"],
    guide = include_str!("robots/robot_switch.md")
)]
pub(super) async fn robot_switch(
    /// The robot to switch to.
    #[schemars(extend("x-enumFrom" = "agents"))]
    robot_id: String,
    context: &Context,
) -> Result<Reply<Switched>, ToolError> {
    let here = Here::of(context, Scope::Call).await?;
    let view = here.workspace.view();
    let robot = view.agents.get(&robot_id).ok_or_else(|| no_robot(&robot_id))?;
    if !robot.row.enabled {
        return Err(ToolError::permanent(format!("The robot `{robot_id}` is switched off.")));
    }
    let switched = Switched { robot_id: robot_id.clone(), name: robot.row.name.clone() };
    Ok(Reply::new(switched).intent(Intent::SwitchAgent { agent_id: robot_id }))
}

/// Where a call of these tools works, and for whom.
struct Here {
    crib: Crib,
    workspace: Arc<Workspace>,
    caller: Caller,
}

impl Here {
    async fn of(context: &Context, scope: Scope) -> Result<Self, ToolError> {
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
    fn robot(&self, id: &str) -> Result<Robot, ToolError> {
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
    fn may_change(&self, view: &View, id: &str) -> Result<(), ToolError> {
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
    fn given(&self, view: &View, tools: Vec<String>, faults: &mut Faults) -> Vec<NewAttachment> {
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

/// Why a robot stays as it is.
/// Nothing says that it is not there.
struct Unchanged(Option<ToolError>);

impl From<ToolError> for Unchanged {
    fn from(error: ToolError) -> Self {
        Self(Some(error))
    }
}

impl From<StoreError> for Unchanged {
    fn from(error: StoreError) -> Self {
        Self((!matches!(error, StoreError::Missing)).then(|| said(error)))
    }
}

fn check_text(argument: &str, text: &str, faults: &mut Faults) {
    if text.trim().is_empty() {
        faults.push(argument, "must not be empty");
    }
    if text.contains('\0') {
        faults.push(argument, "holds a character that cannot be kept: NUL");
    }
}

fn no_robot(id: &str) -> ToolError {
    ToolError::permanent(format!("There is no robot `{id}`. robot_list shows those there are."))
}

fn said(error: StoreError) -> ToolError {
    failed(error, "The robots")
}
