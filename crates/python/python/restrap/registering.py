"""`register`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from restrap import _native
from restrap.asking import checked
from restrap.result import Answer

if TYPE_CHECKING:
    from typing import Unpack

    from restrap.keywords import Registered


def register(study: str | os.PathLike[str], /, **asked: Unpack[Registered]) -> Answer:
    """Write down what a study will test, before it is run: ``STUDY.registered.json`` beside the study file.

    ``restrap.replicate(study, registered=True)`` then runs it as registered, and lists what departs from that.

    Parameters
    ----------
    study : path
        A study file, as `restrap.replicate` takes it.
    **asked
        What is asked, as of `restrap.replicate`: `test`, `alternative`, `alpha`, `adjust`, `n_resamples`, `seed`, ... Every default is
        written down, too.

    Returns
    -------
    Answer
        `digest`, which a paper's appendix may give, and the `plan`.

    Raises
    ------
    InputError
        Where the study was registered before, or is none.

    Examples
    --------
    >>> import restrap
    >>> restrap.register("study.toml", test="t", alpha=0.01).digest  # doctest: +SKIP
    '5d41402a...'
    """
    import datetime

    words: dict[str, Any] = checked(asked, "Registered", "register")
    today = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
    return Answer(_native.register_path(os.fspath(study), today, words))
