"""Data sets that come with the system."""

from . import mnist

__all__ = ["mnist"]
