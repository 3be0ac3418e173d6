//! Basic arithmetic.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolcrib::{ToolError, tool};

/// What to do with the two numbers.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Operation {
    Add,
    Subtract,
    Multiply,
    Divide,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Calculation {
    /// The number that came out.
    result: f64,
}

/// Adds, subtracts, multiplies or divides two numbers. Use it whenever exact arithmetic matters.
#[tool(
    title = "Calculator",
    group = "general",
    side_effects = "none",
    quick,
    latency_budget_ms = 50,
    timeout_ms = 1_000,
    tags = ["math", "arithmetic"],
    aliases = ["calc"],
    guide = include_str!("calculator.md")
)]
pub(super) async fn calculator(
    /// The first number.
    a: f64,
    /// The second number.
    b: f64,
    /// What to do with them.
    #[arg(default = Operation::Add)]
    operation: Operation,
) -> Result<Calculation, ToolError> {
    let result = match operation {
        Operation::Add => a + b,
        Operation::Subtract => a - b,
        Operation::Multiply => a * b,
        Operation::Divide if b == 0.0 => {
            return Err(ToolError::permanent("Division by zero has no result."));
        }
        Operation::Divide => a / b,
    };
    if !result.is_finite() {
        return Err(ToolError::permanent("The result is too large to be written as a number."));
    }
    Ok(Calculation { result })
}
