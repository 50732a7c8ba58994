"""Makes composed layers, whose signatures the options in C++ have.

For each of them `core._composed` has a function with the keywords and defaults
that framework/layers lists beside the options. The package adds documentation,
which `@composed` takes from a function without arguments.
"""

import functools
import inspect
from types import SimpleNamespace
from typing import Any, Callable, Dict, Optional, Sequence, Tuple, Union

from .. import core

ParamLike = Union[None, str, core.ParamAttr, core.Initializer]
BiasLike = Union[ParamLike, bool]
Size = Union[int, Sequence[int]]
Operand = Union[core.Variable, int, float]

# The types of arguments and results by the names that signatures have for them.
_TYPES: Dict[str, Any] = {
    "BiasLike": BiasLike, "DType": str, "List": Sequence, "Operand": Operand,
    "ParamLike": ParamLike, "Size": Size, "Tuple": Tuple,
    "paddle": SimpleNamespace(core=core)}


class _Bound:
    """A function of the extension where its signature is asked for, which takes
    too long for all of them while the package is loaded."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    @functools.cached_property
    def __signature__(self) -> inspect.Signature:
        """The signature with which the documentation of a bound function
        begins: "name(x: float = 1.0) -> int"."""
        made: Dict[str, Any] = {}
        line = (self._function.__doc__ or "").partition("\n")[0]
        exec(f"def {line}: pass", _TYPES, made)
        signature = inspect.signature(made[self._function.__name__])
        return signature.replace(parameters=[
            p.replace(annotation=Optional[p.annotation]) if p.default is None
            else p for p in signature.parameters.values()])


def composed(documented: Callable[[], None]) -> Callable[..., Any]:
    """The layer called like a function that has nothing but documentation."""
    bound = getattr(core._composed, documented.__name__)

    def call(*args: Any, **kwargs: Any) -> Any:
        return bound(*args, **kwargs)

    call.__wrapped__ = _Bound(bound)  # type: ignore[attr-defined]
    return named_like(documented, call)


def named_like(documented: Callable[[], None],
               function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, with another one's name and documentation."""
    for name in ("__doc__", "__module__", "__name__", "__qualname__"):
        setattr(function, name, getattr(documented, name))
    return function
