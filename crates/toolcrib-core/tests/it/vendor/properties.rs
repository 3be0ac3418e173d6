//! What holds for every schema, tried on many.

use std::env;

use jsonschema::Validator;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::{Value, json};
use toolcrib_core::Limits;
use toolcrib_core::vendor::{Dialect, Loss, Lowered, Provider, Rules, callable_name, lower};

use super::conform::breaches;
use super::instances::{Dice, guess};
use super::openapi::as_json_schema;
use super::schemas::{any_json, parameters};

/// How many values are tried on each lowered schema.
const INSTANCES: usize = 6;

proptest! {
    #![proptest_config(config())]

    /// Whatever comes out is what the vendor takes, and comes out again.
    #[test]
    fn a_lowered_schema_conforms(schema in parameters()) {
        for provider in Provider::ALL {
            let Ok(lowered) = lower(&schema, provider, &Limits::DEFAULT) else { continue };
            prop_assert_eq!(breaches(&lowered, provider), Vec::<String>::new(), "{}: {}", provider, lowered.schema);
            let again = lower(&schema, provider, &Limits::DEFAULT).unwrap();
            prop_assert_eq!(lowered.schema.to_string(), again.schema.to_string());
            prop_assert_eq!(lowered.losses, again.losses);
        }
    }

    /// What fits the lowered schema fits the original once it is undone, but
    /// for what was declared as lost.
    #[test]
    fn undone_arguments_fit_but_for_the_losses(schema in parameters(), seed in any::<u64>()) {
        let Some(original) = validator(&schema) else { return Ok(()) };
        for provider in Provider::ALL {
            let Ok(lowered) = lower(&schema, provider, &Limits::DEFAULT) else { continue };
            for arguments in arguments(&lowered, provider, seed) {
                let undone = lowered.inverse.apply(arguments.clone());
                for error in original.iter_errors(&undone) {
                    let place = error.schema_path().to_string();
                    let way = error.evaluation_path().to_string();
                    let excused = |loss| excuses(loss, &place, &schema) || excuses(loss, &way, &schema);
                    prop_assert!(
                        lowered.losses.iter().any(excused),
                        "{}: {} was undone to {} and refused at {}: {}\nlowered {}\nlosses {:?}",
                        provider, arguments, undone, place, error, lowered.schema, lowered.losses
                    );
                }
            }
        }
    }

    /// The way back takes anything.
    #[test]
    fn any_arguments_can_be_undone(schema in parameters(), arguments in any_json()) {
        for provider in Provider::ALL {
            let Ok(lowered) = lower(&schema, provider, &Limits::DEFAULT) else { continue };
            let undone = lowered.inverse.apply(arguments.clone());
            prop_assert!(!lowered.inverse.is_identity() || undone == arguments);
        }
    }

    #[test]
    fn a_callable_name_can_be_called(foreign in any::<String>(), plain in "[ -~]{0,90}") {
        for foreign in [foreign, plain] {
            let name = callable_name(&foreign);
            prop_assert!(name.starts_with(|c: char| c.is_ascii_lowercase()), "{}", name);
            prop_assert!(name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'), "{}", name);
            prop_assert!(name.len() <= 64, "{}", name);
            prop_assert_eq!(&callable_name(&name), &name);
        }
    }
}

/// The same cases every time, unless the environment asks for others.
fn config() -> ProptestConfig {
    let mut config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if env::var_os("PROPTEST_CASES").is_none() {
        config.cases = 256;
    }
    if env::var_os("PROPTEST_RNG_SEED").is_none() {
        config.rng_seed = RngSeed::Fixed(202_012);
    }
    config
}

fn validator(schema: &Value) -> Option<Validator> {
    jsonschema::draft202012::options().should_validate_formats(true).build(schema).ok()
}

/// Arguments that fit a lowered schema.
fn arguments(lowered: &Lowered, provider: Provider, seed: u64) -> Vec<Value> {
    let is_openapi = matches!(&provider.profile().rules, Rules::Subset(rules) if rules.dialect == Dialect::OpenApi);
    let schema = match is_openapi {
        true => as_json_schema(&lowered.schema),
        false => lowered.schema.clone(),
    };
    let fits = validator(&schema).unwrap_or_else(|| panic!("{provider}: no schema: {schema}"));
    let mut dice = Dice(seed);
    let guesses = (0..INSTANCES * 4).map(|_| guess(&schema, &schema, &mut dice, 0));
    guesses.filter(|guess| fits.is_valid(guess)).take(INSTANCES).collect()
}

/// Whether a loss explains a refusal at a place of the original: one of them
/// must be inside the other, or the place must refer to somewhere else. That a
/// tool is not strict explains nothing.
fn excuses(loss: &Loss, place: &str, original: &Value) -> bool {
    let (said, _) = place.rsplit_once('/').unwrap_or_default();
    let within = |inner: &str, outer: &str| {
        inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let refers =
        || original.pointer(place).is_some_and(|demand| demand.to_string().contains("$ref"));
    loss.keyword != "strict"
        && (within(said, &loss.pointer) || within(&loss.pointer, said) || refers())
}

/// The check above is not empty: most schemas lower, and most give arguments.
#[test]
fn the_check_of_the_way_back_has_something_to_check() {
    let schema = json!({
        "type": "object",
        "properties": { "a": { "type": "string" }, "my key": { "type": "object", "additionalProperties": { "type": "integer" } } },
        "required": ["my key"],
    });
    for provider in Provider::ALL {
        let lowered = lower(&schema, provider, &Limits::DEFAULT).unwrap();
        assert_eq!(arguments(&lowered, provider, 1).len(), INSTANCES, "{provider}");
    }
}
