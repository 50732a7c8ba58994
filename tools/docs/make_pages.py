"""Writes what Sphinx reads: the pages of the guide, of Python, of operators and
of C++ headers.

usage: make_pages.py ROOT OPERATORS_JSON TAGS FOLDER
ROOT: the repository. OPERATORS_JSON: what `./tools/dev ops --json` prints.
TAGS: Doxygen's tag file, beside which the repository is called "paddle"; "-":
write what Doxygen's filter needs instead.
"""

import json
import os
import shutil
import sys
from typing import Dict, List

import guide_pages
import header_pages
import layer_ops
import op_index
import op_pages
import python_pages
import repository

KATEX = "/usr/share/javascript/katex"


def operators_of_headers(root: str) -> Dict[str, List[str]]:
    """header -> the operators that use it."""
    families = repository.families(root)
    found: Dict[str, List[str]] = {}
    for op in op_pages.documented():
        for header in repository.headers_of(root, families[op], op):
            found.setdefault(header, []).append(op)
    return found


def site_of(root: str, rows: str,
            headers: List[repository.Header]) -> op_pages.Site:
    families = repository.families(root)
    functions = {symbol.name.rpartition("::")[2]: symbol.link
                 for header in headers for symbol in header.symbols
                 if symbol.name.startswith("paddle::layer::")
                 and symbol.kind == "function"}
    return op_pages.Site(
        op_pages.read_rows(rows), families,
        {op: repository.schema_source(root, family, op)
         for op, family in families.items()},
        layer_ops.writers(python_pages.public_names(
            python_pages.module_of("layer"))),
        {op: repository.headers_of(root, families[op], op)
         for op in op_pages.documented()},
        {header.path: header.link for header in headers}, functions)


def copy_katex(folder: str) -> None:
    """Copies the files that render formulas from Debian's package, so that
    pages need no network. One kind of font suffices, which every browser
    reads."""
    os.makedirs(os.path.join(folder, "fonts"), exist_ok=True)
    for name in ("katex.min.js", "katex.min.css"):
        shutil.copyfile(os.path.join(KATEX, name), os.path.join(folder, name))
    for name in sorted(os.listdir(os.path.join(KATEX, "fonts"))):
        if name.endswith(".woff2"):
            shutil.copyfile(os.path.join(KATEX, "fonts", name),
                            os.path.join(folder, "fonts", name))


def main() -> None:
    root, rows, tags, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    operators = operators_of_headers(root)
    if tags == "-":
        with open(os.path.join(folder, "operators_of_headers.json"), "w",
                  encoding="utf-8") as file:
            json.dump(operators, file, indent=1, sort_keys=True)
        return
    headers = repository.read_headers(
        tags, os.path.join(os.path.dirname(tags), "paddle"))
    guide_pages.write(folder, root)
    python_pages.write(os.path.join(folder, "python"))
    site = site_of(root, rows, headers)
    op_index.write(os.path.join(folder, "ops"), site)
    with open(os.path.join(folder, "layers.json"), "w",
              encoding="utf-8") as file:
        json.dump(site.links_of_layers(), file, indent=1, sort_keys=True)
    header_pages.write(os.path.join(folder, "headers"), root, headers,
                       operators)
    tools = os.path.dirname(os.path.abspath(__file__))
    shutil.copytree(os.path.join(tools, "static"),
                    os.path.join(folder, "_static"), dirs_exist_ok=True)
    shutil.copy(os.path.join(tools, "conf.py"), folder)
    copy_katex(os.path.join(folder, "_static", "katex"))


if __name__ == "__main__":
    main()
