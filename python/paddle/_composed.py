"""Makes functions whose signatures C++ has, such as composed layers.

For each layer `core._composed` has a function with the keywords and defaults
that framework/layers lists beside the options; `core._schedule` has one for
each schedule. The package adds documentation, which `@composed` takes from a
function without arguments.
"""

import functools
import inspect
from types import SimpleNamespace
from typing import (
    Any, Callable, Dict, Optional, Sequence, Tuple, Type, Union)

from . import core

ParamLike = Union[None, str, core.ParamAttr, core.Initializer]
BiasLike = Union[ParamLike, bool]
Size = Union[int, Sequence[int]]
PaddingLike = Union[Size, str]
Operand = Union[core.Variable, int, float]

# The types of arguments and results by the names that signatures have for them.
_TYPES: Dict[str, Any] = {
    "BiasLike": BiasLike, "DType": str, "FixedShape": Sequence[int],
    "LearningRate": Union[float, core.Variable], "List": Sequence,
    "Operand": Operand, "PaddingLike": PaddingLike,
    "ParamLike": ParamLike,
    "Shape": Sequence[Optional[int]], "Size": Size, "Tuple": Tuple,
    "Union": Union, "Variables": Union[core.Variable, Sequence[core.Variable]],
    "WeightAndBias": Sequence[ParamLike],
    "paddle": SimpleNamespace(core=core)}


class _Bound:
    """A function of the extension where its signature is asked for, which takes
    too long for all of them while the package is loaded."""

    def __init__(self, function: Callable[..., Any],
                 result: Optional[Type[Any]]) -> None:
        self._function = function
        self._result = result

    @functools.cached_property
    def __signature__(self) -> inspect.Signature:
        """The signature with which the documentation of a bound function
        begins: "name(x: float = 1.0) -> int"."""
        made: Dict[str, Any] = {}
        line = (self._function.__doc__ or "").partition("\n")[0]
        exec(f"def {line}: pass", _TYPES, made)
        signature = inspect.signature(made[self._function.__name__])
        parameters = [
            p.replace(annotation=Optional[p.annotation]) if p.default is None
            else p for p in signature.parameters.values()]
        return signature.replace(
            parameters=parameters,
            return_annotation=self._result or signature.return_annotation)


def made_from(module: Any, result: Optional[Type[Any]] = None
              ) -> Callable[[Callable[[], None]], Callable[..., Any]]:
    """A decorator: gives the module's function of the same name to one that has
    nothing but documentation. `result` is the class of named tuples that the
    results become.
    """
    def decorate(documented: Callable[[], None]) -> Callable[..., Any]:
        bound = getattr(module, documented.__name__)

        def call(*args: Any, **kwargs: Any) -> Any:
            made = bound(*args, **kwargs)
            return made if result is None else result(*made)

        call.__wrapped__ = _Bound(bound, result)  # type: ignore[attr-defined]
        return named_like(documented, call)
    return decorate


composed = made_from(core._composed)


def composed_as(result: Type[Any]
                ) -> Callable[[Callable[[], None]], Callable[..., Any]]:
    """`composed`, for a layer that returns several things by name."""
    return made_from(core._composed, result)


def named_like(documented: Callable[[], None],
               function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, with another one's name and documentation."""
    for name in ("__doc__", "__module__", "__name__", "__qualname__"):
        setattr(function, name, getattr(documented, name))
    return function
