"""Explains errors in the arguments of a call in the caller's words.

The functions of core check arguments against signatures of C++. What they say
of arguments that do not fit comes to `explained`, which finds the argument:

    Momentum(learning_rate, momentum, use_nesterov=False, ...): missing a
    required argument: 'momentum'
    LoDTensor: lengths is of type list of lists of int, not [1, 2]

A layer, whose parameters have other names, is `reworded`. All messages end with
the user's line.
"""

import ast
import functools
import inspect
import re
from collections import abc
from types import SimpleNamespace
from typing import (
    Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Tuple, Type,
    TypeVar, Union, get_args, get_origin)

import numpy as np

from . import core

_LONGEST = 200
_NONE = type(None)
_Function = TypeVar("_Function", bound=Callable[..., Any])
_UNNAMED = re.compile(r"arg(\d+)$")  # By pybind11, counting from 0.
_NAMES = {"Callable": Callable, "Dict": Dict, "List": List, "Tuple": Tuple,
          "bool": bool, "dict": dict, "float": float, "int": int, "list": list,
          "paddle": SimpleNamespace(core=core), "str": str, "tuple": tuple,
          "Union": Union}


class Misfit(NamedTuple):
    """An argument that does not fit: `complaint` follows its name."""

    value: Any
    complaint: str
    error: Type[Exception]


class _Code:
    """A default value as the signature writes it."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


def error_of(kind: Type[Exception], message: str,
             misfit: Optional[Misfit] = None) -> Exception:
    """An exception that names the user's line and, for `in_words_of`, may
    carry the argument it is about."""
    error = kind(core._with_user_line(message))
    error.misfit = misfit  # type: ignore[attr-defined]
    return error


def explained(text: str, args: Tuple[Any, ...],
              kwargs: Dict[str, Any]) -> Exception:
    """Returns the exception for pybind11's `text` about a call; the binding
    calls it."""
    function, signature = _parsed(text)
    refused = error_of(TypeError, f"{function} does not take such arguments")
    if signature is None:
        return refused
    name = function or type(args[0]).__name__  # Without one: sets a property.
    if " constructor " in text:
        args = args[1:]
    elif _is_method(signature, args):
        name, args = f"{type(args[0]).__name__}.{name}", args[1:]
        signature = signature.replace(
            parameters=list(signature.parameters.values())[1:])
    try:
        given = bind(name, signature, args, kwargs)
    except TypeError as error:
        return error
    kinds = {key: value.annotation
             for key, value in signature.parameters.items()}
    found = _first_misfit(given, kinds)
    if found is None:
        return refused
    key, misfit = found
    shown_key = _shown_key(key) if function else "the value"
    return error_of(misfit.error, f"{name}: {shown_key} {misfit.complaint}",
                    misfit)


def in_words_of(function: Callable[..., Any], args: Tuple[Any, ...],
                kwargs: Dict[str, Any], error: Exception) -> Exception:
    """Returns the error in terms of a call of `function`, which passed its
    arguments on, or the error itself if it concerns none of them."""
    misfit = getattr(error, "misfit", None)
    if misfit is None:
        return error
    given = inspect.signature(function).bind(*args, **kwargs).arguments
    kinds = function.__annotations__
    wrong = [key for key in given if not is_a(kinds[key], given[key])]
    same = [key for key in given if given[key] is misfit.value]
    for key in [*filter(wrong.__contains__, same), *same, *wrong]:
        if key in wrong:
            misfit = _misfit(kinds[key], given[key])
        return error_of(misfit.error,
                        f"{function.__name__}: {key} {misfit.complaint}")
    return error


def reworded(function: _Function) -> _Function:
    """The function, with core's complaint about an argument that does not fit
    in the words of its caller."""
    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except (TypeError, ValueError) as error:
            explained = in_words_of(function, args, kwargs, error)
            if explained is error:
                raise
            raise explained from None
    return call  # type: ignore[return-value]


def bind(name: str, signature: inspect.Signature, args: Tuple[Any, ...],
         kwargs: Dict[str, Any]) -> Dict[str, Any]:
    """The arguments by parameter; TypeError, with the signature, for one too
    many or too few."""
    try:
        return signature.bind(*args, **kwargs).arguments
    except TypeError as error:
        raise error_of(
            TypeError, f"{name}{signature_text(signature)}: {error}") from None


def signature_text(signature: inspect.Signature) -> str:
    """The names and defaults alone."""
    plain = [p.replace(annotation=inspect.Parameter.empty)
             for p in signature.parameters.values()]
    return str(inspect.Signature(plain))


def check_mapping(function: str, what: str, value: Any, example: str) -> None:
    """TypeError unless `value` has names, like `example`."""
    if not isinstance(value, abc.Mapping):
        raise error_of(TypeError, f"{function}: {what} are given by name, as "
                       f"in {example}, not as {shown(value)}")


def is_a(kind: Any, value: Any) -> bool:
    """True if core accepts the value for a parameter with this annotation."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Any:
        return True
    if origin is Union:
        return any(is_a(part, value) for part in parts)
    if origin in (list, abc.Sequence):
        return _is_list(value) and all(is_a(parts[0], v) for v in value)
    if origin is abc.Callable:
        return callable(value)
    if kind in (int, float):
        return _is_number(kind, value)
    if kind is bool:
        return value is None or hasattr(value, "__bool__")
    if kind is str:
        return isinstance(value, (str, bytes))
    return not isinstance(kind, type) or isinstance(value, kind)


def words_of(kind: Any) -> str:
    """An annotation in words: "list of lists of int"."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Union:
        return " or ".join(words_of(part) for part in parts)
    if origin in (list, abc.Sequence):
        return "list of " + re.sub(r"^list\b", "lists", words_of(parts[0]))
    if origin is abc.Callable:
        return "function"
    if kind is _NONE:
        return "None"
    return getattr(kind, "__name__", str(kind))


def shown(value: Any) -> str:
    """A value in a message: no numbers of arrays, and no long lists."""
    if isinstance(value, np.ndarray):
        return "an array"
    text = repr(value)
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "..."


def _parsed(text: str) -> Tuple[str, Optional[inspect.Signature]]:
    """Name and signature in "name(): incompatible ... 1. (x: int) -> None"."""
    found = re.search(
        r"^(\w*)\(\).*?^    1\. ([\w.]*)(\(.*?\))(?: -> [^\n]*)?$", text,
        re.M | re.S)
    if found is None:
        return text.partition("(")[0], None
    name = (found[2].rpartition(".")[2] or found[1]).lstrip("_")
    try:
        (function,) = ast.parse(f"def f{found[3]}: pass").body
    except SyntaxError:
        return name, None
    assert isinstance(function, ast.FunctionDef)
    names = function.args.args
    defaults = function.args.defaults
    missing = len(names) - len(defaults)
    return name, inspect.Signature([
        _parameter(arg, defaults[i - missing] if i >= missing else None)
        for i, arg in enumerate(names)])


def _is_method(signature: inspect.Signature, args: Tuple[Any, ...]) -> bool:
    owner = signature.parameters.get("self")
    return owner is not None and bool(args) and is_a(owner.annotation, args[0])


def _shown_key(key: str) -> str:
    unnamed = _UNNAMED.match(key)
    return f"argument {int(unnamed[1]) + 1}" if unnamed else key


def _parameter(arg: ast.arg, default: Optional[ast.expr]) -> inspect.Parameter:
    kind: Any = Any
    if arg.annotation is not None:
        kind = _kind(ast.unparse(arg.annotation))
    if default is None:
        return inspect.Parameter(
            arg.arg, inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=kind)
    text = ast.unparse(default)
    return inspect.Parameter(
        arg.arg, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=_Code(text),
        annotation=Optional[kind] if text == "None" else kind)


def _kind(text: str) -> Any:
    """Returns the type that pybind11's name means; Any for handle, object, ...
    """
    try:
        return eval(text, {"__builtins__": {}}, _NAMES)
    except (AttributeError, NameError):
        return Any


def _first_misfit(given: Mapping[str, Any],
                  kinds: Mapping[str, Any]) -> Optional[Tuple[str, Misfit]]:
    for key, value in given.items():
        if not is_a(kinds[key], value):
            return key, _misfit(kinds[key], value)
    # All are of the right kind: a number does not fit into C++'s.
    numbers = [key for key, value in given.items()
               if _has_numbers(kinds[key]) and hasattr(value, "__index__")]
    if not numbers:
        return None
    key = max(numbers, key=lambda key: abs(int(given[key])))
    return key, Misfit(given[key], f"is out of range: {given[key]}", ValueError)


def _misfit(kind: Any, value: Any) -> Misfit:
    return Misfit(value, f"is of type {words_of(kind)}, not {shown(value)}",
                  TypeError)


def _is_list(value: Any) -> bool:
    return (isinstance(value, (abc.Sequence, np.ndarray)) and
            not isinstance(value, (str, bytes)))


def _has_numbers(kind: Any) -> bool:
    """True for a number, and for what may be one."""
    kinds = get_args(kind) if get_origin(kind) is Union else (kind,)
    return not {int, float}.isdisjoint(kinds)


def _is_number(kind: Union[Type[int], Type[float]], value: Any) -> bool:
    if isinstance(value, (str, bytes)):
        return False
    if kind is int and isinstance(value, float):
        return False
    try:
        kind(value)
    except OverflowError:
        return True
    except (TypeError, ValueError):
        return False
    return True
