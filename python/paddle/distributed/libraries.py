"""Finds the libraries that only jobs need."""

import os


def path_of(name: str) -> str:
    """Returns the path of libpaddle_<name>.so: what PADDLE_<NAME>_LIBRARY says,
    and else where it would be in the package.

    Args:
      name: "gloo" or "grpc".
    """
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return os.environ.get(f"PADDLE_{name.upper()}_LIBRARY", os.path.join(
        package, "libs", f"libpaddle_{name}.so"))
