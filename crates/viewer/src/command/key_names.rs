//! What keys are called, in the language of the window.

use language::say;

/// Keys as the keyboards of the window's language have them: "Strg Umschalt Z" for "Ctrl Shift Z", as which the table of commands writes it.
pub fn keys_in_words(keys: &str) -> String {
    let names: Vec<String> = keys.split(' ').map(key_in_words).collect();
    names.join(" ")
}

/// One key: letters, digits and F1 to F12 are called so everywhere, and Alt is.
fn key_in_words(key: &str) -> String {
    match key {
        "Ctrl" => say!("key-ctrl"),
        "Shift" => say!("key-shift"),
        "Esc" => say!("key-esc"),
        "Enter" => say!("key-enter"),
        "PageUp" => say!("key-page-up"),
        "PageDown" => say!("key-page-down"),
        "Up" => say!("key-up"),
        "Down" => say!("key-down"),
        "Left" => say!("key-left"),
        "Right" => say!("key-right"),
        same => same.to_owned(),
    }
}
