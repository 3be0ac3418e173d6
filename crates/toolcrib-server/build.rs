//! Builds anew when a shipped tool changes or one is added.

fn main() {
    println!("cargo::rerun-if-changed=../../tools");
}
