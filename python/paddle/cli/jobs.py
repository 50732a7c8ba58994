"""The verb `paddle jobs`: list the jobs of a cluster."""

from typing import List

from .cluster import ask


def main(arguments: List[str]) -> int:
    """Runs `paddle jobs`, in place of this process: it does not return."""
    return ask("jobs", arguments)
