#!/usr/bin/env bash
# The step "Compare" of action.yml: its inputs are variables, and the exit code is that of the gate (0 passed, 10 failed, 11 undecided).
# Whatever happens, the summary of the job says it.

set -uo pipefail

summary=${GITHUB_STEP_SUMMARY:-/dev/stdout}
# A job may use this twice, and an artifact has one name: the first folder that is free. It is named on every path out of here.
report=${REPORT:-restrap-report}
for ((use = 2; use < 100; use++)); do
    [ -z "${REPORT:-}" ] && [ -e "$report" ] || break
    report=restrap-report-$use
done
mkdir -p "$report"
echo "report=$report" >>"${GITHUB_OUTPUT:-/dev/null}"

if command -v restrap >/dev/null; then
    program=(restrap)
elif python -c "import restrap" 2>/dev/null; then
    program=(python -m restrap)
else
    printf '**restrap is not installed.** Install its wheel, or put the program on the path, in a step before this one.\n' | tee -a "$summary" >&2
    exit 127
fi

words=(compare "$BASELINE" "$SYSTEM" --output markdown)
[ -z "${ITEM:-}" ] || words+=(--id "$ITEM")
require=${REQUIRE-noninferior}
# The words of an input, one after the other on lines or behind spaces; quotes hold a word together, as in a shell.
margins=()
options=()
read_words() {
    local -n into=$1
    [ -n "${2//[[:space:]]/}" ] || return 0
    local file
    file=$(mktemp)
    if ! printf '%s\n' "$2" | xargs printf '%s\0' >"$file" 2>/dev/null; then
        printf '**The input %s has a quote without its other half.**\n\n```text\n%s\n```\n' "$1" "$2" | tee -a "$summary" >&2
        exit 2
    fi
    mapfile -d '' into <"$file"
    rm -f "$file"
}
# Margins that name their metric are gates by themselves; one that names none is of the gate that is required.
read_words margins "${MARGIN:-}"
read_words options "${OPTIONS:-}"
named=false
for margin in "${margins[@]}"; do
    words+=("--${require:-noninferior}" "$margin")
    [[ $margin != *=* ]] || named=true
done
[ -z "$require" ] || [ "$named" = true ] || words+=(--require "$require")

table=$("${program[@]}" "${words[@]}" "${options[@]}" --json="$report/comparison.json" --html "$report/comparison.html" 2>"$report/messages.txt")
code=$?
cat "$report/messages.txt" >&2
if [ -n "$table" ]; then
    printf '%s\n' "$table" >>"$summary"
else
    printf '**No comparison: restrap ended with exit code %s.**\n\n```text\n%s\n```\n' "$code" "$(cat "$report/messages.txt")" >>"$summary"
fi
case "$code" in
    0) passed=$(grep -q '^  "gate": {' "$report/comparison.json" && echo true || echo none) ;;
    10) passed=false ;;
    11) passed=undecided ;;
    *) exit "$code" ;;
esac
echo "passed=$passed" >>"${GITHUB_OUTPUT:-/dev/null}"
if [ "$passed" = undecided ] && [ "${UNDECIDED:-fail}" = pass ]; then
    exit 0
fi
exit "$code"
