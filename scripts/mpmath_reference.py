#!/usr/bin/env python3
"""Reference values of distribution functions, to 40 digits, for `crates/stats/tests/mpmath.rs`.

Run `python3 scripts/mpmath_reference.py` (mpmath 1.3.0, about two minutes) to rewrite
`crates/stats/tests/it/fixtures/mpmath.json`. Deterministic: no clock, no randomness.

Every value comes from a formula that the crate does not use: Student t and beta tails by tanh-sinh quadrature of the
density, binomial tails by rational ratios in 40 digits, McNemar's by integers or by those ratios, trinomial tails by
polynomial powers in integers (small n) or by a tilted Fourier sum (large n), score intervals by bisection on the score
statistic.
Arguments are doubles, read as the exact rationals that they are.
"""

import json
import math
import pathlib
from fractions import Fraction

import mpmath as mp

mp.mp.dps = 50
ROWS = []


def digits(value):
    return mp.nstr(value, 25, min_fixed=0, max_fixed=0)


def row(function, arguments, value, ln=False):
    entry = {"f": function, "x": arguments, "value": digits(value)}
    if ln:
        entry["ln"] = digits(mp.log(value)) if value > 0 else "-inf"
    ROWS.append(entry)


# --- normal and chi-square ------------------------------------------------------------------------------------------
def normal_sf(x):
    return mp.erfc(mp.mpf(x) / mp.sqrt(2)) / 2


def solve_decreasing(function, target, low, high):
    """Bisection, then the answer is polished by the secant rule; `function` decreases from low to high."""
    low, high = mp.mpf(low), mp.mpf(high)
    for _ in range(40):
        middle = (low + high) / 2
        if function(middle) > target:
            low = middle
        else:
            high = middle
    f_low, f_high = function(low) - target, function(high) - target
    for _ in range(12):
        if f_low == f_high:
            break
        new = high - f_high * (high - low) / (f_high - f_low)
        low, f_low, high, f_high = high, f_high, new, function(new) - target
        if f_high == 0 or abs(high - low) < abs(high) * mp.mpf(10) ** -38:
            break
    return high


def normal_rows():
    for x in [-37.0, -20.5, -8.25, -5.0, -3.1, -1.0, -0.3, -1e-9, 0.0, 1e-9, 0.1, 0.5, 1.0, 1.2345678, 1.96, 2.5758,
              4.0, 6.7, 9.99, 12.3, 18.0, 25.123, 30.7, 36.9, 37.5]:
        row("normal_cdf", [x], 1 - normal_sf(x) if x > -1 else normal_sf(-mp.mpf(x)), ln=True)
        row("normal_sf", [x], normal_sf(x), ln=True)
    for x in [-8.0, -1.5, 0.0, 0.7, 5.0, 29.9, 30.1, 37.4, 50.0, 333.3, 1e4, 1e6]:
        row("normal_ln_sf", [x], mp.log(normal_sf(x)))
    for p in [1e-300, 3.3e-200, 1e-100, 1e-40, 1e-16, 1e-9, 1e-5, 0.001, 0.005, 0.025, 0.05, 0.1, 0.2, 0.2499, 0.26,
              0.4, 0.49, 0.4999999, 0.5, 0.50000001, 0.6, 0.74, 0.76, 0.9, 0.95, 0.975, 0.995, 0.999999, 1 - 1e-12]:
        target = mp.mpf(p)
        x = -solve_decreasing(normal_sf, target, -1, 40) if p < 0.5 else solve_decreasing(normal_sf, 1 - target, -1, 40)
        row("normal_quantile", [p], mp.mpf(0) if p == 0.5 else x)
    for x in [0.0, 1e-12, 0.01, 0.4549, 1.0, 3.841458820694124, 6.63, 20.0, 43.2, 200.0, 700.0, 1300.0]:
        row("chi2_1_sf", [x], mp.erfc(mp.sqrt(mp.mpf(x) / 2)), ln=True)


# --- Student t and beta by quadrature -------------------------------------------------------------------------------
def t_sf(t, df):
    t, df = mp.mpf(t), mp.mpf(df)
    constant = mp.exp(mp.loggamma((df + 1) / 2) - mp.loggamma(df / 2)) / mp.sqrt(df * mp.pi)
    power = -(df + 1) / 2
    # s = t + scale * u: the density falls by about e per unit of u.
    scale = 1 / mp.mpf(max(t * (df + 1) / (df + t * t), mp.mpf(1)))
    base = mp.log1p(t * t / df)

    def relative(u):
        s = t + scale * u
        return mp.exp(power * (mp.log1p(s * s / df) - base))

    cuts = [0, 2, 8, 32, 128, 512, 4096, mp.inf]
    return constant * mp.exp(power * base) * scale * mp.quad(relative, cuts, maxdegree=9)


def beta_tail(a, b, x, upper):
    a, b, x = mp.mpf(a), mp.mpf(b), mp.mpf(x)
    if upper:
        a, b, x = b, a, 1 - x
    # integral of s^(a-1)(1-s)^(b-1) over (0, x), s = x e^(-u): e^(-a u)(1 - x e^(-u))^(b-1)
    start = (b - 1) * mp.log1p(-x)
    slope = a - (b - 1) * x / (1 - x)
    width = 1 / max(abs(slope), mp.sqrt(a + b) / 4, mp.mpf(1) / 4)

    def relative(u):
        s = u * width
        return mp.exp(-a * s + (b - 1) * mp.log1p(-x * mp.exp(-s)) - start)

    cuts = [0, 1, 2, 4, 8, 16, 32, 64, 128, 512, 4096, mp.inf]
    integral = mp.quad(relative, cuts, maxdegree=9) * width
    ln_beta = mp.loggamma(a) + mp.loggamma(b) - mp.loggamma(a + b)
    return mp.exp(a * mp.log(x) + start - ln_beta) * integral


def student_rows():
    for df in [1.0, 2.0, 3.0, 4.5, 9.0, 29.0, 99.37, 1000.0, 12345.6, 1e5, 1e6, 1e7]:
        for t in [1e-6, 0.3, 0.99, 1.01, 1.7, 2.3, 4.9, 9.7, 20.0, 36.5]:
            row("t_sf", [t, df], t_sf(t, df), ln=True)
        row("t_sf", [-1.3, df], 1 - t_sf(1.3, df), ln=True)
    for df in [1.0, 2.0, 5.0, 30.0]:
        row("t_sf", [1e10, df], t_sf(1e10, df), ln=True)


def t_quantile_rows():
    for df in [1.0, 2.0, 3.0, 9.0, 29.5, 1000.0, 1e6]:
        for p in [1e-12, 1e-5, 0.005, 0.025, 0.2, 0.45]:
            if df <= 2:
                q = mp.mpf(p)
                x = 1 / mp.tan(mp.pi * q) if df == 1 else (1 - 2 * q) / mp.sqrt(2 * q * (1 - q))
            else:
                x = mp.findroot(lambda u: mp.log(t_sf(mp.exp(u), df)) - mp.log(mp.mpf(p)),
                                (mp.log(normal_quantile_guess(p)), mp.log(normal_quantile_guess(p)) + 0.1),
                                solver="secant", tol=1e-32)
                x = mp.exp(x)
            row("t_quantile_upper", [p, df], x)


def normal_quantile_guess(p):
    return solve_decreasing(normal_sf, mp.mpf(p), 0, 40)


BETA = [(0.5, 0.5, 0.1), (0.5, 0.5, 0.9), (1.0, 1.0, 0.3), (1.0, 7.0, 0.02), (2.5, 3.5, 0.4), (2.5, 3.5, 0.01),
        (10.0, 0.3, 0.999), (0.3, 10.0, 0.001), (50.0, 50.0, 0.5), (50.0, 50.0, 0.2), (50.0, 1.0, 0.7),
        (1000.5, 0.5, 0.9999), (1000.5, 0.5, 0.97), (300.0, 40000.0, 0.0075), (300.0, 40000.0, 0.002),
        (5e5, 5e5, 0.501), (5e5, 5e5, 0.49), (5e6, 0.5, 0.999999), (5e6, 0.5, 0.9999), (5e6, 2.0, 0.9999995),
        (5e6, 17.25, 0.999998), (5e6, 5e6, 0.4999), (5e6, 5e6, 0.496), (20.0, 1e6, 1e-7), (3.0, 1e6, 1e-100)]


def beta_rows():
    for a, b, x in BETA:
        lower = beta_tail(a, b, x, False)
        upper = beta_tail(a, b, x, True) if lower > mp.mpf(10) ** -30 else 1 - lower
        assert abs(lower + upper - 1) < mp.mpf(10) ** -30, (a, b, x, lower + upper - 1)
        row("beta_lower", [a, b, x], lower, ln=True)
        row("beta_upper", [a, b, x], upper, ln=True)
    for a, b, p in [(1.0, 1000.0, 0.025), (2.0, 999.0, 0.025), (50.0, 951.0, 0.975), (0.5, 0.5, 0.1),
                    (4317.0, 5684.0, 0.975), (20.0, 20.0, 0.5), (1e6, 2.0, 0.3)]:
        u = solve_decreasing(lambda v: beta_tail(a, b, 1 / (1 + mp.exp(-v)), True), 1 - mp.mpf(p),
                             mp.log(mp.mpf(a) / b) - 8, mp.log(mp.mpf(a) / b) + 8)
        row("beta_quantile", [a, b, p], 1 / (1 + mp.exp(-u)))


# --- binomial by ratios ---------------------------------------------------------------------------------------------
def binomial_lower_sum(k, n, p, q):
    """P(X <= k) for k below the mean: terms only shrink."""
    ln_term = mp.loggamma(n + 1) - mp.loggamma(k + 1) - mp.loggamma(n - k + 1) + k * mp.log(p) + (n - k) * mp.log(q)
    odds = q / p
    term, total, j = mp.mpf(1), mp.mpf(1), k
    while j > 0:
        term *= j * odds / (n - j + 1)
        total += term
        j -= 1
        if term < total * mp.mpf(10) ** -38:
            break
    return mp.exp(ln_term) * total


def binomial_lower(k, n, p):
    p = mp.mpf(p.numerator) / p.denominator if isinstance(p, Fraction) else mp.mpf(p)
    q = 1 - p
    if k >= n:
        return mp.mpf(1)
    if k <= n * p:
        return binomial_lower_sum(k, n, p, q)
    return 1 - binomial_lower_sum(n - k - 1, n, q, p)


def binomial_upper(k, n, p):
    p = mp.mpf(p.numerator) / p.denominator if isinstance(p, Fraction) else mp.mpf(p)
    return binomial_lower(n - k, n, 1 - p)


def binomial_rows():
    # The half: exact McNemar and sign tests. Tails near 0.3, 1e-5, 1e-40, 1e-300 and far below.
    for n, ks in [(10, [0, 1, 3, 5, 8]), (1000, [500, 470, 430, 293, 8, 0]),
                  (121, [60, 40, 3]),
                  (200000, [100000, 99900, 99000, 97020, 91790, 50000]),
                  (1000000, [500000, 499500, 497800, 493330, 481490, 300000]),
                  (10000000, [5000000, 4998300, 4993000, 4978900, 4941500, 4500000, 1000000])]:
        for k in ks:
            row("binomial_lower", [k, n, 0.5], binomial_lower(k, n, mp.mpf("0.5")), ln=True)
    for n, p in [(25, 0.3), (1000, 0.01), (1000000, 1e-5), (1000000, 0.37), (10000000, 0.05), (10000000, 1e-6)]:
        mean = n * p
        sd = (n * p * (1 - p)) ** 0.5
        for z in [-20.0, -6.0, -1.5, 0.0, 1.5, 6.0, 20.0]:
            k = int(mean + z * sd)
            if 0 <= k <= n:
                row("binomial_lower", [k, n, p], binomial_lower(k, n, p), ln=True)
                if k > 0:
                    row("binomial_upper", [k, n, p], binomial_upper(k, n, p), ln=True)


# --- exact McNemar, which is the exact permutation test of 0/1 scores ---------------------------------------------------
def mcnemar_two_sided(b, c):
    """min(1, 2 P(X <= min(b, c))), X binomial(b + c, 1/2): in integers where they are short, else by ratios."""
    n, k = b + c, min(b, c)
    if n <= 2000:
        p = Fraction(2 * sum(math.comb(n, j) for j in range(k + 1)), 2**n)
        return min(mp.mpf(1), mp.mpf(p.numerator) / p.denominator)
    return min(mp.mpf(1), 2 * binomial_lower_sum(k, n, mp.mpf("0.5"), mp.mpf("0.5")))


def mcnemar_rows():
    for n in [10, 41, 1000, 1001, 200000, 1000000]:
        # The largest c with a p-value of at most so much, and splits whose p-value no double holds.
        ks = {0, n // 10, n // 4, n // 2 - 1}
        for target in ["0.8", "0.05", "1e-5", "1e-12", "1e-20", "1e-40", "1e-100", "1e-200", "1e-299"]:
            low, high = 0, n // 2
            while low < high:
                middle = (low + high + 1) // 2
                low, high = (middle, high) if mcnemar_two_sided(n - middle, middle) <= mp.mpf(target) else (low, middle - 1)
            ks.add(low)
        for c in sorted(ks):
            row("mcnemar_two_sided", [n - c, c], mcnemar_two_sided(n - c, c), ln=True)


# --- trinomial ------------------------------------------------------------------------------------------------------
def trinomial_exact(n, helped, hurt):
    """Probabilities of the sums -n..n as fractions."""
    weights = [hurt, n - helped - hurt, helped]
    poly = [1]
    for _ in range(n):
        new = [0] * (len(poly) + 2)
        for i, c in enumerate(poly):
            for j, w in enumerate(weights):
                new[i + j] += c * w
        poly = new
    return [Fraction(c, n**n) for c in poly]


def trinomial_upper_fourier(c, n, helped, hurt):
    """P(sum >= c) by a tilted trapezoid sum; c must lie above the mean."""
    a, b = mp.mpf(helped) / n, mp.mpf(hurt) / n
    z = 1 - a - b

    def mean(theta):
        up, down = a * mp.exp(theta), b * mp.exp(-theta)
        return n * (up - down) / (up + down + z)

    low, high = mp.mpf(0), mp.mpf(1)
    while mean(high) < c:
        high *= 2
    for _ in range(120):
        middle = (low + high) / 2
        low, high = (middle, high) if mean(middle) < c else (low, middle)
    theta = max((low + high) / 2, mp.mpf(1) / 1000 / mp.sqrt(n * (a + b)))
    up, down = a * mp.exp(theta), b * mp.exp(-theta)
    total = up + down + z
    variance = n * ((up + down) / total - ((up - down) / total) ** 2)
    points = int(mp.ceil(110 / theta + 40 * mp.sqrt(variance) + 60))
    limit = points // 2
    accumulated = mp.mpf(0)
    # the summand of frequency -w is the conjugate of that of w
    for index in range(limit + 1):
        w = 2 * mp.pi * index / points
        phase = mp.expj(w)
        phi = (up * phase + down / phase + z) / total
        size = n * mp.log(abs(phi))
        if size < -105:
            # one lobe only: z outweighs the parity lobe in every case below
            if index > 5:
                break
            continue
        value = mp.exp(n * mp.log(phi)) * mp.expj(-w * c) / (1 - mp.exp(-theta) / phase)
        weight = 1 if index == 0 or 2 * index == points else 2
        accumulated += weight * value.real
    return mp.exp(n * mp.log(total) - theta * c) * accumulated / points


def trinomial_rows():
    for n, helped, hurt in [(10, 4, 3), (10, 3, 1), (1, 1, 0), (1, 0, 0), (17, 5, 9), (40, 20, 20), (40, 30, 9), (40, 1, 38)]:
        law = trinomial_exact(n, helped, hurt)
        for c in range(-n, n + 1, max(1, n // 10)):
            upper = sum(law[c + n:])
            lower = sum(law[: c + n + 1])
            row("trinomial_upper", [c, n, helped, hurt], mp.mpf(upper.numerator) / upper.denominator, ln=True)
            row("trinomial_lower", [c, n, helped, hurt], mp.mpf(lower.numerator) / lower.denominator, ln=True)
    large = [(500, 10, 7), (1000, 1, 0), (10000, 700, 600), (10000, 40, 1), (1000000, 60000, 58000), (1000000, 20, 3),
             (1000000, 300000, 300500), (1000000, 1000, 900), (10000000, 600000, 598000), (10000000, 3000000, 2999000),
             (10000000, 50000, 1)]
    for n, helped, hurt in large:
        mean = helped - hurt
        sd = ((helped + hurt) - mean * mean / n) ** 0.5
        cs = {0, 2 * mean, 2 * mean + 1} | {int(mean + s * sd) for s in (-36.0, -13.0, -4.0, -0.7, 0.7, 4.0, 13.0, 36.0, 150.0)}
        for c in sorted(cs):
            if abs(c) > n:
                continue
            if c > mean and (hurt > 0 or c >= 0) and (helped > 0):
                row("trinomial_upper", [c, n, helped, hurt], trinomial_upper_fourier(c, n, helped, hurt), ln=True)
            elif c < mean and hurt > 0:
                row("trinomial_lower", [c, n, helped, hurt], trinomial_upper_fourier(-c, n, hurt, helped), ln=True)


# --- Clopper-Pearson and Tango ---------------------------------------------------------------------------------------
def clopper_pearson_rows():
    for count, resamples in [(0, 1), (0, 1000), (1, 999), (5, 100000), (4999, 100000), (500, 1000), (0, 10**9),
                             (3, 10**9), (40_000_000, 10**9), (999_999_998, 10**9), (10**9, 10**9)]:
        half = mp.mpf("0.025")
        if count == 0:
            low = mp.mpf(0)
        elif count == resamples:
            low = half ** (mp.mpf(1) / resamples)
        else:
            low = logit_root(lambda x: beta_tail(count, resamples - count + 1, x, False), half, count, resamples)
        if count == resamples:
            high = mp.mpf(1)
        elif count == 0:
            high = -mp.expm1(mp.log(half) / resamples)
        else:
            high = logit_root(lambda x: beta_tail(count + 1, resamples - count, x, True), half, count + 1, resamples + 1)
        row("clopper_pearson_low", [count, resamples, 0.95], low)
        row("clopper_pearson_high", [count, resamples, 0.95], high)


def logit_root(tail, target, count, resamples):
    start = mp.log(mp.mpf(count) / (resamples - count + mp.mpf(1) / 2))
    step = mp.mpf("0.1") / mp.sqrt(min(count, resamples - count) + 1)
    u = mp.findroot(lambda v: mp.log(tail(mp.exp(v) / (1 + mp.exp(v)))) - mp.log(target),
                    (start, start + step), solver="secant", tol=1e-30)
    return mp.exp(u) / (1 + mp.exp(u))


def tango_statistic(delta, b, c, n):
    if delta == 1 or delta == -1:
        return mp.inf * -delta
    big_a = 2 * n
    big_b = -b - c + (2 * n - b + c) * delta
    big_c = -c * delta * (1 - delta)
    q = (mp.sqrt(big_b * big_b - 4 * big_a * big_c) - big_b) / (2 * big_a)
    variance = n * (2 * q + delta * (1 - delta))
    return (b - c - n * delta) / mp.sqrt(variance)


def tango_rows():
    for b, c, n in [(0, 0, 10), (0, 0, 10000), (1, 0, 20), (0, 1, 20), (4, 3, 10), (10, 7, 500), (20, 0, 20), (0, 20, 20),
                    (9, 1, 10), (5, 5, 10), (43, 12, 100), (300, 290, 100000), (60000, 58000, 1000000), (2, 30, 44)]:
        for level in [0.95, 0.9, 0.99]:
            z = solve_decreasing(normal_sf, (1 - mp.mpf(level)) / 2, 0, 10)
            observed = mp.mpf(b - c) / n
            ends = []
            for sign, far in [(1, mp.mpf(-1)), (-1, mp.mpf(1))]:
                inside, outside = observed, far
                for _ in range(170):
                    middle = (inside + outside) / 2
                    if middle == observed or sign * tango_statistic(middle, b, c, n) < z:
                        inside = middle
                    else:
                        outside = middle
                ends.append((inside + outside) / 2)
            row("tango_low", [b, c, n, level], ends[0])
            row("tango_high", [b, c, n, level], ends[1])


if __name__ == "__main__":
    normal_rows()
    student_rows()
    t_quantile_rows()
    beta_rows()
    binomial_rows()
    mcnemar_rows()
    trinomial_rows()
    clopper_pearson_rows()
    tango_rows()
    target = pathlib.Path(__file__).resolve().parent.parent / "crates/stats/tests/it/fixtures/mpmath.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    lines = ",\n".join(json.dumps(entry) for entry in ROWS)
    target.write_text('{"source": "scripts/mpmath_reference.py, mpmath %s", "rows": [\n%s\n]}\n' % (mp.__version__, lines))
    print(f"{len(ROWS)} rows")
