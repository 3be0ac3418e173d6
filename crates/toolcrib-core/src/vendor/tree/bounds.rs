//! How large a schema may be before anything looks at it.

use serde_json::Value;

use crate::limits::Limits;
use crate::vendor::loss::Unlowerable;

/// Counts the values of a document and their depth.
///
/// It keeps its own stack: a document that is too deep must be refused, not
/// walked by recursion.
pub(super) fn check(document: &Value, limits: &Limits) -> Result<(), Unlowerable> {
    let mut waiting = vec![(document, 1)];
    let mut nodes = 0;
    while let Some((value, depth)) = waiting.pop() {
        nodes += 1;
        if nodes > limits.schema_nodes_max {
            let reason = format!("it has more than {} nodes", limits.schema_nodes_max);
            return Err(Unlowerable::new("", reason));
        }
        if depth > limits.schema_depth_max {
            let reason = format!("it is nested more than {} levels deep", limits.schema_depth_max);
            return Err(Unlowerable::new("", reason));
        }
        match value {
            Value::Array(items) => waiting.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(map) => waiting.extend(map.values().map(|item| (item, depth + 1))),
            _ => {}
        }
    }
    Ok(())
}
