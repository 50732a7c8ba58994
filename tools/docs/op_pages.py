"""The page of each operator."""

import json
import os
import re
from typing import Any, Dict, List

import op_examples
from formulas import as_markup
from text import escaped, parts_of, table, title

import paddle as pd
from paddle.argument_errors import signature_text
from paddle.core import AttrProto, OpProto, SlotProto
from paddle.layer import ops

# Operators that own blocks are written by `with` statements, or by passes.
WRITERS = {
    "conditional_block": ["paddle.cond"], "ifelse": ["paddle.ifelse"],
    "map_rows": ["paddle.optimize"],
    "recurrent": ["paddle.rnn"], "switch": ["paddle.Switch"],
    "while": ["paddle.While", "paddle.while_loop"],
}

GENERAL_ERRORS = (
    "As of every operator, when it is written: a slot that is missing, unknown "
    "or of the wrong kind, and an attribute that is missing, unknown, of the "
    "wrong type or out of its range, are ``InvalidArgument``, in Python "
    "``ValueError`` or ``TypeError``; a data type that no kernel is for is "
    "``Unimplemented``. See :doc:`/guide/errors`.")


_DIFFERENCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "guide",
                            "differences.md")


def different() -> List[str]:
    """The operators that guide/differences.md tells of, in its order."""
    with open(_DIFFERENCES, encoding="utf-8") as file:
        return re.findall(r"^\(differs-(\w+)\)=\n## \1$", file.read(), re.M)


class Site:
    """The other pages that a page refers to."""

    def __init__(self, rows: List[Dict[str, Any]], families: Dict[str, str],
                 schemas: Dict[str, str],
                 layers: Dict[str, List[str]], headers: Dict[str, List[str]],
                 header_links: Dict[str, str],
                 functions: Dict[str, str]) -> None:
        self.rows = {row["type"]: row for row in rows}
        self.families = families
        self.schemas = schemas  # operator -> the file that declares it
        self.layers = layers  # operator -> what writes it: paddle.layer.fc
        self.headers = headers  # operator -> headers
        self.header_links = header_links  # header -> page of Doxygen
        self.functions = functions  # name -> page of the C++ function
        self.different = different()

    def links_of_layers(self) -> Dict[str, str]:
        """layer -> a line that leads to its operators and to C++."""
        found: Dict[str, List[str]] = {}
        for op, layers in sorted(self.layers.items()):
            if op in self.families:
                for layer in layers:
                    found.setdefault(layer, []).append(f":ref:`{op} <op-{op}>`")
        lines = {layer: "Operators: " + ", ".join(refs)
                 for layer, refs in found.items()}
        for layer, line in lines.items():
            name = layer.rpartition(".")[2]
            if name in self.functions:
                lines[layer] += (f". C++: `paddle::layer::{name} "
                                 f"<../cpp/{self.functions[name]}>`__")
        return {layer: line + "." for layer, line in lines.items()}


def documented() -> List[str]:
    """The operators that have a page: all but those of gradients."""
    return [op for op in pd.core.op_types()
            if not ops._is_gradient(pd.core.op_proto(op))]


def page(op: str, site: Site) -> str:
    proto = pd.core.op_proto(op)
    what, errors, source = parts_of(proto.comment)
    text = f".. _op-{op}:\n\n" + title(op) + as_markup(what) + "\n\n"
    text += _facts(proto, site)
    if op in site.different:
        text += (f":ref:`PaddlePaddle 1.x computes something else "
                 f"<differs-{op}>`.\n\n")
    text += title("Example", "-") + op_examples.section(op)
    text += _slots("Inputs", proto.inputs) + _slots("Outputs", proto.outputs)
    text += _attributes(proto.attrs)
    if source:
        text += title("Source", "-") + escaped(source) + "\n\n"
    text += (title("Errors", "-") + (escaped(errors) + "\n\n" if errors else "")
             + GENERAL_ERRORS + "\n\n")
    return text + _python(op, proto, site) + _cpp(op, site)


def _facts(proto: OpProto, site: Site) -> str:
    row = site.rows[proto.type]
    family = site.families[proto.type]
    facts = [("Family", f":doc:`{family} </operators/{family}/README>`"),
             ("Version", str(row["version"])),
             ("Data types", types_of(row)), ("Gradient", _gradient(row))]
    if proto.updates:
        facts.append(("In place", ", ".join(
            f"{escaped(out)} is {escaped(source)}"
            for out, source in proto.updates)))
    return "".join(f":{name}: {value}\n" for name, value in facts) + "\n"


def types_of(row: Dict[str, Any]) -> str:
    if row["any_type"]:
        return "any"
    return ", ".join(dict.fromkeys(k["dtype"] for k in row["kernels"]))


def _gradient(row: Dict[str, Any]) -> str:
    if not row["has_gradient"]:
        return "none"
    made = ", ".join(row["gradient_ops"]) or "of its blocks"
    return f"``{made}``" + (", and of that, too" if row["second_order"] else "")


def _slots(name: str, slots: List[SlotProto]) -> str:
    rows = []
    for slot in slots:
        marks = [mark for mark, holds in (
            ("list", slot.list), ("optional", slot.optional),
            ("for the gradient", slot.intermediate)) if holds]
        kind = f" *({', '.join(marks)})*" if marks else ""
        rows.append([f"``{slot.name}``", escaped(slot.comment) + kind])
    heading = title(name, "-") if rows else ""
    return heading + table("20 80", ["Name", "What it is"], rows)


def _attributes(attrs: List[AttrProto]) -> str:
    rows = [[f"``{attr.name}``", attr.type,
             "required" if attr.default is None else f"``{attr.default!r}``",
             escaped(attr.comment + ops._range_of(attr))] for attr in attrs]
    heading = title("Attributes", "-") if rows else ""
    return heading + table("20 15 15 50",
                           ["Name", "Type", "Default", "What it is"], rows)


def _python(op: str, proto: OpProto, site: Site) -> str:
    text = title("Python", "-")
    if op not in ops.op_types():
        return text + "Written by " + _roles(WRITERS[op]) + ".\n\n"
    own = op not in pd.layer.__all__
    signature = signature_text(ops.signature_of(proto))
    name = f"paddle.layer.{'' if own else 'ops.'}{op}"
    text += f".. py:function:: {name}{signature}\n\n"
    layers = [layer for layer in site.layers.get(op, []) if layer != name]
    if layers:
        text += "Layers that write it: " + _roles(layers) + ".\n\n"
    return text


def _roles(names: List[str]) -> str:
    return ", ".join(f":py:obj:`{name}`" for name in names)


def _cpp(op: str, site: Site) -> str:
    text = title("C++", "-")
    text += f"- schema: ``{site.schemas[op]}``\n"
    if op in site.functions:
        text += (f"- function: `paddle::layer::{op} "
                 f"<../cpp/{site.functions[op]}>`__\n")
    for header in site.headers[op]:
        text += f"- `{header} <../cpp/{site.header_links[header]}>`__\n"
    return text + "\n"


def read_rows(path: str) -> List[Dict[str, Any]]:
    """Returns the output of `./tools/dev ops --json`."""
    with open(path, encoding="utf-8") as file:
        return json.load(file)
