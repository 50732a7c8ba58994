"""Pages of C++ headers, folder by folder, which lead to Doxygen's."""

import os
from typing import Dict, List

import repository
from text import escaped, title

# More of a header would duplicate Doxygen's page.
_SHOWN = ("class", "struct", "function", "macro", "enumeration", "typedef")


def folder_page(root: str, folder: str, headers: List[repository.Header],
                operators: Dict[str, List[str]]) -> str:
    text = title(folder)
    if os.path.exists(os.path.join(root, folder, "README.md")):
        text += f"What the folder is: :doc:`/{folder}/README`.\n\n"
    for header in headers:
        name = os.path.basename(header.path)
        text += title(name, "-")
        text += escaped(repository.beginning(root, header.path)) + "\n\n"
        text += (f"`paddle/{header.path} <../cpp/{header.link}>`__\n\n")
        for symbol in header.symbols:
            if symbol.kind in _SHOWN:
                text += (f"- {symbol.kind} `{escaped(symbol.name)} "
                         f"<../cpp/{symbol.link}>`__\n")
        users = operators.get(header.path, [])
        if users:
            text += "\nOperators: " + ", ".join(
                f":ref:`{op} <op-{op}>`" for op in users) + "\n"
        text += "\n"
    return text


def write(folder: str, root: str, headers: List[repository.Header],
          operators: Dict[str, List[str]]) -> None:
    os.makedirs(folder, exist_ok=True)
    folders: Dict[str, List[repository.Header]] = {}
    for header in headers:
        folders.setdefault(os.path.dirname(header.path), []).append(header)
    pages = {}
    for name in sorted(folders):
        page = name.replace("/", "_")
        pages[page] = folder_page(root, name, folders[name], operators)
    pages["index"] = title("C++") + (
        "Headers are included as ``\"paddle/<folder>/<file>.h\"``. All classes "
        "and functions, with a search of their own: "
        "`the C++ reference <../cpp/index.html>`__.\n\n"
        ".. toctree::\n   :maxdepth: 1\n\n"
        + "".join(f"   {page}\n" for page in pages))
    for page, text in pages.items():
        with open(os.path.join(folder, page + ".rst"), "w",
                  encoding="utf-8") as file:
            file.write(text)
