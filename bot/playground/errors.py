"""What can go wrong in the box, for the bot, for a person and for the one who starts it."""

from typing import Any


class ApiError(Exception):
    """An answer of the REST interface that is not a success, as Discord words it."""

    def __init__(
        self, status: int, code: int, message: str, errors: dict[str, Any] | None = None
    ) -> None:
        super().__init__(f"{status} {code} {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> dict[str, Any]:
        """The JSON body Discord sends with this error."""
        body: dict[str, Any] = {"message": self.message, "code": self.code}
        if self.errors:
            body["errors"] = self.errors
        return body


class RefusedError(Exception):
    """A person tried what Discord's own client would not let them do.

    `reason` is a short fixed word; the page has a text for each in every language.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class PortInUseError(Exception):
    """Another program listens on the port the playground was asked to use."""

    def __init__(self, port: int) -> None:
        super().__init__(f"Port {port} is in use by another program; choose another with --port.")
        self.port = port
