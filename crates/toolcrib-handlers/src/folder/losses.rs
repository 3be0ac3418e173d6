//! What model vendors cannot be told about a tool.

use toolcrib::vendor::{Disposition, Loss, Provider, Unlowerable, lower_tool};
use toolcrib::{Limits, Problem, Spec, pointer};

/// Something that some vendors cannot be told.
pub(super) struct Lost {
    pub(super) pointer: String,
    pub(super) message: String,
    pub(super) help: &'static str,
}

/// What becomes of a tool at the vendors: losses, and vendors that cannot have
/// it at all. Equal things are said once and name everybody whom they concern.
pub(super) fn of(spec: &Spec, limits: &Limits) -> (Vec<Lost>, Vec<Problem>) {
    let mut lost: Vec<(Loss, Vec<Provider>)> = Vec::new();
    let mut refused: Vec<(Unlowerable, Vec<Provider>)> = Vec::new();
    for provider in Provider::ALL {
        match lower_tool(spec, provider, limits) {
            Ok(tool) => tool.losses.into_iter().for_each(|loss| join(&mut lost, loss, provider)),
            Err(refusal) => join(&mut refused, refusal, provider),
        }
    }
    let lost = lost.into_iter().map(|(loss, providers)| {
        let place = match loss.keyword.as_str() {
            "strict" => loss.pointer.clone(),
            keyword => pointer::child(&loss.pointer, keyword),
        };
        let (message, help) = in_words(&loss, &providers);
        Lost { pointer: format!("/parameters{place}"), message, help }
    });
    let refused = refused.into_iter().map(|(refusal, providers)| {
        Problem::warning(
            format!("/parameters{}", refusal.pointer),
            format!("{} cannot have this tool: {}", named(&providers), refusal.reason),
            "change the schema if agents that use these models should have the tool",
        )
    });
    (lost.collect(), refused.collect())
}

fn join<T: PartialEq>(list: &mut Vec<(T, Vec<Provider>)>, thing: T, provider: Provider) {
    match list.iter_mut().find(|(known, _)| *known == thing) {
        Some((_, providers)) => providers.push(provider),
        None => list.push((thing, vec![provider])),
    }
}

fn in_words(loss: &Loss, providers: &[Provider]) -> (String, &'static str) {
    let (who, keyword) = (named(providers), &loss.keyword);
    let are = if providers.len() == 1 { "is" } else { "are" };
    match loss.disposition {
        _ if keyword == "strict" => {
            (format!("{who} cannot promise that arguments fit; they are checked at the call"), "")
        }
        Disposition::MovedToDescription => {
            (format!("{who} {are} told of `{keyword}` only in the description"), "")
        }
        Disposition::DroppedCheckedAtRunTime => (
            format!("{who} {are} not told of `{keyword}`; it is checked at the call"),
            "say it in the description if the model must know it",
        ),
        Disposition::Approximated => (
            format!("{who} {are} told something near to `{keyword}`; it is checked at the call"),
            "",
        ),
    }
}

fn named(providers: &[Provider]) -> String {
    let names: Vec<String> = providers.iter().map(ToString::to_string).collect();
    match names.as_slice() {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        names => names.concat(),
    }
}
