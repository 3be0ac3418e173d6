//! Tools by name, for whoever puts a robot's tools together.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use async_trait::async_trait;
use toolcrib_core::{ErrorType, ToolError};

use crate::registry::{Entry, Registry};

/// Hands out tools: one by its name, those that everybody has, those of a robot.
///
/// A robot here is what is an agent elsewhere.
#[async_trait]
pub trait ToolProvider: Send + Sync {
    /// A tool by its id or an alias.
    ///
    /// # Errors
    ///
    /// NOT_FOUND, with the nearest names.
    async fn get_tool(&self, name: &str) -> Result<Arc<Entry>, ToolError>;

    /// The tools of a robot that was given none.
    ///
    /// # Errors
    ///
    /// NOT_FOUND, when one of them is missing.
    async fn get_default_tools(&self) -> Result<Vec<Arc<Entry>>, ToolError>;

    /// The tools of a robot that are there, and the names of those that are not.
    ///
    /// # Errors
    ///
    /// NOT_FOUND, when there is no such robot.
    async fn find_robot_tools(&self, robot_id: &str) -> Result<FoundTools, ToolError>;

    /// The tools of a robot, all of them.
    ///
    /// # Errors
    ///
    /// NOT_FOUND, when there is no such robot or one of its tools is missing.
    async fn get_robot_tools(&self, robot_id: &str) -> Result<Vec<Arc<Entry>>, ToolError> {
        self.find_robot_tools(robot_id).await?.all()
    }
}

/// Tools that are there, and the names of those that are not.
#[derive(Clone, Debug, Default)]
pub struct FoundTools {
    /// The tools that are there.
    pub tools: Vec<Arc<Entry>>,
    /// The names of those that are not.
    pub missing: Vec<String>,
}

impl FoundTools {
    /// Looks tools up in a registry.
    pub fn in_registry<'a>(registry: &Registry, names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut found = Self::default();
        for name in names {
            match registry.get(name) {
                Some(entry) => found.tools.push(entry),
                None => found.missing.push(name.to_owned()),
            }
        }
        found
    }

    /// The tools, if none is missing.
    ///
    /// # Errors
    ///
    /// NOT_FOUND, with all the names that are missing.
    pub fn all(self) -> Result<Vec<Arc<Entry>>, ToolError> {
        if self.missing.is_empty() {
            return Ok(self.tools);
        }
        let message = format!("There is no tool `{}`.", self.missing.join("`, `"));
        Err(ToolError::new(ErrorType::NotFound, message))
    }
}

/// A provider over a registry, for a program that knows its robots itself.
///
/// ```
/// use toolcrib::provider::{RegistryProvider, ToolProvider};
/// use toolcrib::{Registry, tool};
///
/// /// Adds two numbers.
/// #[tool(side_effects = "none")]
/// async fn add(a: f64, b: f64) -> f64 {
///     a + b
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let registry = Registry::new();
/// registry.register(AddTool)?;
/// let provider = RegistryProvider::new(registry)
///     .with_default_tools(["add"])
///     .with_robot("librarian", ["add", "search"]);
///
/// assert_eq!(provider.get_tool("add").await.unwrap().spec().tool_id, "add");
/// let found = provider.find_robot_tools("librarian").await.unwrap();
/// assert_eq!((found.tools.len(), found.missing), (1, vec!["search".to_owned()]));
/// let error = provider.get_robot_tools("librarian").await.unwrap_err();
/// assert_eq!(error.message, "There is no tool `search`.");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct RegistryProvider {
    registry: Registry,
    defaults: BTreeSet<String>,
    robots: BTreeMap<String, BTreeSet<String>>,
}

impl RegistryProvider {
    /// Over a registry, with no default tools and no robots.
    pub fn new(registry: Registry) -> Self {
        Self { registry, defaults: BTreeSet::new(), robots: BTreeMap::new() }
    }

    /// The tools of a robot that was given none.
    #[must_use]
    pub fn with_default_tools<T: Into<String>>(
        mut self,
        names: impl IntoIterator<Item = T>,
    ) -> Self {
        self.defaults = names.into_iter().map(Into::into).collect();
        self
    }

    /// A robot and its tools; with none it has the default ones.
    #[must_use]
    pub fn with_robot<T: Into<String>>(
        mut self,
        robot_id: impl Into<String>,
        names: impl IntoIterator<Item = T>,
    ) -> Self {
        let names = names.into_iter().map(Into::into).collect();
        self.robots.insert(robot_id.into(), names);
        self
    }
}

#[async_trait]
impl ToolProvider for RegistryProvider {
    async fn get_tool(&self, name: &str) -> Result<Arc<Entry>, ToolError> {
        tool_named(&self.registry, name)
    }

    async fn get_default_tools(&self) -> Result<Vec<Arc<Entry>>, ToolError> {
        FoundTools::in_registry(&self.registry, self.defaults.iter().map(String::as_str)).all()
    }

    async fn find_robot_tools(&self, robot_id: &str) -> Result<FoundTools, ToolError> {
        let names = self.robots.get(robot_id).ok_or_else(|| no_robot(robot_id))?;
        let names = if names.is_empty() { &self.defaults } else { names };
        Ok(FoundTools::in_registry(&self.registry, names.iter().map(String::as_str)))
    }
}

/// A tool by its id or an alias, or the nearest names.
///
/// # Errors
///
/// NOT_FOUND.
pub fn tool_named(registry: &Registry, name: &str) -> Result<Arc<Entry>, ToolError> {
    registry.get(name).ok_or_else(|| {
        let snapshot = registry.snapshot();
        let near = snapshot.nearest(name, |_| true);
        let hint = match near.is_empty() {
            true => String::new(),
            false => format!(" Did you mean `{}`?", near.join("`, `")),
        };
        ToolError::new(ErrorType::NotFound, format!("There is no tool `{name}`.{hint}"))
    })
}

/// There is no such robot.
pub fn no_robot(robot_id: &str) -> ToolError {
    ToolError::new(ErrorType::NotFound, format!("There is no robot `{robot_id}`."))
}
