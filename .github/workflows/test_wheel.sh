#!/usr/bin/env bash
# Installs the wheel of a folder into a fresh environment, and runs the tests that need no other program.

set -euo pipefail
root="$PWD"
wheel="$(realpath "$1"/*.whl)"
python -m venv fresh
bin="$root/fresh/bin"
[ -d "$bin" ] || bin="$root/fresh/Scripts"
"$bin/python" -m pip install --quiet "$wheel" numpy pandas polars pyarrow pytest scipy
mkdir empty
cd empty
"$bin/restrap" --version
"$bin/python" -m pytest -q -p no:cacheprovider "$root"/crates/python/tests/test_{compare,many,metric,results,running,tutorials,units}.py
