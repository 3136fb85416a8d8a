//! Corpus Atlas: arguments to a window or a command.
fn main() { bevy::app::App::new().run(); }
