//! Robots: agents that make, change and switch to other agents. What a caller may
//! do to whom is in `here`.

mod here;

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use toolcrib::{Context, Faults, Intent, Reply, ToolError, tool};
use toolcrib_store::{NewAgent, StoreError};

use self::here::Here;
use super::failed;
use crate::crib::{AgentView, Scope, Unchanged, mint_id};

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
        Ok((robot, tools))
    });
    changed.await.map_err(|unchanged| match unchanged {
        Unchanged::Gone => no_robot(&robot_id),
        Unchanged::Store(error) => said(error),
        Unchanged::Refused(error) => error,
    })?;
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
