//! Corpus Atlas: arguments to a window or a command.

fn main() -> std::process::ExitCode {
    corpus_atlas::cli::main()
}
