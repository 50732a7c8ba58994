"""An example for each operator: a program that runs, and what it prints.

Most are made from the operator's description: op_declarations writes inputs and
call; here they get data, the program runs, and its results are printed. What a
page shows is what ran, from its first line to its last.
"""

import contextlib
import functools
import os
import re
import sys
import tempfile
import textwrap
from typing import Any, Dict, FrozenSet, Iterator, List, NamedTuple, TextIO
from typing import Tuple

import numpy as np

import op_declarations
import op_example_data
import op_example_settings as settings
import paddle as pd
import repository
from op_declarations import Declaration, call
from text import indented


_WIDTH = 72
_WHOLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "examples")

# Operators that the whole example of another one shows, too.
_SHOWN_BY = {"allreduce_wait": "allreduce_start",
             "send_wait": "send_start"}


class Example(NamedTuple):
    code: str
    output: str  # what the code prints
    operators: FrozenSet[str]  # the types of those that it writes


@functools.lru_cache(maxsize=None)
def example_of(op: str) -> Example:
    path = os.path.join(_WHOLE, _SHOWN_BY.get(op, op) + ".py")
    if os.path.exists(path):
        return run(repository.read(path))
    code = _program(op_declarations.declare(op), settings.FEEDS.get(op, {}))
    numpy = "import numpy as np\n" if "np." in code else ""
    return run(f"{numpy}import paddle as pd\n\n{code}")


def run(code: str) -> Example:
    """Runs a whole program in default programs and a scope of its own."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
        with _printing_to(output), _new_programs():
            names: Dict[str, Any] = {}
            exec(compile(code, "<example>", "exec"), names)
            programs = [value for value in names.values()
                        if isinstance(value, pd.Program)]
            operators = frozenset(
                op.type for program in [pd.default_main_program(), *programs]
                for block in program.blocks for op in block.ops)
        output.seek(0)
        return Example(code, output.read(), operators)


@contextlib.contextmanager
def _new_programs() -> Iterator[None]:
    with pd.program_guard(pd.Program(), pd.Program()), \
            pd.scope_guard(pd.Scope()):
        yield


@contextlib.contextmanager
def _printing_to(file: TextIO) -> Iterator[None]:
    """Prints to a file, and what C++ writes to standard error, too."""
    sys.stderr.flush()
    saved = os.dup(2)
    os.dup2(file.fileno(), 2)
    try:
        with contextlib.redirect_stdout(file):
            yield
    finally:
        file.flush()
        os.dup2(saved, 2)
        os.close(saved)


def _program(declared: Declaration, given: Dict[str, str]) -> str:
    """The declaration; what is known of the results before anything runs; data,
    a run, and the results. given: data by variable."""
    results = declared.results
    lines = declared.lines + [
        f"print({r.value}.shape, {r.value}.dtype)" for r in results] + [""]
    names: Dict[str, Any] = {"pd": pd, "np": np}
    with _new_programs(), open(os.devnull, "w", encoding="utf-8") as nowhere:
        with contextlib.redirect_stdout(nowhere):
            exec("\n".join(lines), names)
        lines.append("exe = pd.Executor()")
        if pd.default_startup_program().global_block().ops:
            lines.append("exe.run(pd.default_startup_program())")
            pd.Executor().run(pd.default_startup_program())
        feed, values = _feed(declared, names, given)
    arguments = ["feed=feed"] if feed else []
    arguments.append(call("fetch_list=[", [r.value for r in results], "]"))
    lines += _feed_lines(feed)
    lines.append(call(", ".join(r.name for r in results)
                      + ("," if len(results) == 1 else "") + " = exe.run(",
                      arguments))
    for result, value in zip(results, values):
        lines += op_example_data.print_lines(result.name, value,
                                             len(results) == 1)
    return "\n".join(lines) + "\n"


def _feed(declared: Declaration, names: Dict[str, Any],
          given: Dict[str, str]) -> Tuple[Dict[str, str], List[Any]]:
    """The first data of which nothing becomes NaN or infinite, as expressions
    by variable, and the results."""
    variables = [variable for variable
                 in pd.default_main_program().global_block().vars
                 if variable.is_data]
    fetched = [eval(result.value, names) for result in declared.results]
    values: List[Any] = []
    for positive in (False, True):
        feed = {v.name: given.get(v.name) or op_example_data.expression(
            v, declared.comments.get(v.name, ""), number, positive)
            for number, v in enumerate(variables)}
        values = pd.Executor().run(
            feed={name: eval(text, {"np": np}) for name, text in feed.items()},
            fetch_list=fetched)
        if all(map(op_example_data.is_plain, values)):
            break
    return feed, values


def _feed_lines(feed: Dict[str, str]) -> List[str]:
    if not feed:
        return []
    return [call("feed = {", [_entry(name, text)
                              for name, text in feed.items()], "}")]


def _entry(name: str, text: str) -> str:
    """An entry of a dictionary; where it is too long for a line, in two."""
    entry = f'"{name}": {text}'
    ends = [m.end() for m in re.finditer(r"\], (?=\[)", entry)]
    if len(entry) <= _WIDTH or not ends:
        return entry
    end = min(ends, key=lambda end: abs(2 * end - len(entry)))
    open_brackets = 1 + entry.index(text)
    return entry[:end].rstrip() + "\n" + " " * open_brackets + entry[end:]


def section(op: str) -> str:
    """The example and its output, as they stand on the operator's page."""
    example = example_of(op)
    return (".. code-block:: python\n\n" + indented(example.code)
            + "\nIt prints\n\n.. code-block:: text\n\n"
            + indented(example.output) + "\n")


def blocks_of(markup: str) -> List[str]:
    """The contents of the code blocks of reStructuredText."""
    return [textwrap.dedent(block).strip("\n") + "\n" for block in re.findall(
        r"^\.\. code-block:: \w+\n((?:\n| +[^\n]*\n)+)", markup, re.M)]
