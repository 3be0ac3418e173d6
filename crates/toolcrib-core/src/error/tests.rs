use serde_json::json;

use super::*;

#[test]
fn an_error_reads_on_the_wire_as_designed() {
    let error = ToolError::validation("Wrong.", vec![Fault::at("/a", "is odd").expecting("even")])
        .caused_by("the operator's business");
    assert_eq!(
        json!(error),
        json!({
            "type": "VALIDATION",
            "message": "Wrong.",
            "retryable": false,
            "partialSideEffects": false,
            "idempotencyRequired": false,
            "details": [{ "pointer": "/a", "message": "is odd", "expected": "even" }],
        })
    );
}

#[test]
fn only_three_types_are_always_retryable() {
    let retryable: Vec<&str> = ErrorType::ALL
        .iter()
        .filter(|kind| kind.retry() == Retry::Yes)
        .map(|kind| kind.name())
        .collect();
    assert_eq!(retryable, ["OVERLOADED", "TRANSIENT", "RATE_LIMIT"]);
}

#[test]
fn names_are_the_same_everywhere() {
    assert_eq!(ErrorType::ALL.len(), 18);
    for kind in ErrorType::ALL {
        assert_eq!(json!(kind), json!(kind.name()));
        assert_eq!(serde_json::from_value::<ErrorType>(json!(kind.name())).unwrap(), *kind);
    }
}

#[test]
fn a_stranger_error_keeps_its_cause_to_itself() {
    fn fails() -> Result<(), ToolError> {
        std::fs::read("/no/such/file").map(drop)?;
        Ok(())
    }
    let error = fails().unwrap_err();
    assert_eq!(error.kind, ErrorType::Internal);
    assert_eq!(error.message, "The tool failed unexpectedly.");
    assert!(error.source.is_some());
    assert!(!json!(error).to_string().contains("No such file"));
}

#[test]
fn details_that_the_message_says_are_not_said_twice() {
    let fault = Fault::at("/a", "is odd");
    let error = ToolError::validation(format!("Wrong: {fault}."), vec![fault.clone()]);
    assert_eq!(error.further_details().count(), 0);
    let error = ToolError::validation("Wrong.", vec![fault.clone()]);
    assert_eq!(error.further_details().collect::<Vec<_>>(), [&fault]);
}
