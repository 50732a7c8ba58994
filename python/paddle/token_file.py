"""Files with the secrets that let callers in (platform/token.h)."""

import os
from typing import Union

_LONGEST_TOKEN = 1024


def read_token(path: Union[str, "os.PathLike[str]"]) -> str:
    """Returns the secret in a file, as platform::ReadToken does.

    Raises:
      ValueError: it has not 1 to 1024 visible ASCII characters and, perhaps,
        a line's end.
      OSError: the file cannot be read.
    """
    with open(path, "rb") as file:
        data = file.read(_LONGEST_TOKEN + 3)
    if data.endswith(b"\n"):
        data = data[:-2] if data.endswith(b"\r\n") else data[:-1]
    if not 0 < len(data) <= _LONGEST_TOKEN:
        raise ValueError(f"the token in {os.fspath(path)} has {len(data)} "
                         f"bytes, not 1 to {_LONGEST_TOKEN}")
    if not all(0x21 <= byte <= 0x7e for byte in data):
        raise ValueError(f"the token in {os.fspath(path)} has a byte that is "
                         "no visible ASCII character")
    return data.decode("ascii")
