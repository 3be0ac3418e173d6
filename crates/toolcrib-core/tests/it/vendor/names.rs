//! Names that models can call.

use toolcrib_core::vendor::{Provider, callable_name};

#[test]
fn a_foreign_name_becomes_a_callable_one() {
    let long = "x".repeat(65);
    for (foreign, callable) in [
        ("send_mail", "send_mail"),
        ("Send-Mail", "send_mail"),
        ("github.com/search…issues", "github_com_search_issues"),
        ("__private__", "private"),
        ("2fa", "t_2fa"),
        ("", "tool_e3b0c442"),
        ("日本", "tool_cf2abf0c"),
        (&"x".repeat(64), &"x".repeat(64)),
        (&long, &format!("{}_9537c5fd", "x".repeat(55))),
    ] {
        assert_eq!(callable_name(foreign), callable, "{foreign:?}");
    }
}

#[test]
fn two_long_names_stay_two() {
    let (one, two) = ("x".repeat(70) + "1", "x".repeat(70) + "2");
    assert_ne!(callable_name(&one), callable_name(&two));
}

#[test]
fn every_provider_has_a_name_and_is_found_by_it() {
    for provider in Provider::ALL {
        let name = provider.to_string();
        assert_eq!(name.parse::<Provider>(), Ok(provider));
        assert_eq!(serde_json::to_value(provider).unwrap(), name);
        assert_eq!(serde_json::from_value::<Provider>(name.into()).unwrap(), provider);
    }
    assert_eq!(
        "gpt".parse::<Provider>().unwrap_err().to_string(),
        "`gpt` is none of openai, openai-strict, anthropic, anthropic-strict, gemini, \
         gemini-openapi, mcp, langchain"
    );
}

/// A tool id is `^[a-z][a-z0-9_]{0,63}$`, so it may go out as it is.
#[test]
fn every_vendor_takes_every_tool_id() {
    for provider in Provider::ALL {
        for id in ["a", "a1_b", &"z".repeat(64)] {
            assert!(provider.profile().name.accepts(id), "{provider}: {id}");
        }
    }
}
