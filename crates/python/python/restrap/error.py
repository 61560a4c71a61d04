"""What stops a call."""

from __future__ import annotations


class Error(ValueError):
    """Why there is no answer.

    Attributes
    ----------
    hint : str or None
        What to do about it. It is also a note of the exception, which tracebacks print.
    """

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint
        if hint is not None:
            self.add_note(f"hint: {hint}")


class InputError(Error):
    """Files, scores or keywords that allow no answer."""


class KeywordError(InputError, TypeError):
    """A keyword that a function does not know, or a value that it does not take."""


class NotApplicable(InputError):
    """A test, interval or option that these scores do not allow."""
