#!/usr/bin/env python3
"""Reference tails of laws of 2,000 values on a wide lattice, for `crates/stats/tests/wide.rs`.

Run `python3 scripts/wide_law_reference.py` (mpmath 1.3.0, some minutes) to rewrite
`crates/stats/tests/it/fixtures/wide.json`. Deterministic: no clock, no randomness.

P(T >= t) is the tilted Fourier sum over the nodes z = θ + 2πik/N of E exp(z T) exp(−z t) / (1 − exp(−z)), each
characteristic function multiplied out value by value in 40 digits: no power sums, no logarithm of 1 + x, nothing saved.
The tilt is not the saddle point but one and a tenth of it, and N is twice what its aliases need. Frequencies beyond the
first at which |φ| falls below 1e-35 are left out: 2,000 values of 28 random bits are never in phase again.
"""

import json
import pathlib

import mpmath as mp

mp.mp.dps = 40
COUNT = 2000


def values(seed, count, shift):
    state, found = seed, []
    for i in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        value = (state >> 36) - 2**27 + shift
        if i % 3 == 0:
            # Towards zero, as Rust divides.
            value = value // 1000 if value >= 0 else -(-value // 1000)
        found.append(value)
    return found


def ln_mgf(law, column, z):
    """ln E exp(zT), up to multiples of 2πi."""
    if law == "permutation":
        total = mp.mpf(0)
        for v in column:
            total += mp.log((mp.exp(z * v) + mp.exp(-z * v)) / 2)
        return total
    return len(column) * mp.log(sum(mp.exp(z * v) for v in column) / len(column))


def tail(law, column, t):
    """ln P(T >= t)."""
    scale = mp.sqrt(sum(mp.mpf(v) ** 2 for v in column))
    mean = 0 if law == "permutation" else sum(column)

    def slope(theta):
        h = mp.mpf(10) ** -12 / scale
        return (ln_mgf(law, column, theta + h) - ln_mgf(law, column, theta - h)) / (2 * h)

    low, high = mp.mpf(0), 60 / scale
    for _ in range(12):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) < t else (low, middle)
    theta = max(mp.mpf("1.1") * low, 2 / scale)
    # Aliases weigh exp(−θ j N) below and what the tilted law has beyond t + N above.
    nodes = int(max(2 * (85 + theta * abs(t - mean)) / theta, 2 * (mp.mpf(30) * scale + abs(t - mean))))
    # A permutation sum has the parity of the sum of its values.
    step = 2 if law == "permutation" else 1
    nodes //= step
    centre = ln_mgf(law, column, theta)
    total, k = mp.mpf(0), 0
    while True:
        z = mp.mpc(theta, 2 * mp.pi * k / (nodes * step))
        term = mp.exp(ln_mgf(law, column, z) - centre - (z - theta) * t) / (1 - mp.exp(-step * z))
        total += term.real * (1 if k == 0 else 2)
        if k > 0 and abs(term) * theta < mp.mpf(10) ** -35:
            break
        k += 1
    return centre - theta * t + mp.log(total / nodes), k


def main():
    rows = []
    for law, seed, shift, deviations in [
        ("permutation", 11, 0, 0.3),
        ("permutation", 12, 4_000_000, 2.5),
        ("permutation", 13, 9_000_000, 8),
        ("bootstrap", 14, 2_000_000, 0.4),
        ("bootstrap", 15, 0, 3),
        ("bootstrap", 16, 0, 9),
    ]:
        column = values(seed, COUNT, shift)
        centre = 0 if law == "permutation" else sum(column)
        spread = mp.sqrt(sum(mp.mpf(v) ** 2 for v in column))
        t = int(centre + deviations * spread)
        if law == "permutation" and (t - sum(column)) % 2:
            t += 1
        ln, seen = tail(law, column, t)
        rows.append(
            {"law": law, "seed": seed, "count": COUNT, "shift": shift, "sum": sum(column), "t": t, "ln": mp.nstr(ln, 30)}
        )
        print(law, seed, t, mp.nstr(ln, 20), seen, "nodes", flush=True)
    path = pathlib.Path(__file__).parent.parent / "crates/stats/tests/it/fixtures/wide.json"
    body = ",\n".join("  " + json.dumps(row) for row in rows)
    path.write_text('{"rows": [\n' + body + "\n]}\n")


if __name__ == "__main__":
    main()
