"""Fifty guesses of a notebook user (`guesses.py`, written before any was tried) are right, or refused with the next line."""

import warnings

import guesses
import restrap


ANSWERED = {
    "n_resamples and alternative of SciPy": "result.pvalue == restrap.compare(old, new, n_resamples=9999, alternative='better').pvalue",
    "paired t test": "result.pvalue == restrap.compare(old, new, test='t').pvalue",
}
"""Guesses that were to be refused, and have the answer that was meant."""


def tried(code, right):
    """What was found; None if it is right."""
    names: dict[str, object] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(guesses.PRELUDE, names)
        try:
            exec(code, names)
        except Exception as error:
            said = f"{error} {getattr(error, 'hint', '')}"
            known = isinstance(error, (restrap.Error, TypeError, AttributeError))
            return None if right.startswith("refused: ") and known and right.removeprefix("refused: ") in said else f"{type(error).__name__}: {said}"
        if right.startswith("refused: "):
            return f"answered {str(names['result'])[:200]!r}"
        try:
            holds = eval(right, names)
        except Exception as error:
            return f"{right}: {type(error).__name__}: {error}"
        return None if holds else f"not {right}: {str(names['result'])[:200]!r}"


def test_at_least_46_of_50_guesses_are_right_or_lead_on():
    found = {name: tried(code, ANSWERED.get(name, right)) for name, code, right in guesses.GUESSES}
    wrong = {name: said for name, said in found.items() if said is not None}
    print(f"{len(found) - len(wrong)} of {len(found)} guesses")
    for name, said in wrong.items():
        print(f"  {name}: {said}"[:400])
    assert len(found) == 50 and len(wrong) <= 4, wrong
