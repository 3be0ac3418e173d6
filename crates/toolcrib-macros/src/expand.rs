//! Writes the tool.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{
    Error, Expr, ExprLit, FnArg, GenericArgument, Ident, ItemFn, Lit, LitStr, Meta, PathArguments,
    Result, ReturnType, Type, parse2,
};

use crate::attribute::Attribute;
use crate::parameter::Parameter;

/// Keeps a function as it is and adds a unit struct that makes a tool of it.
pub(crate) fn expand(attribute: TokenStream, item: TokenStream) -> Result<TokenStream> {
    let attribute: Attribute = parse2(attribute)?;
    let function: ItemFn = parse2(item)?;
    if function.sig.generics.type_params().next().is_some()
        || function.sig.generics.const_params().next().is_some()
    {
        let message = "a tool has no type parameters: a model cannot choose them";
        return Err(Error::new_spanned(&function.sig.generics, message));
    }
    let tool = Tool {
        description: description(&function)?,
        parameters: function.sig.inputs.iter().map(Parameter::read).collect::<Result<_>>()?,
        attribute,
        function,
    };
    Ok(tool.write())
}

struct Tool {
    attribute: Attribute,
    function: ItemFn,
    description: LitStr,
    parameters: Vec<Parameter>,
}

impl Tool {
    fn write(&self) -> TokenStream {
        let name = &self.function.sig.ident;
        let tool = self.tool_type();
        let vis = &self.function.vis;
        let about = format!("The tool that [`{name}`] makes.");
        let (function, arguments, spec, guide, quick, room, call) = (
            self.function(),
            self.arguments(),
            self.spec(),
            self.guide(),
            self.quick(),
            self.room(),
            self.call(),
        );
        quote! {
            #function

            #[doc = #about]
            #[derive(Clone, Copy, Debug, Default)]
            #vis struct #tool;

            const _: () = {
                #arguments

                #[::toolcrib::async_trait]
                impl ::toolcrib::Tool for #tool {
                    #spec
                    #guide
                    #quick
                    #room
                    #call
                }
            };
        }
    }

    /// `find_person` makes `FindPersonTool`: a name that no local variable has.
    fn tool_type(&self) -> Ident {
        let name = self.function.sig.ident.to_string();
        let words = name.trim_start_matches("r#").split('_');
        let camel: String = words
            .map(|word| {
                let mut letters = word.chars();
                let first = letters.next().map(|first| first.to_uppercase().to_string());
                first.unwrap_or_default() + letters.as_str()
            })
            .collect();
        format_ident!("{}Tool", camel, span = self.function.sig.ident.span())
    }

    /// The struct that arguments are read into.
    fn arguments(&self) -> TokenStream {
        let fields = self.arguments_only().map(|argument| argument.field());
        let defaults = self.arguments_only().filter_map(|argument| argument.default_fn());
        quote! {
            #[derive(
                ::toolcrib::__private::serde::Deserialize,
                ::toolcrib::__private::schemars::JsonSchema,
            )]
            #[serde(crate = "::toolcrib::__private::serde")]
            #[schemars(crate = "::toolcrib::__private::schemars")]
            struct __ToolArguments { #(#fields),* }

            #[allow(clippy::unnecessary_wraps, reason = "the default has the argument's type")]
            impl __ToolArguments { #(#defaults)* }
        }
    }

    /// The function as it was written. The attributes of its parameters were
    /// ours; the compiler knows none of them.
    fn function(&self) -> ItemFn {
        let mut function = self.function.clone();
        for input in &mut function.sig.inputs {
            if let FnArg::Typed(typed) = input {
                typed.attrs.clear();
            }
        }
        function
    }

    fn spec(&self) -> TokenStream {
        let id = self.attribute.name.clone().unwrap_or_else(|| {
            let ident = &self.function.sig.ident;
            LitStr::new(ident.to_string().trim_start_matches("r#"), ident.span())
        });
        let (description, settings) = (&self.description, &self.attribute.settings);
        let answer = self.answer_type();
        quote! {
            fn spec(&self) -> ::toolcrib::Spec {
                let mut spec = ::toolcrib::Spec::new(#id, #description);
                spec.parameters = ::toolcrib::typed::parameters_schema::<__ToolArguments>();
                spec.output = <#answer as ::toolcrib::IntoAnswer>::output_schema();
                #(#settings)*
                spec
            }
        }
    }

    fn guide(&self) -> Option<TokenStream> {
        self.attribute.guide.as_ref().map(|guide| {
            quote! {
                fn guide(&self) -> ::core::option::Option<::std::string::String> {
                    ::core::option::Option::Some(::std::convert::Into::into(#guide))
                }
            }
        })
    }

    fn quick(&self) -> Option<TokenStream> {
        self.attribute.quick.as_ref().map(|quick| {
            quote! {
                fn is_quick(&self) -> bool {
                    #quick
                }
            }
        })
    }

    fn room(&self) -> Option<TokenStream> {
        self.attribute.argument_bytes_max.as_ref().map(|bytes| {
            quote! {
                fn argument_bytes_max(&self) -> ::core::option::Option<usize> {
                    ::core::option::Option::Some(#bytes)
                }
            }
        })
    }

    fn call(&self) -> TokenStream {
        let function = &self.function.sig.ident;
        let passed = self.parameters.iter().map(|parameter| match parameter {
            Parameter::Argument(argument) => {
                let name = &argument.name;
                quote! { __arguments.#name }
            }
            Parameter::Context { by_reference: true } => quote! { &__context },
            Parameter::Context { by_reference: false } => {
                quote! { ::core::clone::Clone::clone(&__context) }
            }
        });
        let run = quote! { #function(#(#passed),*) };
        let answer = match self.function.sig.asyncness {
            Some(_) => quote! { #run.await },
            None => quote! { ::toolcrib::typed::on_blocking_thread(move || #run).await },
        };
        let value = if self.is_fallible() {
            quote! { #answer.map_err(|error| ::toolcrib::ToolError::from(error))? }
        } else {
            answer
        };
        quote! {
            async fn call(
                &self,
                __call: &::toolcrib::ValidCall,
                __context: &::toolcrib::Context,
            ) -> ::core::result::Result<::toolcrib::Answer, ::toolcrib::ToolError> {
                let __arguments: __ToolArguments = ::toolcrib::typed::read_arguments(__call)?;
                let __context = ::core::clone::Clone::clone(__context);
                let __value = #value;
                ::toolcrib::IntoAnswer::into_answer(__value)
            }
        }
    }

    fn arguments_only(&self) -> impl Iterator<Item = &crate::parameter::Argument> {
        self.parameters.iter().filter_map(|parameter| match parameter {
            Parameter::Argument(argument) => Some(&**argument),
            Parameter::Context { .. } => None,
        })
    }

    fn is_fallible(&self) -> bool {
        ok_type(&self.function.sig.output).is_some()
    }

    /// What the function answers with when it does not fail.
    fn answer_type(&self) -> TokenStream {
        match (&self.function.sig.output, ok_type(&self.function.sig.output)) {
            (_, Some(ok)) => quote! { #ok },
            (ReturnType::Type(_, whole), None) => quote! { #whole },
            (ReturnType::Default, None) => quote! { () },
        }
    }
}

/// The `T` of a returned `Result<T, …>`.
fn ok_type(output: &ReturnType) -> Option<&Type> {
    let ReturnType::Type(_, ty) = output else { return None };
    let Type::Path(path) = &**ty else { return None };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first()? {
        GenericArgument::Type(ok) if last.ident == "Result" => Some(ok),
        _ => None,
    }
}

/// The doc comment: what the model is told.
fn description(function: &ItemFn) -> Result<LitStr> {
    let lines: Vec<String> = function
        .attrs
        .iter()
        .filter_map(|attribute| match &attribute.meta {
            Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
                Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
                _ => None,
            },
            _ => None,
        })
        .map(|line| line.strip_prefix(' ').unwrap_or(&line).trim_end().to_owned())
        .collect();
    let text = lines.join("\n").trim().to_owned();
    if text.is_empty() {
        let message = "write a doc comment: the model reads it to know what the tool is for";
        return Err(Error::new_spanned(&function.sig.ident, message));
    }
    Ok(LitStr::new(&text, function.sig.ident.span()))
}
