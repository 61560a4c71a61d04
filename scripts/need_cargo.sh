# Sourced by the other scripts: go to the repository root, and install Rust (rustup, minimal profile) where it is missing.

cd "$(dirname "${BASH_SOURCE[0]}")/.."

if ! command -v cargo >/dev/null 2>&1 && [ -f "$HOME/.cargo/env" ]; then
    # Installed, but not in this shell yet.
    source "$HOME/.cargo/env"
fi
if ! command -v cargo >/dev/null 2>&1; then
    echo "Rust's cargo is not on the PATH: installing it with rustup into $HOME/.cargo" >&2
    if ! curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y --profile minimal \
        -c rustfmt -c clippy >&2; then
        echo "error: expected to install Rust from https://rustup.rs, found no way there" >&2
        echo "hint: install Rust 1.89 or later by hand and run this again" >&2
        exit 1
    fi
    source "$HOME/.cargo/env"
fi
