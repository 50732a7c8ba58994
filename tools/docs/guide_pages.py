"""The guide: Markdown files of the repository, with drawings of the programs
that they show."""

import contextlib
import io
import os
import re
import subprocess
import tempfile
from typing import Any, Dict, List, NamedTuple

import numpy as np
import repository

import paddle as pd

GUIDE = "tools/docs/guide"

# A program; what the programs above print; a drawing.
_PART = re.compile(r"^```python\n(?P<code>.*?)^```$|"
                   r"^(?P<prints><!-- prints -->)$|"
                   r"^!\[[^\]]*\]\((?P<name>\w+\.svg)\)$", re.M | re.S)


class Page(NamedTuple):
    text: str  # with what its programs print
    drawings: Dict[str, str]  # by file: SVG, or text for Graphviz


def run(text: str) -> Page:
    """Runs the programs of a page, in order and as one. "<!-- prints -->" turns
    into what they have printed since the last one. `![...](x.svg)` is a picture
    that they saved under that name; or else it shows the program that they call
    x, or the default main program.
    """
    drawn: Dict[str, str] = {}
    names: Dict[str, Any] = {"pd": pd, "np": np}
    printed = io.StringIO()

    def made(part: "re.Match[str]") -> str:
        name = part.group("name")
        if part.group("code"):
            exec(compile(part.group("code"), "<page>", "exec"), names)
        elif name and os.path.exists(name):
            drawn[name] = repository.read(name)
        elif name:
            drawn[name] = names.get(name[:-len(".svg")],
                                    pd.default_main_program()).to_graphviz()
        else:
            output = printed.getvalue()
            printed.seek(0)
            printed.truncate()
            return f"```text\n{output}```"
        return part.group()

    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), \
            pd.program_guard(pd.Program(), pd.Program()), \
            pd.scope_guard(pd.Scope()), contextlib.redirect_stdout(printed):
        return Page(_PART.sub(made, text), drawn)


def with_pages(text: str, folder: str) -> str:
    """A page of a folder, whose links to folders lead to their pages, and those
    to the guide to where its pages stand among the others."""
    def link(match: "re.Match[str]") -> str:
        target = match.group(1).rstrip("/")
        if GUIDE in target:
            return f"]({target.replace(GUIDE, 'guide')})"
        page = os.path.join(folder, target, "README.md")
        return (f"]({target}/README.md)" if os.path.exists(page)
                else match.group())
    return re.sub(r"\]\(([\w./-]+)\)", link, text)


def _draw(drawing: str, path: str) -> None:
    svg = drawing if drawing.startswith("<svg") else subprocess.run(
        ["dot", "-Tsvg"], input=drawing, text=True, check=True,
        stdout=subprocess.PIPE).stdout
    with open(path, "w", encoding="utf-8") as file:
        file.write(svg)


def write(folder: str, root: str) -> None:
    """Copies each Markdown file to where it stands in the repository, those of
    the guide to guide/ and the first page to the top."""
    readmes = []
    for path, text in repository.markdown_files(root):
        is_guide = path.startswith(GUIDE)
        target = path.replace(GUIDE, "guide") if is_guide else path
        target = "index.md" if target == "guide/index.md" else target
        place = os.path.join(folder, os.path.dirname(target))
        os.makedirs(place, exist_ok=True)
        page = run(text) if is_guide else Page(text, {})
        with open(os.path.join(folder, target), "w",
                  encoding="utf-8") as file:
            file.write(with_pages(page.text, os.path.dirname(
                os.path.join(root, path))))
        for name, drawing in page.drawings.items():
            _draw(drawing, os.path.join(place, name))
        if not is_guide:
            readmes.append(target[:-len(".md")])
    _write_index(os.path.join(folder, "folders.md"), sorted(readmes))


def _write_index(path: str, readmes: List[str]) -> None:
    elsewhere = ("README", "CONTRIBUTING", "python/paddle/README",
                 "tools/new_op/README")
    listed = [name for name in readmes if name not in elsewhere]
    with open(path, "w", encoding="utf-8") as file:
        file.write("# Folders\n\nWhat each is, what it may depend on, and how "
                   "to add to it.\n\n```{toctree}\n:maxdepth: 1\n\n"
                   + "".join(f"{os.path.dirname(name)} <{name}>\n"
                             if name.endswith("README") else f"{name}\n"
                             for name in listed) + "```\n")
