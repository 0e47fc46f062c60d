"""The error of a service that refuses a write."""

from django.utils.functional import Promise


class Refused(Exception):
    """Error of a write that a service refuses; nothing was stored. `str` is a sentence that tells the director what to
    do next.

    *code* tells the reason to programs: "not_asked", "invalid_answer", "board_changed".
    """

    def __init__(self, message: str | Promise, code: str) -> None:
        super().__init__(message)
        self.message = message
        self.code = code

    def __str__(self) -> str:
        return str(self.message)
