//! The tools that come with the binary.
//!
//! Small, useful at once, and harmless: none of them writes.

mod calculator;
mod contacts;
mod datetime;
mod echo;
mod email;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use toolcrib::{Registry, Tool};

/// A registry of the shipped tools.
pub fn registry() -> Registry {
    let registry = Registry::new();
    let tools: Vec<Arc<dyn Tool>> = vec![
        Arc::new(calculator::CalculatorTool),
        Arc::new(contacts::ExtractContactsTool),
        Arc::new(datetime::FormatDatetimeTool),
        Arc::new(echo::Echo),
        Arc::new(email::ValidateEmailTool),
    ];
    registry.register_all(tools).expect("the shipped tools are valid, as a test shows");
    registry
}
