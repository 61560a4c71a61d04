# Sourced by the other scripts: go to the repository root, and stop with a hint where Rust is missing.

cd "$(dirname "${BASH_SOURCE[0]}")/.."

if ! command -v cargo >/dev/null 2>&1; then
    {
        echo "error: expected Rust's cargo on the PATH, found none"
        echo "hint: https://rustup.rs installs it:"
        echo "    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh"
        echo "then open a new shell and run this again"
    } >&2
    exit 1
fi
