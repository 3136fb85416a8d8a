//! What documents say of the program is what the program says of itself.

/// The page of keys is made from the table of commands (`cargo xtask docs`).
#[test]
fn the_page_of_keys_is_the_table_of_commands() {
    let page = include_str!("../docs/keys.md");
    let table = viewer::command::keys_table();
    assert!(
        page.contains(table.trim()),
        "docs/keys.md is stale: run `cargo xtask docs`"
    );
}
