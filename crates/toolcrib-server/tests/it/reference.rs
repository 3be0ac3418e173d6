//! Pages that are printed from the program.

use crate::golden;

#[test]
fn the_command_line_reference_is_up_to_date() {
    golden::check("../../docs/reference/command-line.md", &toolcrib_server::cli::reference());
}
