#!/usr/bin/env bash
# The step "Compare" of action.yml: its inputs are variables, and the exit code is that of the gate (0 passed, 10 failed, 11 undecided).

set -uo pipefail

words=(compare "$BASELINE" "$SYSTEM" --require "$REQUIRE" --quiet)
[ -z "${ITEM:-}" ] || words+=(--id "$ITEM")
[ -z "${MARGIN:-}" ] || words+=("--$REQUIRE" "$MARGIN")
# Options are words, which a workflow writes as one text.
read -r -a options <<<"${OPTIONS:-}"

mkdir -p "$REPORT"
restrap "${words[@]}" "${options[@]}" --json="$REPORT/comparison.json"
code=$?
if [ -f "$REPORT/comparison.json" ]; then
    python - "$REPORT" >>"${GITHUB_STEP_SUMMARY:-/dev/stdout}" <<'PYTHON'
import sys
from pathlib import Path

import restrap

report = Path(sys.argv[1])
result = restrap.load(report / "comparison.json")
page = f'<!doctype html><meta charset="utf-8"><title>restrap</title>\n{result.to_html()}\n'
(report / "comparison.html").write_text(page, encoding="utf-8")
print(result.to_markdown())
PYTHON
fi
case "$code" in
    0) passed=true ;;
    10) passed=false ;;
    11) passed=undecided ;;
    *) exit "$code" ;;
esac
echo "passed=$passed" >>"${GITHUB_OUTPUT:-/dev/null}"
if [ "$passed" = undecided ] && [ "${UNDECIDED:-fail}" = pass ]; then
    exit 0
fi
exit "$code"
