# Sourced by scripts/check and .ci/run: what both ask of every change, in the order of what fails fastest.

if ! command -v python3 >/dev/null 2>&1; then
    echo "error: expected python3 on the PATH, for scripts/circles, scripts/flags, scripts/prose and scripts/budgets, found none" >&2
    echo "hint: apt-get install python3 (3.9 or later; the standard library is enough)" >&2
    exit 1
fi

step cargo fmt --all --check
step scripts/circles
step scripts/flags
step scripts/prose
step scripts/budgets --lines
step scripts/packages
step cargo clippy --workspace --all-targets --locked -- -D warnings
step env RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked
step scripts/features
step scripts/test
