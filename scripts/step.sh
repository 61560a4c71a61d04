# Sourced by .ci/run and scripts/nightly: `step COMMAND...` says the command, runs it, and remembers its seconds of wall and of CPU;
# `steps_done FILE` prints those of all steps and writes them to FILE, a step a line, for scripts/budgets.

steps=()
step_times="$(mktemp)"

# Sets `cpu` to the seconds of CPU of everything that ended under this shell. A subshell would count its own children alone.
cpu_seconds() {
    times >"$step_times"
    cpu="$(awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, part, /[ms]/); all += 60 * part[1] + part[2] } print all }' "$step_times")"
}

step() {
    local start="$EPOCHREALTIME" cpu before status=0
    cpu_seconds
    before="$cpu"
    echo
    echo "\$ $*"
    "$@" || status=$?
    cpu_seconds
    steps+=("$(awk -v start="$start" -v end="$EPOCHREALTIME" -v before="$before" -v after="$cpu" \
        'BEGIN { printf "%.1f\t%.1f", end - start, after - before }')"$'\t'"$*")
    return "$status"
}

steps_done() {
    mkdir -p "$(dirname "$1")"
    printf '%s\n' "${steps[@]}" >"$1"
    echo
    awk -F '\t' '{ printf "%7.1f s %7.1f s CPU  %s\n", $1, $2, $3; wall += $1; cpu += $2 }
        END { printf "%7.1f s %7.1f s CPU  in all\n", wall, cpu }' "$1"
}
