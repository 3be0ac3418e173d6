//! What a tool of the workspace's own must hold to.

use toolcrib::{Fault, Problem, Spec};

use crate::crib::Workspace;
use crate::rest::error::ApiError;

/// What a handler does to the world is a fact.
pub(super) fn check_facts(spec: &Spec, handler: &Spec) -> Result<(), ApiError> {
    let mut faults = Vec::new();
    if spec.side_effects < handler.side_effects {
        let message = format!(
            "the handler `{}` has the side effects `{}`, so the tool cannot claim `{}`",
            handler.tool_id, handler.side_effects, spec.side_effects
        );
        faults
            .push(Fault::at("/side_effects", message).expecting(handler.side_effects.to_string()));
    }
    if spec.idempotent && handler.writes() && !handler.idempotent {
        let message = format!("the handler `{}` is not idempotent", handler.tool_id);
        faults.push(Fault::at("/idempotent", message).expecting("false"));
    }
    if faults.is_empty() {
        return Ok(());
    }
    Err(ApiError::faults("The tool claims to be more harmless than its handler.", faults))
}

/// No name belongs to two tools.
pub(super) fn check_names(workspace: &Workspace, spec: &Spec) -> Result<(), ApiError> {
    for (index, alias) in spec.aliases.iter().enumerate() {
        if let Some(holder) = workspace.registry().get(alias)
            && holder.spec().tool_id != spec.tool_id
        {
            let message = format!("the name belongs to the tool `{}`", holder.spec().tool_id);
            let fault = Fault::at(format!("/aliases/{index}"), message);
            return Err(ApiError::faults(format!("`{alias}` is taken."), vec![fault]));
        }
    }
    Ok(())
}

/// Problems of a manifest, at the places where REST has its fields.
pub(super) fn in_rest_words(problems: Vec<Problem>) -> Vec<Problem> {
    const NAMES: [(&str, &str); 9] = [
        ("/toolId", "/id"),
        ("/title", "/name"),
        ("/parameters", "/parameters_schema"),
        ("/sideEffects", "/side_effects"),
        ("/requiresConfirmation", "/requires_confirmation"),
        ("/allowedModes", "/allowed_modes"),
        ("/latencyBudgetMs", "/latency_budget_ms"),
        ("/timeoutMs", "/timeout_ms"),
        ("/unknownArguments", "/unknown_arguments"),
    ];
    let renamed = |mut problem: Problem| {
        for (manifest, rest) in NAMES {
            if let Some(inside) = problem.pointer.strip_prefix(manifest)
                && (inside.is_empty() || inside.starts_with('/'))
            {
                problem.pointer = format!("{rest}{inside}");
                break;
            }
        }
        problem
    };
    problems.into_iter().map(renamed).collect()
}
