"""Keeps Bazel's disk cache below a size; Bazel 4 itself never deletes from it.

usage: trim_disk_cache.py FOLDER GIGABYTES
Nothing is deleted unless FOLDER is larger, or larger than the room left on its
disk. Then what was used longest ago goes first, until three quarters of the
size are left: so that most calls only look.
A build that runs meanwhile is safe; it makes anew what it misses.
"""

import os
import shutil
import sys
from typing import Iterator, List, NamedTuple


class Entry(NamedTuple):
    """A file of the cache; entries sort by when they were used last."""
    used: float
    size: int
    path: str


def entries(folder: str) -> Iterator[Entry]:
    for directory, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(directory, name)
            try:
                status = os.stat(path)
            except FileNotFoundError:  # Bazel renames what it has written.
                continue
            # Most systems note a reading once a day only.
            used = max(status.st_atime, status.st_mtime)
            yield Entry(used, status.st_size, path)


def superfluous(found: List[Entry], limit: float) -> Iterator[Entry]:
    """Returns the longest unused, until 3/4 of `limit` are left."""
    total = sum(entry.size for entry in found)
    if total <= limit:
        return
    for entry in sorted(found):
        if total <= 0.75 * limit:
            return
        total -= entry.size
        yield entry


def trim(found: List[Entry], limit: float) -> int:
    """Returns how many bytes it deleted. `limit` is in bytes as well."""
    deleted = 0
    for entry in superfluous(found, limit):
        try:
            os.unlink(entry.path)
        except FileNotFoundError:
            continue
        deleted += entry.size
    return deleted


def share_of_disk(folder: str, found: List[Entry]) -> float:
    """Returns half of what the folder and the room beside it have together:
    what a build writes elsewhere is as much as what the cache keeps of it."""
    if not os.path.isdir(folder):
        return 0
    size = sum(entry.size for entry in found)
    return (size + shutil.disk_usage(folder).free) / 2


def main() -> None:
    folder, gigabytes = os.path.expanduser(sys.argv[1]), float(sys.argv[2])
    found = list(entries(folder))
    deleted = trim(found, min(gigabytes * 1e9, share_of_disk(folder, found)))
    if deleted:
        print(f"Deleted {deleted / 1e9:.1f} GB, unused for longest, of "
              f"{folder}", file=sys.stderr)


if __name__ == "__main__":
    main()
