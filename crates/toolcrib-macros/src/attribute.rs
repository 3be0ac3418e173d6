//! What stands in the parentheses of `#[tool(…)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Error, Expr, ExprArray, Ident, Lit, LitBool, LitInt, LitStr, Result, Token};

/// The attribute's fields, each checked as far as a macro can.
#[derive(Default)]
pub(crate) struct Attribute {
    pub(crate) name: Option<LitStr>,
    pub(crate) guide: Option<Expr>,
    pub(crate) quick: Option<LitBool>,
    pub(crate) argument_bytes_max: Option<Expr>,
    /// Statements that fill in the spec.
    pub(crate) settings: Vec<TokenStream>,
    idempotent_is_set: bool,
}

const KEYS: &str = "name, title, version, category, group, side_effects, idempotent, \
    requires_confirmation, allowed_modes, latency_budget_ms, timeout_ms, tags, aliases, enabled, \
    unknown_arguments, coerce, guide, quick, argument_bytes_max";

impl Parse for Attribute {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut attribute = Self::default();
        let mut seen: Vec<String> = Vec::new();
        for pair in Punctuated::<Pair, Token![,]>::parse_terminated(input)? {
            let key = pair.key.to_string();
            if seen.contains(&key) {
                return Err(Error::new(pair.key.span(), format!("`{key}` stands twice")));
            }
            seen.push(key);
            attribute.take(&pair)?;
        }
        if !attribute.idempotent_is_set {
            attribute.settings.push(quote! { spec.idempotent = !spec.writes(); });
        }
        Ok(attribute)
    }
}

impl Attribute {
    fn take(&mut self, pair: &Pair) -> Result<()> {
        let key = &pair.key;
        let setting = match key.to_string().as_str() {
            "name" => {
                self.name = Some(pair.text()?);
                return Ok(());
            }
            "guide" => {
                self.guide = Some(pair.expression()?.clone());
                return Ok(());
            }
            "argument_bytes_max" => {
                self.argument_bytes_max = Some(pair.expression()?.clone());
                return Ok(());
            }
            "quick" => {
                self.quick = Some(pair.flag()?);
                return Ok(());
            }
            "title" | "group" => {
                let text = pair.text()?;
                quote! { spec.#key = ::core::option::Option::Some(#text.into()); }
            }
            "version" => pair.version()?,
            "category" => {
                let word = pair.word("Category", &CATEGORIES)?;
                quote! { spec.category = ::core::option::Option::Some(#word); }
            }
            "side_effects" => {
                let word = pair.word("SideEffects", &SIDE_EFFECTS)?;
                quote! { spec.side_effects = #word; }
            }
            "unknown_arguments" => {
                let word = pair.word("UnknownArguments", &UNKNOWN_ARGUMENTS)?;
                quote! { spec.unknown_arguments = #word; }
            }
            "allowed_modes" => {
                let modes = pair.texts()?;
                let modes = modes.iter().map(|mode| word_of(mode, "Mode", &MODES));
                let modes = modes.collect::<Result<Vec<_>>>()?;
                quote! { spec.allowed_modes = ::std::vec![#(#modes),*]; }
            }
            "tags" | "aliases" => {
                let texts = pair.texts()?;
                quote! { spec.#key = ::std::vec![#(#texts.into()),*]; }
            }
            "latency_budget_ms" | "timeout_ms" => {
                let number = pair.number()?;
                quote! { spec.#key = #number; }
            }
            "idempotent" | "requires_confirmation" | "enabled" | "coerce" => {
                self.idempotent_is_set |= key == "idempotent";
                let flag = pair.flag()?;
                quote! { spec.#key = #flag; }
            }
            other => {
                let message = format!("`#[tool]` has no `{other}`; it takes {KEYS}");
                return Err(Error::new(key.span(), message));
            }
        };
        self.settings.push(setting);
        Ok(())
    }
}

type Words = [(&'static str, &'static str)];

const CATEGORIES: [(&str, &str); 3] =
    [("retrieval", "Retrieval"), ("action", "Action"), ("utility", "Utility")];
const SIDE_EFFECTS: [(&str, &str); 3] =
    [("none", "None"), ("read_only", "ReadOnly"), ("writes", "Writes")];
const MODES: [(&str, &str); 2] = [("text", "Text"), ("voice", "Voice")];
const UNKNOWN_ARGUMENTS: [(&str, &str); 2] = [("reject", "Reject"), ("drop", "Drop")];

/// `key = value`, or `key` alone for a boolean.
struct Pair {
    key: Ident,
    value: Option<Expr>,
}

impl Parse for Pair {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let key = input.parse()?;
        let value =
            if input.parse::<Option<Token![=]>>()?.is_some() { Some(input.parse()?) } else { None };
        Ok(Self { key, value })
    }
}

impl Pair {
    fn expression(&self) -> Result<&Expr> {
        let Self { key, value } = self;
        value.as_ref().ok_or_else(|| Error::new(key.span(), format!("write `{key} = …`")))
    }

    fn text(&self) -> Result<LitStr> {
        text_of(self.expression()?)
    }

    fn texts(&self) -> Result<Vec<LitStr>> {
        match self.expression()? {
            Expr::Array(ExprArray { elems, .. }) => elems.iter().map(text_of).collect(),
            other => Err(Error::new_spanned(other, "write a list of texts: [\"…\", \"…\"]")),
        }
    }

    fn number(&self) -> Result<LitInt> {
        match self.expression()? {
            Expr::Lit(lit) if matches!(lit.lit, Lit::Int(_)) => {
                let Lit::Int(number) = &lit.lit else { unreachable!("matched above") };
                if number.base10_parse::<u64>()? == 0 {
                    return Err(Error::new_spanned(number, "the time must not be zero"));
                }
                Ok(number.clone())
            }
            other => Err(Error::new_spanned(other, "write a number of milliseconds")),
        }
    }

    fn flag(&self) -> Result<LitBool> {
        match &self.value {
            None => Ok(LitBool::new(true, self.key.span())),
            Some(Expr::Lit(lit)) if let Lit::Bool(flag) = &lit.lit => Ok(flag.clone()),
            Some(other) => Err(Error::new_spanned(other, "write `true` or `false`")),
        }
    }

    fn word(&self, type_name: &str, words: &Words) -> Result<TokenStream> {
        word_of(&self.text()?, type_name, words)
    }

    fn version(&self) -> Result<TokenStream> {
        let text = self.text()?;
        let value = text.value();
        let numbers: Vec<u64> = value.split('.').filter_map(|part| part.parse().ok()).collect();
        match numbers.as_slice() {
            [major, minor, patch] if value == format!("{major}.{minor}.{patch}") => Ok(quote! {
                spec.version = ::toolcrib::spec::Version::new(#major, #minor, #patch);
            }),
            _ => Err(Error::new_spanned(&text, "write a version such as \"1.0.0\"")),
        }
    }
}

fn text_of(expression: &Expr) -> Result<LitStr> {
    match expression {
        Expr::Lit(lit) if let Lit::Str(text) = &lit.lit => Ok(text.clone()),
        other => Err(Error::new_spanned(other, "write a text in quotes")),
    }
}

fn word_of(text: &LitStr, type_name: &str, words: &Words) -> Result<TokenStream> {
    let value = text.value();
    let Some((_, variant)) = words.iter().find(|(word, _)| *word == value) else {
        let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let message = format!("`{value}` is none of {}", known.join(", "));
        return Err(Error::new_spanned(text, message));
    };
    let type_name = Ident::new(type_name, text.span());
    let variant = Ident::new(variant, text.span());
    Ok(quote! { ::toolcrib::#type_name::#variant })
}
