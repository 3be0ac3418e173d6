//! The definitions of a book, and where each of them stands.

use std::ops::Range;

use serde_json::Value;
use toolcrib_core::pointer;

use crate::document::{Document, Part};
use crate::finding::Finding;

/// Where definitions stand in a file.
const PLACES: [&str; 2] = ["definitions", "$defs"];

/// The definitions of all files of a book.
pub(super) struct Definitions<'a> {
    files: Vec<(String, Document<'a>)>,
}

/// A place in a book.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) file: usize,
    pub(super) pointer: String,
}

impl Place {
    pub(super) fn child(&self, name: &str) -> Self {
        Self { file: self.file, pointer: pointer::child(&self.pointer, name) }
    }
}

impl<'a> Definitions<'a> {
    pub(super) fn new(files: Vec<(String, Document<'a>)>) -> Self {
        Self { files }
    }

    pub(super) fn file_name(&self, file: usize) -> &str {
        &self.files[file].0
    }

    pub(super) fn text(&self, file: usize) -> &str {
        self.files[file].1.text()
    }

    pub(super) fn file_named(&self, name: &str) -> Option<usize> {
        self.files.iter().position(|(file, _)| file == name)
    }

    /// Every file with what it says.
    pub(super) fn files(&self) -> impl Iterator<Item = (usize, &Value)> {
        self.files.iter().enumerate().map(|(index, (_, document))| (index, &document.value))
    }

    /// What stands at a place.
    pub(super) fn value(&self, place: &Place) -> Option<&Value> {
        self.files[place.file].1.value.pointer(&place.pointer)
    }

    /// The definition of a name in a file.
    pub(super) fn named(&self, file: usize, name: &str) -> Option<Place> {
        let places = PLACES
            .iter()
            .map(|group| Place { file, pointer: pointer::child(&format!("/{group}"), name) });
        places.into_iter().find(|place| self.value(place).is_some())
    }

    /// All definitions of a file, in their order.
    pub(super) fn of_file(&self, file: usize) -> impl Iterator<Item = (&str, Place)> {
        let root = &self.files[file].1.value;
        let groups = PLACES.iter().filter_map(move |group| {
            let members = root.get(group)?.as_object()?;
            Some((format!("/{group}"), members))
        });
        groups.flat_map(move |(at, members)| {
            let place = move |name: &str| Place { file, pointer: pointer::child(&at, name) };
            members.keys().map(move |name| (name.as_str(), place(name)))
        })
    }

    /// The bytes of a place, or of the innermost thing around it that is there.
    pub(super) fn span(&self, place: &Place, part: Part) -> Range<usize> {
        self.files[place.file].1.locate(&place.pointer, part)
    }

    /// A finding at a place.
    pub(super) fn at(&self, place: &Place, part: Part, finding: Finding) -> Finding {
        let file = self.file_name(place.file).to_owned();
        let span = Some(self.span(place, part));
        Finding { file, span, pointer: place.pointer.clone(), ..finding }
    }
}
