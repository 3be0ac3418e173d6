//! One parameter of a `#[tool]` function.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Attribute, Error, Expr, FnArg, Ident, Pat, Result, Token, Type};

/// A parameter: an argument of the tool, or the context.
pub(crate) enum Parameter {
    /// An argument that the model sends.
    Argument(Box<Argument>),
    /// The context, by reference or by value.
    Context {
        /// Whether the function takes `&Context`.
        by_reference: bool,
    },
}

/// An argument that the model sends.
pub(crate) struct Argument {
    pub(crate) name: Ident,
    ty: Type,
    attributes: Vec<Attribute>,
    default: Option<Expr>,
}

impl Parameter {
    pub(crate) fn read(input: &FnArg) -> Result<Self> {
        let FnArg::Typed(typed) = input else {
            let message = "`#[tool]` takes functions, not methods: for a tool with state write \
                           `impl Tool`, or keep the state in the runtime";
            return Err(Error::new_spanned(input, message));
        };
        if let Some(by_reference) = as_context(&typed.ty) {
            return Ok(Self::Context { by_reference });
        }
        let Pat::Ident(pattern) = &*typed.pat else {
            let message = "give the parameter a name: it is the argument's name";
            return Err(Error::new_spanned(&typed.pat, message));
        };
        if let Type::Reference(reference) = &*typed.ty {
            let message = "take the argument by value: it is read from JSON for this call alone";
            return Err(Error::new_spanned(reference, message));
        }
        let (own, attributes): (Vec<_>, Vec<_>) =
            typed.attrs.iter().cloned().partition(|attribute| attribute.path().is_ident("arg"));
        Ok(Self::Argument(Box::new(Argument {
            name: pattern.ident.clone(),
            ty: (*typed.ty).clone(),
            attributes,
            default: default_of(&own)?,
        })))
    }
}

impl Argument {
    /// The field of the struct that arguments are read into.
    pub(crate) fn field(&self) -> TokenStream {
        let Self { name, ty, attributes, default } = self;
        let default = default.as_ref().map(|_| {
            let function = format!("__ToolArguments::{}", self.default_function());
            quote! { #[serde(default = #function)] }
        });
        quote! { #(#attributes)* #default #name: #ty }
    }

    /// The function that makes the default, where there is one.
    pub(crate) fn default_fn(&self) -> Option<TokenStream> {
        let Self { ty, default, .. } = self;
        let function = self.default_function();
        default.as_ref().map(|value| quote! { fn #function() -> #ty { #value } })
    }

    fn default_function(&self) -> Ident {
        format_ident!("default_{}", self.name)
    }
}

/// Whether a type is the context, and whether by reference.
fn as_context(ty: &Type) -> Option<bool> {
    match ty {
        Type::Path(path) => {
            path.path.segments.last().is_some_and(|last| last.ident == "Context").then_some(false)
        }
        Type::Reference(reference) => as_context(&reference.elem).map(|_| true),
        _ => None,
    }
}

fn default_of(attributes: &[Attribute]) -> Result<Option<Expr>> {
    let mut default = None;
    for attribute in attributes {
        attribute.parse_args_with(|input: syn::parse::ParseStream<'_>| {
            let key: Ident = input.parse()?;
            if key != "default" {
                return Err(Error::new(key.span(), "`#[arg]` takes `default = …`"));
            }
            input.parse::<Token![=]>()?;
            default = Some(input.parse()?);
            Ok(())
        })?;
    }
    Ok(default)
}
