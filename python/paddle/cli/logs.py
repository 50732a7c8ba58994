"""The verb `paddle logs`: print what a process of a job has said."""

from typing import List

from .cluster import ask


def main(arguments: List[str]) -> int:
    """Runs `paddle logs`, in place of this process: it does not return."""
    return ask("logs", arguments)
