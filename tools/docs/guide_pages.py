"""The guide: Markdown files of the repository, with drawings of the programs
that they show."""

import os
import re
import subprocess
from typing import Any, Dict, List

import numpy as np
import repository

import paddle as pd

GUIDE = "tools/docs/guide"

_DRAWING = re.compile(r"^```python\n(?P<code>.*?)^```$|"
                      r"^!\[[^\]]*\]\((?P<name>\w+\.svg)\)$", re.M | re.S)


def drawings(text: str) -> Dict[str, str]:
    """Graphviz's text for each drawing of a page: of the program of that name,
    or the default main program, as the code above has written it. The programs
    of a page are one."""
    drawn: Dict[str, str] = {}
    names: Dict[str, Any] = {"pd": pd, "np": np}
    with pd.program_guard(pd.Program(), pd.Program()):
        for match in _DRAWING.finditer(text):
            if match.group("name"):
                program = names.get(match.group("name")[:-len(".svg")],
                                    pd.default_main_program())
                drawn[match.group("name")] = program.to_graphviz()
            else:
                exec(compile(match.group("code"), "<page>", "exec"), names)
    return drawn


def with_pages(text: str, folder: str) -> str:
    """A page of a folder, whose links to folders lead to their pages."""
    def link(match: "re.Match[str]") -> str:
        target = match.group(1).rstrip("/")
        page = os.path.join(folder, target, "README.md")
        return (f"]({target}/README.md)" if os.path.exists(page)
                else match.group())
    return re.sub(r"\]\(([\w./-]+)\)", link, text)


def _draw(graph: str, path: str) -> None:
    svg = subprocess.run(["dot", "-Tsvg"], input=graph, text=True, check=True,
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
        os.makedirs(os.path.join(folder, os.path.dirname(target)),
                    exist_ok=True)
        with open(os.path.join(folder, target), "w",
                  encoding="utf-8") as file:
            file.write(with_pages(text, os.path.dirname(
                os.path.join(root, path))))
        if is_guide:
            for name, graph in drawings(text).items():
                _draw(graph, os.path.join(folder, "guide", name))
        else:
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
