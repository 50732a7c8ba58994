"""The verb `paddle cancel`: end a job of a cluster."""

from typing import List

from .cluster import ask


def main(arguments: List[str]) -> int:
    """Runs `paddle cancel`, in place of this process: it does not return."""
    return ask("cancel", arguments)
