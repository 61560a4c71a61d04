# Sourced by .ci/run and scripts/nightly: `step COMMAND...` says the command, runs it, and remembers its seconds of wall and of CPU;
# `steps_done FILE` prints those of all steps and writes them to FILE, a step a line, for scripts/budgets.

steps=()

# Seconds of CPU of everything that ended under this shell.
cpu_seconds() {
    times | awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, part, /[ms]/); all += 60 * part[1] + part[2] } print all }'
}

step() {
    local start="$EPOCHREALTIME" cpu
    cpu="$(cpu_seconds)"
    echo
    echo "\$ $*"
    "$@"
    steps+=("$(awk -v start="$start" -v end="$EPOCHREALTIME" -v before="$cpu" -v after="$(cpu_seconds)" \
        'BEGIN { printf "%.1f\t%.1f", end - start, after - before }')"$'\t'"$*")
}

steps_done() {
    mkdir -p "$(dirname "$1")"
    printf '%s\n' "${steps[@]}" >"$1"
    echo
    awk -F '\t' '{ printf "%7.1f s %7.1f s CPU  %s\n", $1, $2, $3; wall += $1; cpu += $2 }
        END { printf "%7.1f s %7.1f s CPU  in all\n", wall, cpu }' "$1"
}
