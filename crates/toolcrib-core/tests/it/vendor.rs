//! Schemas in every vendor's words, and the way back.

mod bounds;
mod conform;
mod export;
mod instances;
mod inverse;
mod losses;
mod names;
mod nasty;
mod openapi;
mod properties;
mod public_data;
mod schemas;
