//! `corpus-atlas __manual`: the manual pages and the completions of shells, made of the definition of the command line. `cargo xtask package`
//! packs what the very binary says that it packs.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Command;
use clap_complete::Shell;

/// The shells, and where each looks for completions below `share`.
const SHELLS: [(Shell, &str); 3] = [
    (Shell::Bash, "bash-completion/completions/corpus-atlas"),
    (Shell::Fish, "fish/vendor_completions.d/corpus-atlas.fish"),
    (Shell::Zsh, "zsh/vendor-completions/_corpus-atlas"),
];

/// Hidden: write manual pages and completions.
#[derive(clap::Args)]
pub struct Arguments {
    /// The folder `share` that they are written into; made where it is not there.
    folder: PathBuf,
}

/// Runs.
pub fn run(arguments: &Arguments, definition: Command) -> anyhow::Result<ExitCode> {
    write(&arguments.folder, definition)?;
    Ok(ExitCode::SUCCESS)
}

fn write(share: &Path, definition: Command) -> anyhow::Result<()> {
    let mut completed = completed(&definition);
    for (shell, place) in SHELLS {
        let file = share.join(place);
        make_room(&file)?;
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut completed, "corpus-atlas", &mut script);
        std::fs::write(&file, script).with_context(|| file.display().to_string())?;
    }
    let pages = share.join("man/man1");
    make_room(&pages.join("page"))?;
    clap_mangen::generate_to(definition, &pages).with_context(|| pages.display().to_string())
}

/// What a shell completes: a definition without what is hidden, which `clap_complete` would offer.
fn completed(definition: &Command) -> Command {
    let arguments = definition.get_arguments();
    let commands = definition.get_subcommands();
    Command::new("corpus-atlas")
        .version(env!("CARGO_PKG_VERSION"))
        .args(
            arguments
                .filter(|argument| !argument.is_hide_set())
                .cloned(),
        )
        .subcommands(commands.filter(|command| !command.is_hide_set()).cloned())
}

fn make_room(file: &Path) -> anyhow::Result<()> {
    let folder = file.parent().unwrap_or(file);
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn every_command_has_a_page_and_the_hidden_ones_are_offered_by_no_shell() {
        let folder = tempfile::tempdir().expect("a folder");
        let share = folder.path();
        let definition = crate::cli::Arguments::command();
        let commands = definition
            .get_subcommands()
            .filter(|command| !command.is_hide_set());
        let commands: Vec<String> = commands
            .map(|command| command.get_name().to_owned())
            .collect();
        write(share, definition).expect("written");
        assert!(commands.len() > 15);
        for (shell, place) in SHELLS {
            let script = std::fs::read_to_string(share.join(place)).expect("a script");
            assert!(
                !script.contains("pdf-text") && !script.contains("__manual"),
                "{shell}"
            );
            for command in &commands {
                assert!(script.contains(&**command), "{shell}: {command}");
            }
        }
        for command in &commands {
            let page = share.join(format!("man/man1/corpus-atlas-{command}.1"));
            let page = std::fs::read_to_string(page).expect("a page");
            assert!(page.contains("Example"), "{command}");
        }
        let page = std::fs::read_to_string(share.join("man/man1/corpus-atlas.1")).expect("a page");
        assert!(
            page.contains("not a medical device") && !page.contains("Hidden"),
            "{page}"
        );
    }
}
