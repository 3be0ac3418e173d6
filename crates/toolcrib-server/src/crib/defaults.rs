//! What an agent has that was given nothing.

use std::collections::BTreeSet;

use toolcrib::Entry;
use toolcrib::registry::NATIVE;
use toolcrib_handlers::folders::SHIPPED;

/// Groups that nobody has without being given them: they run code, or show and
/// steer other agents.
const APART: [&str; 2] = ["code", "robots"];

/// The tools of an agent without attachments.
#[derive(Clone, Debug, Default)]
pub enum DefaultTools {
    /// What is shipped, runs nobody's code, writes nothing and leaves other
    /// agents alone.
    #[default]
    Harmless,
    /// These, by id.
    Listed(BTreeSet<String>),
}

impl DefaultTools {
    /// Whether a tool is one of them.
    pub fn contains(&self, tool: &Entry) -> bool {
        let spec = tool.spec();
        match self {
            Self::Harmless => {
                matches!(tool.source(), NATIVE | SHIPPED)
                    && !spec.writes()
                    && !spec.group.as_deref().is_some_and(|group| APART.contains(&group))
            }
            Self::Listed(_) => self.lists(&spec.tool_id),
        }
    }

    /// Whether an operator listed it.
    pub fn lists(&self, tool_id: &str) -> bool {
        matches!(self, Self::Listed(ids) if ids.contains(tool_id))
    }
}
