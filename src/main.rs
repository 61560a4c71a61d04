//! The program `restrap`.

mod memory;

#[global_allocator]
static ALLOCATOR: memory::ExitingAllocator = memory::ExitingAllocator;

fn main() -> std::process::ExitCode {
    restrap_cli::run(std::env::args_os()).into()
}
