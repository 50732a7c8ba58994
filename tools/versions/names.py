"""The public names in the lines that tell what a component offers.

A name is written "scope: name". Its scope is a namespace, a class, an enum or a
module; macros and the slots and attributes of operators have none.
"""

import re
from typing import FrozenSet, Iterable, List

from cxx_api import (
    TYPE_WORDS, end_of, name_of_type, tokens_of, without_template)

_SCOPED = re.compile(r"([\w:<>,()]+): (.*)")
_ENUMERATOR = re.compile(r"(\w+|\(unnamed\))::(\w+) = ")
_PLACE = re.compile(r" #\d+$")  # of a member of a C interface
_BEFORE_PARENTHESES = ("decltype", "__attribute__")
_SLOT = re.compile(r"(?:requires )?(?:input|output|attribute) ([\w@]+)")
_PYTHON = re.compile(r"(?:class )?([\w.]+)\.(\w+)")


def _end_of_name(tokens: List[str]) -> int:
    """Returns where the parameters, value or extent of a declaration begin."""
    depth, at = 0, 0
    while at < len(tokens):
        token = tokens[at]
        if token == "(" and tokens[at - 1] in _BEFORE_PARENTHESES:
            at = end_of(tokens, at) - 1
        elif depth == 0 and token in ("(", "=", "{", "["):
            break
        depth += (token == "<") - (token == ">")
        at += 1
    return at


def _begin_of_arguments(tokens: List[str], end: int) -> int:
    """Returns where the <...> that ends at `end` begins; `end` if none does."""
    depth, at = 0, end
    while at and (depth or tokens[at - 1] == ">"):
        at -= 1
        depth += (tokens[at] == ">") - (tokens[at] == "<")
    return at


def _of_overloaded(tokens: List[str]) -> str:
    """Returns operator==, operator() or, of a conversion, operator_float."""
    begin = tokens.index("operator") + 1
    rest = tokens[begin:]
    end = rest.index("(", 1) if "(" in rest[1:] else len(rest)
    joint = "_" if rest[0].isidentifier() else ""
    return "operator" + joint + "".join(rest[:end])


def _of_variable_or_function(tokens: List[str]) -> str:
    end = _end_of_name(tokens)
    if tokens[end:end + 2] == ["(", "*"]:  # a pointer to a function
        return tokens[end + 2]
    begin = _begin_of_arguments(tokens, end) - 1
    if tokens[begin - 1:begin] == ["~"]:
        begin -= 1
    return "".join(tokens[begin:end])


def _of_declaration(text: str) -> str:
    tokens = without_template(tokens_of(_PLACE.sub("", text)))
    if "operator" in tokens:
        return _of_overloaded(tokens)
    if tokens[0] in TYPE_WORDS and not {"(", "="} & set(tokens):
        return name_of_type(tokens).replace(" ", "")
    return _of_variable_or_function(tokens)


def of_header(line: str) -> str:
    """Returns the name that a line of cxx_api.py declares."""
    if line.startswith("#define "):
        return re.split(r"[ (]", line)[1]
    scoped = _SCOPED.fullmatch(line)
    scope, rest = scoped.groups() if scoped else ("", line)
    enumerator = _ENUMERATOR.match(rest)
    if enumerator is None:
        name = _of_declaration(rest)
    else:
        enum, name = enumerator.groups()
        if enum != "(unnamed)":
            scope = f"{scope}::{enum}" if scope else enum
    return f"{scope}: {name}" if scope else name


def of_module(line: str) -> str:
    """Returns the name that a line of python_api.py is about."""
    scope, name = _PYTHON.match(line).groups()
    return f"{scope}: {name}"


def of_operator(line: str) -> str:
    """Returns the slot or attribute of a line of schema_api.py; "" for none."""
    slot = _SLOT.match(line)
    return slot.group(1) if slot else ""


def found(section: str, lines: Iterable[str]) -> FrozenSet[str]:
    """Returns the names in the lines of a header, module or operator."""
    of = (of_module if section.endswith((".py", ".pyi")) else
          of_header if "." in section else of_operator)
    return frozenset(name for name in map(of, lines) if name)
