"""Exceptions that Python has no exact word for."""


class NotFoundError(KeyError):
    """A name that does not exist. The message, unlike KeyError's, has lines.

    Example:
      >>> issubclass(pd.errors.NotFoundError, KeyError)
      True
    """

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""
