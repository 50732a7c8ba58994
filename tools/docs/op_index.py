"""The pages about all operators: the table with filters, and the formulas."""

import html
import os

import formulas
import op_pages
import paddle as pd
import repository
from op_pages import Site
from text import indented, parts_of, title

_TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                      "op_index.html")


def index(site: Site) -> str:
    """The table of all, with filters; the pages of the families."""
    rows = "".join(_table_row(op, site) for op in op_pages.documented())
    text = title("Operators") + (
        "What a program is made of. Each line leads to the operator's page; "
        ":doc:`formulas` has what they compute at a glance.\n\n"
        ".. raw:: html\n\n"
        + indented(repository.read(_TABLE).format(rows=rows)) + "\n")
    text += (".. toctree::\n   :hidden:\n\n"
             + "   formulas\n"
             + "".join(f"   {op}\n" for op in op_pages.documented()))
    return text


def _table_row(op: str, site: Site) -> str:
    row = site.rows[op]
    kernels = row["kernels"]
    gradient = ("second" if row["second_order"] else
                "yes" if row["has_gradient"] else "no")
    # A filter for a gradient includes operators that also have a second one.
    filters = "yes second" if row["second_order"] else gradient
    what = parts_of(pd.core.op_proto(op).comment)[0]
    summary = what.split(". ")[0].rstrip(".")
    types = op_pages.types_of(row)
    places = " ".join(dict.fromkeys(k["place"] for k in kernels)) or "any"
    return (f'<tr data-types="{types.replace(",", "")}" '
            f'data-gradient="{filters}" data-family="{site.families[op]}" '
            f'data-version="{row["version"]}" data-place="{places}">'
            f'<td><a href="{op}.html">{op}</a></td>'
            f'<td>{html.escape(summary)}</td><td>{site.families[op]}</td>'
            f'<td>{types}</td><td>{gradient}</td>'
            f'<td>{row["version"]}</td></tr>\n')


def formula_page() -> str:
    """The formulas of all operators, each below its name."""
    text = title("Formulas") + (
        "What operators compute, where a formula says it. The words around it "
        "are on the operator's page.\n\n")
    for op in op_pages.documented():
        found = [part for part in formulas.split(
                     parts_of(pd.core.op_proto(op).comment)[0])
                 if isinstance(part, formulas.Formula)]
        if found:
            text += f":ref:`{op} <op-{op}>`\n" + indented(
                formulas.displayed(found).lstrip())
    return text


def write(folder: str, site: Site) -> None:
    os.makedirs(folder, exist_ok=True)
    for op in op_pages.documented():
        with open(os.path.join(folder, op + ".rst"), "w",
                  encoding="utf-8") as file:
            file.write(op_pages.page(op, site))
    for name, text in (("index", index(site)), ("formulas", formula_page())):
        with open(os.path.join(folder, name + ".rst"), "w",
                  encoding="utf-8") as file:
            file.write(text)
