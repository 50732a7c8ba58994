"""Finds the libraries that only jobs need."""

import os

# In the package. Those that only servers need are in a wheel of their own,
# paddle-blocks-server, and so in a folder of their own.
_FOLDERS = {"gloo": "libs", "grpc": "libs/server", "rocksdb": "libs/server"}


def path_of(name: str) -> str:
    """Returns the path of libpaddle_<name>.so: what PADDLE_<NAME>_LIBRARY says,
    and else where it would be in the package.

    Args:
      name: "gloo", "grpc" or "rocksdb".
    """
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return os.environ.get(f"PADDLE_{name.upper()}_LIBRARY", os.path.join(
        package, _FOLDERS[name], f"libpaddle_{name}.so"))
