#!/usr/bin/env bash
# The step "Compare" of action.yml: its inputs are variables, and the exit code is that of the gate (0 passed, 10 failed, 11 undecided).
# Whatever happens, the summary of the job says it.

set -uo pipefail

summary=${GITHUB_STEP_SUMMARY:-/dev/stdout}
if command -v restrap >/dev/null; then
    program=(restrap)
elif python -c "import restrap" 2>/dev/null; then
    program=(python -m restrap)
else
    printf '**restrap is not installed.** Install its wheel, or put the program on the path, in a step before this one.\n' | tee -a "$summary" >&2
    exit 127
fi

words=(compare "$BASELINE" "$SYSTEM" --require "$REQUIRE" --output markdown)
[ -z "${ITEM:-}" ] || words+=(--id "$ITEM")
[ -z "${MARGIN:-}" ] || words+=("--$REQUIRE" "$MARGIN")
# Options are words, which a workflow writes as one text.
read -r -a options <<<"${OPTIONS:-}"

mkdir -p "$REPORT"
table=$("${program[@]}" "${words[@]}" "${options[@]}" --json="$REPORT/comparison.json" --html "$REPORT/comparison.html" 2>"$REPORT/messages.txt")
code=$?
cat "$REPORT/messages.txt" >&2
if [ -n "$table" ]; then
    printf '%s\n' "$table" >>"$summary"
else
    printf '**No comparison: restrap ended with exit code %s.**\n\n```text\n%s\n```\n' "$code" "$(cat "$REPORT/messages.txt")" >>"$summary"
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
