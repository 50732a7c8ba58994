"""Reads facts about the repository from its files, for the pages."""

import functools
import os
import re
from typing import Any, Dict, Iterator, List, NamedTuple, Tuple
from xml.etree import ElementTree

Links = Dict[str, str]


class Symbol(NamedTuple):
    kind: str  # "class", "function", "macro", ...
    name: str  # paddle::framework::Scope
    link: str  # scope_8h.html#a12, in the folder of Doxygen's pages


class Header(NamedTuple):
    path: str  # framework/scope/scope.h
    link: str
    symbols: List[Symbol]


def read_headers(tags: str, root: str) -> List[Header]:
    """The headers of Doxygen's tag file, by path; Doxygen has found them below
    root."""
    compounds = ElementTree.parse(tags).getroot().findall("compound")
    pages = {c.findtext("name", ""): c.findtext("filename", "")
             for c in compounds if c.get("kind") in ("class", "struct")}
    headers = [_header(c, pages, root) for c in compounds
               if c.get("kind") == "file"]
    return sorted(headers)


def _header(compound: ElementTree.Element, pages: Links,
            root: str) -> Header:
    folder = os.path.relpath(compound.findtext("path", ""), root)
    namespace = max((n.text or "" for n in compound.findall("namespace")),
                    key=len, default="")
    symbols = [Symbol(c.get("kind", ""), c.text or "", pages[c.text or ""])
               for c in compound.findall("class")
               if (c.text or "") in pages and "internal" not in (c.text or "")]
    seen = set()
    for member in compound.findall("member"):
        name = member.findtext("name", "")
        if name.startswith("@") or name in seen:
            continue
        seen.add(name)
        kind = member.get("kind", "")
        full = name if kind == "define" else f"{namespace}::{name}"
        symbols.append(Symbol(
            "macro" if kind == "define" else kind, full,
            member.findtext("anchorfile", "") + "#"
            + member.findtext("anchor", "")))
    return Header(os.path.join(folder, compound.findtext("name", "")),
                  compound.findtext("filename", ""), symbols)


def read(*path: str) -> str:
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def beginning(root: str, header: str) -> str:
    """The comment that a file begins with."""
    lines = []
    for line in read(root, header).split("\n"):
        if not line.startswith("//"):
            break
        lines.append(line[2:].strip())
    return " ".join(lines)


def families(root: str) -> Dict[str, str]:
    """The family of each operator, from where its schema or its row lies."""
    found = {}
    operators = os.path.join(root, "operators")
    for family in sorted(os.listdir(operators)):
        folder = os.path.join(operators, family)
        if os.path.isdir(folder):
            for name in sorted(os.listdir(folder)):
                if name.endswith("_op.cc"):
                    found[name[:-len("_op.cc")]] = family
                elif name == "ops.bzl":
                    rows = _headers_of_written_sources(root, family)
                    found.update(dict.fromkeys(rows, family))
    return found


def schema_source(root: str, family: str, op: str) -> str:
    """The file that declares an operator: of its own, or the family's list."""
    path = os.path.join("operators", family, op + "_op.cc")
    if os.path.exists(os.path.join(root, path)):
        return path
    return os.path.join("operators", family, "ops.bzl")


def headers_of(root: str, family: str, op: str) -> List[str]:
    """Headers below operators/ that the halves of an operator include, and
    those that these include: where its mathematics is."""
    folder = os.path.join("operators", family)
    found: List[str] = []
    for suffix in ("_op.cc", "_kernel.cc", "_grad_kernel.cc"):
        path = os.path.join(folder, op + suffix)
        if os.path.exists(os.path.join(root, path)):
            _add_headers(root, _included(root, path), found)
    _add_headers(root, _headers_of_written_sources(root, family)[op], found)
    return sorted(found)


@functools.lru_cache(maxsize=None)
def _headers_of_written_sources(root: str, family: str) -> Dict[str, List[str]]:
    """operator -> what the sources include that the build writes for it.

    A family's list is Starlark, and Python enough to be run as that."""
    found: Dict[str, List[str]] = {}

    def op(name: str, **given: Any) -> None:
        found[name] = [header for half in ("schema", "kernel", "grad_kernel")
                       for header in given.get(half) or ()]
        if "arguments" in given:
            found[name].append(f"operators/{family}/{name}.h")

    def both(header: str) -> Dict[str, List[str]]:
        return {"kernel": [header], "grad_kernel": [header]}

    exec(read(root, "operators", family, "ops.bzl"), {
        "calls": lambda function, names, header, *_, **__: [header],
        "calls_with_gradient": lambda *names, **_: both(names[3]),
        "camel_case": str,
        "declared": lambda shape, maker, header, *_, **__: [header],
        "flops_of_each": lambda *_: "",
        "copies_with_gradient": lambda: both("operators/math/loops/copy.h"),
        "instantiated": lambda *_: None, "load": lambda *_: None, "op": op,
        "registered": lambda kernel, types, headers: headers})
    return found


def _included(root: str, path: str) -> List[str]:
    return re.findall(r'#include "paddle/(operators/[^"]+)"',
                      read(root, path))


def _add_headers(root: str, headers: List[str], found: List[str]) -> None:
    for header in headers:
        if header not in found:
            found.append(header)
            if not header.startswith("operators/math/"):
                _add_headers(root, _included(root, header), found)


def markdown_files(root: str) -> Iterator[Tuple[str, str]]:
    """(path, text) of the repository's Markdown files."""
    for folder, names, files in os.walk(root):
        names[:] = sorted(n for n in names
                          if not n.startswith((".", "bazel-")))
        for name in sorted(files):
            if name.endswith(".md"):
                path = os.path.relpath(os.path.join(folder, name), root)
                yield path, read(root, path)
