"""Mistakes of users, in one line each."""

import zipfile

EXPECTED = (OSError, LookupError, ValueError, TypeError, RuntimeError,
            MemoryError, EOFError, zipfile.BadZipFile)


def line_of(error: BaseException) -> str:
    """Returns what an exception says, without the lines of Python that it has
    come through."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    words = error.args[0] if isinstance(error, LookupError) and (
        error.args) else error
    text = str(words) or type(error).__name__
    lines = [line.strip() for line in text.splitlines()]
    return " ".join(line for line in lines
                    if line and not line.startswith("called at "))
