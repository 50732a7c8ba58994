"""Writes an operator that builds and passes its test at once.

usage: ./tools/dev new-op FAMILY NAME
The operator is Out = factor * X with its gradient, an activation 1 - exp(-X),
an optimizer a step along a running mean; change it from there. Touches nothing
but operators/FAMILY and, for an optimizer, the table in backward/optimizer.h.
"""

import argparse
import keyword
import os
import re
import subprocess
import sys
from typing import Dict

HERE = os.path.dirname(os.path.abspath(__file__))
# The beginning of templates that become files of their own.
NAME = "new_name"
TESTS_END = "\n}  // namespace\n"
OPS_END = "]\n"
# Files that name a family's operators besides: file, template, what follows.
ELSEWHERE = {
    "optimizer": [
        ("backward/optimizer.h", "row.in", "// All of them, in the order of"),
        ("backward/optimizer.h", "row_class.in", ">;\n\n}  // namespace"),
    ],
}


def class_name(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def templates_of(family: str) -> str:
    """The folder of the family's own templates, if it has any, or of all's."""
    own = os.path.join(HERE, family)
    return own if os.path.isdir(own) else HERE


def fill(template: str, name: str) -> str:
    with open(template, encoding="utf-8") as file:
        text = file.read()
    return text.replace("NewName", class_name(name)).replace(NAME, name)


def inserted(text: str, end: str, new: str, path: str) -> str:
    """The text of the file with `new` before its last `end`."""
    before, found, after = text.rpartition(end)
    if not found:
        sys.exit(f"{path} does not end as expected; add by hand:\n{new}")
    return before + new + found + after


def read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def test_file(folder: str, family: str) -> str:
    """The file of the family's cases: FAMILY_test.cc, or the first one of the
    target of that name."""
    own = f"{family}_test.cc"
    build = os.path.join(folder, "BUILD")
    if not os.path.exists(os.path.join(folder, own)):
        found = os.path.exists(build) and re.search(
            rf'"{family}_test": \[\s+"(\w+\.cc)"', read(build))
        if not found:
            sys.exit(f"operators/{family} has neither {own} nor files of "
                     f"{family}_test in BUILD: new-op has no place for the "
                     "operator's case; write the operator by hand")
        own = found[1]
    return own


def plan(root: str, family: str, name: str) -> Dict[str, str]:
    """The files to be written: path -> text."""
    templates = templates_of(family)
    folder = os.path.join(root, "operators", family)
    files = {}
    for template in sorted(os.listdir(templates)):
        if template.startswith(NAME):
            path = os.path.join(
                folder, template[:-len(".in")].replace(NAME, name))
            refuse_taken(path)
            files[path] = fill(os.path.join(templates, template), name)
    for file, template, end in [
            (os.path.join(folder, "ops.bzl"), "ops.bzl.in", OPS_END),
            (os.path.join(folder, test_file(folder, family)), "test.cc.in",
             TESTS_END),
            *((os.path.join(root, path), *rest)
              for path, *rest in ELSEWHERE.get(family, []))]:
        new = fill(os.path.join(templates, template), name)
        files[file] = inserted(files.get(file) or read(file), end,
                               new.rstrip("\n") if end[0] == ">" else new, file)
    return files


def refuse_taken(path: str) -> None:
    if os.path.exists(path):
        sys.exit(f"{os.path.relpath(path)} exists already: choose another name")


def check_name(name: str) -> None:
    """Exits unless C++, Python and gradient operators leave the name free."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        sys.exit(f"{name}: write the name in lower case, as_in_this")
    if keyword.iskeyword(name):
        sys.exit(f"{name}: Python could not say pd.layer.{name}, since {name} "
                 "is one of its keywords; choose another name")
    if name.endswith("_grad"):
        sys.exit(f"{name}: gradient operators alone end with _grad; the one of "
                 f"{name[:-len('_grad')]} is written with it")


def check(root: str, family: str, name: str) -> None:
    """Exits with what is wrong with the family or the name, if anything is."""
    check_name(name)
    operators = os.path.join(root, "operators")
    folder = os.path.join(operators, family)
    if not os.path.exists(os.path.join(folder, "ops.bzl")):
        families = [entry for entry in sorted(os.listdir(operators))
                    if os.path.exists(
                        os.path.join(operators, entry, "ops.bzl"))]
        sys.exit(f"no family {family}; there are: {', '.join(families)} "
                 "(operators/README.md says how to make one)")
    for family in os.listdir(operators):
        refuse_taken(os.path.join(operators, family, f"{name}_op.cc"))
        path = os.path.join(operators, family, "ops.bzl")
        # A row, which may be all there is of an operator: its name comes first.
        if os.path.exists(path) and re.search(rf'\(\s*"{name}"', read(path)):
            sys.exit(f"{os.path.relpath(path)} has an operator {name} already: "
                     "choose another name")


def main() -> None:
    parser = argparse.ArgumentParser(prog="./tools/dev new-op")
    parser.add_argument("family", help="a folder of operators/")
    parser.add_argument("name", help="the operator's type, as_in_this")
    parser.add_argument("--root", default=os.path.join(HERE, "..", ".."),
                        help=argparse.SUPPRESS)
    args = parser.parse_args()
    check(args.root, args.family, args.name)
    files = plan(args.root, args.family, args.name)
    for path, text in files.items():
        print("changed" if os.path.exists(path) else "new    ",
              os.path.relpath(path))
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
    subprocess.run(["clang-format", "-i", "--style=file",
                    "--fallback-style=Google"] +
                   [path for path in files if path.endswith((".h", ".cc"))],
                   check=True)
    tests = [f"//operators/{args.family}/...", "//operators:all"]
    tests += sorted({f"//{os.path.dirname(path)}:all"
                     for path, *_ in ELSEWHERE.get(args.family, [])})
    print("Now: make it yours (tools/new_op/README.md says where), then\n"
          f"./tools/dev test {' '.join(tests)}")


if __name__ == "__main__":
    main()
