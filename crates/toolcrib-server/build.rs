//! Builds anew when a shipped tool or agent changes or one is added.

fn main() {
    println!("cargo::rerun-if-changed=../../tools");
    println!("cargo::rerun-if-changed=../../agents");
}
