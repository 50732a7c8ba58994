"""Prints how much is explained and how much is repeated in the product's code.

usage: measures.py [ROOT], the root of a checkout (default: the current folder)

Comments: lines of comments per line of code, of headers and of sources, by
folder. Clones: the share of lines of code that are in a run of six lines or
more whose shape (its tokens, names and literals made alike) occurs at least
twice in the product. Tests count in neither; directives, imports and lines of
brackets alone do not count in clones.
"""

import collections
import os
import re
import subprocess
import sys
from typing import Dict, Iterator, List, NamedTuple, Set, Tuple

import source_lines

RUN = 6
HEADERS = (".h", ".cuh")
SOURCES = (".cc", ".cu")
COUNTED = HEADERS + SOURCES + (".py",)
TEST = re.compile(r"(_test|_fixture|_cases)\.\w+$|(^|/)(tests|testing)/|"
                  r"(^|/)test_")


class Measured(NamedTuple):
    """One file of the product."""
    path: str
    lines: source_lines.Lines


def product_files(root: str) -> List[str]:
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z"], check=True,
                            stdout=subprocess.PIPE, text=True).stdout
    return [path for path in listed.split("\0")
            if path.endswith(COUNTED) and not TEST.search(path)
            and os.path.exists(os.path.join(root, path))]


def read_product(root: str) -> List[Measured]:
    found = []
    for path in product_files(root):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            found.append(Measured(path, source_lines.split(path, file.read())))
    return found


def room(path: str) -> str:
    """The folder that a row of the table is about."""
    parts = path.split("/")
    deep = parts[0] in ("framework", "operators") and len(parts) > 2
    return "/".join(parts[:2]) if deep else parts[0]


def ratio(comments: int, code: int) -> str:
    return f"{comments / code:.3f}" if code else "-"


def comment_rows(files: List[Measured]) -> Iterator[Tuple[str, str, str]]:
    """(folder, headers' ratio, sources' ratio), and the sum of all."""
    counts: Dict[str, List[int]] = collections.defaultdict(lambda: [0] * 4)
    for file in files:
        if file.path.endswith(HEADERS + SOURCES):
            at = 0 if file.path.endswith(HEADERS) else 2
            for name in (room(file.path), "all"):
                counts[name][at] += file.lines.comments
                counts[name][at + 1] += file.lines.code
    total = counts.pop("all", [0] * 4)
    for name, count in sorted(counts.items()) + [("all", total)]:
        yield name, ratio(*count[:2]), ratio(*count[2:])


def windows(shapes: Dict[int, str]) -> Iterator[Tuple[str, List[int]]]:
    """Each run of RUN lines of code: its shape, and its lines' numbers."""
    numbers = list(shapes)
    for begin in range(len(numbers) - RUN + 1):
        run = numbers[begin:begin + RUN]
        yield "\n".join(shapes[number] for number in run), run


def cloned_lines(files: List[Measured]) -> Dict[str, Set[int]]:
    """The lines of each file that are in a run that occurs twice."""
    places = collections.defaultdict(list)
    for file in files:
        for shape, run in windows(file.lines.shapes):
            places[shape].append((file.path, run))
    cloned: Dict[str, Set[int]] = collections.defaultdict(set)
    for found in places.values():
        if len(found) > 1:
            for path, run in found:
                cloned[path].update(run)
    return cloned


def clone_rows(files: List[Measured]) -> Iterator[Tuple[str, int, int]]:
    """(folder, lines in clones, lines of code), and the sum of all."""
    cloned = cloned_lines(files)
    counts: Dict[str, List[int]] = collections.defaultdict(lambda: [0, 0])
    for file in files:
        for name in (room(file.path), "all"):
            counts[name][0] += len(cloned[file.path])
            counts[name][1] += len(file.lines.shapes)
    total = counts.pop("all", [0, 0])
    for name, count in sorted(counts.items()) + [("all", total)]:
        yield name, count[0], count[1]


def main() -> None:
    files = read_product(sys.argv[1] if len(sys.argv) > 1 else ".")
    print("comment lines per code line      .h     .cc")
    for name, headers, sources in comment_rows(files):
        print(f"{name:28} {headers:>7} {sources:>7}")
    print("\nclones of the same shape      lines    code  share")
    for name, clones, code in clone_rows(files):
        share = 100 * clones / code if code else 0
        print(f"{name:28} {clones:6d} {code:7d} {share:5.1f}%")


if __name__ == "__main__":
    main()
