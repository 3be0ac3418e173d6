//! JSON pointers (RFC 6901).

/// The pointer of a member.
pub fn child(pointer: &str, name: &str) -> String {
    format!("{pointer}/{}", escape(name))
}

/// The names that lead to a pointer's place.
pub fn segments(pointer: &str) -> impl Iterator<Item = String> {
    pointer.split('/').skip(1).map(unescape)
}

/// A name as it stands in a pointer.
pub(crate) fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// The name that stands in a pointer.
pub(crate) fn unescape(segment: &str) -> String {
    segment.replace("~1", "/").replace("~0", "~")
}
