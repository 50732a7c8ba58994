"""Compares what READMEs say of the tree with the files that exist."""

import os
import re
from typing import Iterable, Iterator, List, NamedTuple, Set

# The first fenced block after the heading is the picture.
PICTURE = re.compile(r"^## The tree\n.*?^```\n(.*?)^```$", re.M | re.S)
LINE = re.compile(r"(?P<indent>(?:  )*)(?P<name>[\w.]+)/\s+(?P<words>\S.*)")

# The second column of a table "I want to change ..." names files and folders.
GUIDE_ROW = re.compile(r"^\| (?!\.\.\. )[^|]*\| ([^|]*)\|$", re.M)
NAMED = re.compile(r"`([\w./]+)`")

# Helpers of tests, which every part may have, need not be shown.
OPTIONAL = re.compile(r"/testing$")


class Entry(NamedTuple):
    """A folder of the picture."""
    path: str
    words: str


def entries(readme: str) -> List[Entry]:
    """Returns the folders of the picture; ValueError for a malformed line."""
    picture = PICTURE.search(readme)
    if not picture:
        raise ValueError('no fenced block after "## The tree"')
    parents: List[str] = []
    found = []
    for line in picture.group(1).splitlines():
        match = LINE.fullmatch(line)
        depth = len(match.group("indent")) // 2 if match else 0
        if not match or depth > len(parents):
            raise ValueError(f'not "  folder/  words": {line!r}')
        parents[depth:] = [match.group("name")]
        found.append(Entry("/".join(parents), match.group("words")))
    return found


def folders(files: Iterable[str]) -> Set[str]:
    """Returns the folders of the top two levels that hold files."""
    found = set()
    for path in files:
        parts = path.split("/")[:-1]
        found.update("/".join(parts[:depth])
                     for depth in range(1, min(len(parts), 2) + 1))
    return {folder for folder in found if not folder.startswith(".")}


def problems(readme: str, files: Iterable[str]) -> Iterator[str]:
    """Complains of missing folders and of folders that do not exist."""
    there = folders(files)
    shown = [entry.path for entry in entries(readme)]
    for path in sorted(set(shown) - there):
        yield f"README.md: the tree shows {path}, which does not exist"
    for path in sorted(there - set(shown)):
        if not OPTIONAL.search(path):
            yield f"README.md: the tree does not show {path}"
    for path in sorted({path for path in shown if shown.count(path) > 1}):
        yield f"README.md: the tree shows {path} twice"


def guide(readme: str) -> Iterator[str]:
    """Returns the paths that the table "I want to change ..." leads to."""
    _, _, table = readme.partition("## I want to change")
    for row in GUIDE_ROW.finditer(table):
        for name in NAMED.findall(row.group(1)):
            if "/" in name or "." in name.strip("."):
                yield name


def dead_ends(folder: str, readme: str, files: Iterable[str]) -> Iterator[str]:
    """Complains of paths in that table, relative to `folder`, without files."""
    there = set()
    for path in files:
        while path:
            there.add(path)
            path = os.path.dirname(path)
    for name in guide(readme):
        if os.path.normpath(os.path.join(folder, name)) not in there:
            yield f"{folder}/README.md: {name} does not exist"
