//! The reference of error types is printed from the table.

use crate::golden;

#[test]
fn the_error_reference_is_up_to_date() {
    golden::check("../../docs/reference/errors.md", &toolcrib_core::error::reference());
}
