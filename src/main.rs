//! The program `restrap`.

fn main() -> std::process::ExitCode {
    restrap_cli::run(std::env::args_os()).into()
}
