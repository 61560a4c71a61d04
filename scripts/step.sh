# Sourced by scripts of many steps: `step COMMAND...` says the command, runs it, and remembers its seconds;
# `steps_done FILE` prints the seconds of all steps and writes them to FILE, a step a line, for scripts/budgets.

step_seconds=()

step() {
    local start="$EPOCHREALTIME"
    echo
    echo "\$ $*"
    "$@"
    step_seconds+=("$(awk -v start="$start" -v end="$EPOCHREALTIME" 'BEGIN { printf "%.1f", end - start }')"$'\t'"$*")
}

steps_done() {
    mkdir -p "$(dirname "$1")"
    printf '%s\n' "${step_seconds[@]}" >"$1"
    echo
    awk -F '\t' '{ printf "%7.1f s  %s\n", $1, $2; all += $1 } END { printf "%7.1f s  in all\n", all }' "$1"
}
