use quote::quote;

use crate::expand::expand;

/// What the compiler says about a function that cannot be a tool.
fn refusal(attribute: proc_macro2::TokenStream, item: proc_macro2::TokenStream) -> String {
    expand(attribute, item).expect_err("this cannot be a tool").to_string()
}

#[test]
fn a_tool_needs_a_description() {
    assert_eq!(
        refusal(quote!(), quote! { async fn add(a: i64) -> i64 { a } }),
        "write a doc comment: the model reads it to know what the tool is for"
    );
}

#[test]
fn an_unknown_setting_is_named_with_all_known_ones() {
    let item = quote! { #[doc = " Adds."] async fn add(a: i64) -> i64 { a } };
    assert_eq!(
        refusal(quote!(timeout = 5), item),
        "`#[tool]` has no `timeout`; it takes name, title, version, category, group, \
         side_effects, idempotent, requires_confirmation, allowed_modes, latency_budget_ms, \
         timeout_ms, tags, aliases, enabled, unknown_arguments, coerce, guide, \
         quick, argument_bytes_max"
    );
}

#[test]
fn values_are_checked() {
    let item = quote! { #[doc = " Adds."] async fn add(a: i64) -> i64 { a } };
    for (attribute, message) in [
        (quote!(category = "misc"), "`misc` is none of retrieval, action, utility"),
        (quote!(side_effects = "all"), "`all` is none of none, read_only, writes"),
        (quote!(allowed_modes = ["text", "tv"]), "`tv` is none of text, voice"),
        (quote!(unknown_arguments = "keep"), "`keep` is none of reject, drop"),
        (quote!(timeout_ms = 0), "the time must not be zero"),
        (quote!(timeout_ms = "5"), "write a number of milliseconds"),
        (quote!(version = "1.0"), "write a version such as \"1.0.0\""),
        (quote!(idempotent = 1), "write `true` or `false`"),
        (quote!(title), "write `title = …`"),
        (quote!(tags = "a"), "write a list of texts: [\"…\", \"…\"]"),
        (quote!(idempotent, idempotent = false), "`idempotent` stands twice"),
    ] {
        assert_eq!(refusal(attribute, item.clone()), message);
    }
}

#[test]
fn parameters_are_named_values() {
    for (item, message) in [
        (
            quote! { #[doc = " X."] fn x(&self) {} },
            "`#[tool]` takes functions, not methods: for a tool with state write `impl Tool`, \
             or keep the state in the runtime",
        ),
        (
            quote! { #[doc = " X."] fn x(text: &str) {} },
            "take the argument by value: it is read from JSON for this call alone",
        ),
        (
            quote! { #[doc = " X."] fn x((a, b): (u8, u8)) {} },
            "give the parameter a name: it is the argument's name",
        ),
        (
            quote! { #[doc = " X."] fn x<T>(a: T) {} },
            "a tool has no type parameters: a model cannot choose them",
        ),
        (quote! { #[doc = " X."] fn x(#[arg(min = 1)] a: u8) {} }, "`#[arg]` takes `default = …`"),
    ] {
        assert_eq!(refusal(quote!(), item), message);
    }
}
