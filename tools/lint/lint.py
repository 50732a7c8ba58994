"""Checks the style of one folder's files; prints "file:line: what is wrong".

usage: lint.py FOLDER, from the repository root (or its runfiles)
"""

import os
import re
import subprocess
import sys
from typing import Iterator, List, NamedTuple, Tuple

import openings
from source_lines import CXX

HEADERS = (".h", ".cuh")

# Everything else that is quoted belongs to this repository.
OUTSIDE = ("absl/", "benchmark/", "gmock/", "google/", "gtest/", "pybind11/")


class Rule(NamedTuple):
    """Code (without comments and strings) that must not match."""
    pattern: str
    advice: str
    suffixes: Tuple[str, ...] = CXX
    free: str = "$^"  # Paths where the rule does not hold.


CODE_RULES = [
    # An exception of Python passes through C++ unchanged.
    Rule(r"\bthrow\b(?!\s*;|\s+py::error_already_set\(\);)",
         "throw only through PADDLE_ENFORCE* or PADDLE_THROW",
         free=r"^platform/enforce\."),
    Rule(r"#\s*(if|ifdef|ifndef|elif)\b.*CUDA",
         "choose CUDA by select() between _cuda.cc and _stub.cc",
         free=r"^(platform|memory)/"),
    Rule(r"#\s*include\s*<(Eigen|unsupported)/",
         "no Eigen in headers: include it in the .cc", HEADERS),
    Rule(r"\b(std::abort|abort|assert)\s*\(",
         "nothing aborts; use PADDLE_ENFORCE*", free=r"_test\.cc$"),
    Rule(r"\busing\s+namespace\b(?!.*literals)",
         "name what you use instead of a using-directive"),
]

# Split, so that this file passes its own check.
UNFINISHED = re.compile(r"\b(TO" r"DO|FIX" r"ME|X" r"XX|HA" r"CK)\b")
COMMENT_OR_STRING = re.compile(
    r'R"(?P<raw>[^(\s]*)\(.*?\)(?P=raw)"|//[^\n]*|/\*.*?\*/|'
    r'"(?:\\.|[^"\\\n])*"|(?<![0-9a-zA-Z])\'(?:\\.|[^\'\\\n])*\'', re.S)


def strip(text: str) -> str:
    """C++ without comments and string contents, line numbers kept."""
    def blank(match):
        return '""' + "\n" * match.group().count("\n")
    return COMMENT_OR_STRING.sub(blank, text)


def kind(path: str) -> str:
    """The path, without the ending of a template: x.cc of x.cc.in."""
    return path[:-len(".in")] if path.endswith(".in") else path


def check_code(path: str, text: str) -> Iterator[str]:
    code = strip(text)
    for rule in CODE_RULES:
        if kind(path).endswith(rule.suffixes) and not re.search(
                rule.free, kind(path)):
            for match in re.finditer(rule.pattern, code):
                line = code.count("\n", 0, match.start()) + 1
                yield f"{path}:{line}: {rule.advice}"


def check_includes(path: str, text: str) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
        if match and not match.group(1).startswith(("paddle/",) + OUTSIDE):
            yield (f'{path}:{number}: write "paddle/<folder>/<file>.h", '
                   "or <...> for a system header")
    if kind(path).endswith(HEADERS) and "#pragma once" not in text:
        yield f"{path}:1: no #pragma once"


def check_text(path: str, text: str) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(), 1):
        if UNFINISHED.search(line):
            yield f"{path}:{number}: finish it, or open an issue"
        if line != line.rstrip():
            yield f"{path}:{number}: trailing white space"
    if text and not text.endswith("\n"):
        yield f"{path}:{text.count(chr(10)) + 1}: no newline at the end"


def check_labels(path: str, text: str) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(), 1):
        if '"@com_google_absl//:' in line:
            yield (f"{path}:{number}: a dependent may bring Abseil: write its "
                   'own label, such as "@com_google_absl//absl/strings"')


def check_tool(command: List[str], paths: List[str]) -> Iterator[str]:
    if not paths:
        return
    try:
        done = subprocess.run(command + paths, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
    except FileNotFoundError:
        yield f"{command[0]} is not installed: run ./tools/dev setup"
        return
    if done.returncode:
        yield done.stdout.rstrip() or f"{command[0]} failed"


def read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def is_script(path: str) -> bool:
    with open(path, "rb") as file:
        return file.readline().startswith(b"#!/bin/bash")


def find_files(folder: str) -> List[str]:
    found = []
    for parent, _, names in os.walk(folder):
        found += [os.path.join(parent, name) for name in names]
    # Bazel leaves links to output folders, which may be gone.
    return sorted(os.path.relpath(path) for path in found
                  if os.path.isfile(path))


def is_text(path: str) -> bool:
    name = os.path.basename(path)
    return name == "BUILD" or kind(path).endswith(
        CXX + (".py", ".bzl", ".md", ".sh", ".proto"))


def check(folder: str) -> Iterator[str]:
    files = find_files(folder)
    if os.path.normpath(os.path.join(folder, "README.md")) not in files:
        yield (f"{folder}: no README.md (what it is, what it may depend on, "
               "how to add to it)")
    cxx = [path for path in files if kind(path).endswith(CXX)]
    python = [path for path in files if path.endswith(".py")]
    texts = {path: read(path) for path in filter(is_text, files)}
    for path, text in texts.items():
        yield from check_text(path, text)
        if path.endswith(("BUILD", ".bzl")):
            yield from check_labels(path, text)
    yield from openings.check(folder, texts)
    for path in cxx:
        yield from check_code(path, texts[path])
        yield from check_includes(path, texts[path])
    yield from check_tool(["clang-format", "--style=file", "--dry-run",
                           "-Werror", "--ferror-limit=3"], cxx)
    yield from check_tool(["pycodestyle", "--max-line-length=80"], python)
    yield from check_tool(["pyflakes3"], python)
    yield from check_tool(["shellcheck", "-x"], list(filter(is_script, files)))


def main() -> None:
    problems = list(check(sys.argv[1]))
    for problem in problems:
        print(problem)
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
