//! Words where there is little room.

/// Words, of more than `most` letters the beginning with a mark behind it: `most` in all.
pub fn short(words: &str, most: usize) -> String {
    if words.chars().count() <= most {
        words.to_owned()
    } else {
        words.chars().take(most - 1).chain(['…']).collect()
    }
}
