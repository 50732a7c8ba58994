"""Finds the operators that a layer writes by running its example."""

import contextlib
import doctest
import functools
import inspect
import io
from typing import Any, Callable, Dict, List, Set

import numpy as np

import paddle as pd


def example_of(function: Any) -> List[doctest.Example]:
    return doctest.DocTestParser().get_examples(inspect.getdoc(function) or "")


def run(code: List[doctest.Example], names: Dict[str, Any]) -> None:
    """Runs an example in programs and a scope of its own."""
    with contextlib.redirect_stdout(io.StringIO()), \
            pd.program_guard(pd.Program(), pd.Program()), \
            pd.scope_guard(pd.Scope()):
        for example in code:
            exec(compile(example.source, "<example>", "single"), names)


def written_by(name: str) -> Set[str]:
    """The types of the operators that pd.layer.<name> appends in its
    example."""
    layer = getattr(pd.layer, name)
    written: Set[str] = set()
    setattr(pd.layer, name, _watched(layer, written))
    try:
        run(example_of(layer), {"pd": pd, "np": np})
    finally:
        setattr(pd.layer, name, layer)
    return written


def _watched(layer: Callable[..., Any],
             written: Set[str]) -> Callable[..., Any]:
    @functools.wraps(layer)
    def call(*args: Any, **kwargs: Any) -> Any:
        before = len(_ops())
        made = layer(*args, **kwargs)
        written.update(_ops()[before:])
        return made
    return call


def _ops() -> List[str]:
    program = pd.default_main_program()
    return [op.type for block in program.blocks for op in block.ops]


def writers(layers: List[str]) -> Dict[str, List[str]]:
    """operator -> the layers whose examples write it."""
    found: Dict[str, List[str]] = {}
    for name in layers:
        for op in sorted(written_by(name)):
            found.setdefault(op, []).append(f"paddle.layer.{name}")
    return found
