"""The pages of the Python package."""

import inspect
import os
import types
from typing import Any, Dict, List, Tuple

from text import title

import paddle as pd

# The modules that have a page of their own, beside those of layers.
MODULES = [
    "optimizer", "amp", "schedule", "initializer", "regularizer", "clip", "io",
    "onnx", "reader", "dataset.mnist", "metric", "event", "memory", "passes",
    "plot", "tensorboard", "safetensors", "serving", "distributed", "errors",
    "version",
]


def public_names(module: Any) -> List[str]:
    """Returns the names a module declares public, or else those it defines."""
    names = getattr(module, "__all__", None)
    if names is None:
        names = [name for name, value in vars(module).items()
                 if not name.startswith("_")
                 and getattr(value, "__module__", "") == module.__name__]
    return [name for name in names
            if not isinstance(getattr(module, name), types.ModuleType)]


def module_of(name: str) -> Any:
    module: Any = pd
    for part in name.split("."):
        module = getattr(module, part)
    return module


def layer_groups() -> Dict[str, List[str]]:
    """The layers that are written by hand, by the module they stand in."""
    groups: Dict[str, List[str]] = {}
    for name in public_names(pd.layer):
        module = getattr(pd.layer, name).__module__
        groups.setdefault(module, []).append(name)
    return groups


def package_names() -> List[str]:
    """Returns the names of `pd` itself, besides modules and layers."""
    layers = set(public_names(pd.layer))
    return [name for name in public_names(pd) if name not in layers and
            getattr(getattr(pd, name), "__module__", "") != "paddle.layer.ops"]


def core_classes() -> List[str]:
    """Classes that one meets without naming them, such as pd.core.Block."""
    elsewhere = {id(getattr(module, name))
                 for module in [pd] + [module_of(m) for m in MODULES]
                 for name in public_names(module)}
    return [name for name, value in sorted(vars(pd.core).items())
            if isinstance(value, type) and not name.startswith("_")
            and id(value) not in elsewhere]


def entries() -> List[Tuple[str, Any]]:
    """Everything public and written by hand, by the name users write."""
    found = [(f"paddle.{name}", getattr(pd, name)) for name in package_names()]
    found += [(f"paddle.core.{name}", getattr(pd.core, name))
              for name in core_classes()]
    found += [(f"paddle.layer.{name}", getattr(pd.layer, name))
              for name in public_names(pd.layer)]
    for module in MODULES:
        found += [(f"paddle.{module}.{name}", getattr(module_of(module), name))
                  for name in public_names(module_of(module))]
    return [(name, value) for name, value in found if _is_documented(value)]


def _is_documented(value: Any) -> bool:
    """True if it has a docstring of its own; names of types have none."""
    return isinstance(value, type) or inspect.isroutine(value)


def _entry(path: str, value: Any) -> str:
    if isinstance(value, type):
        return (f".. autoclass:: {path}\n   :members:\n"
                "   :special-members: __call__\n   :exclude-members: "
                "__init__\n   :undoc-members:\n\n")
    return f".. autofunction:: {path}\n\n" if _is_documented(value) else ""


def _page(heading: str, module: str, names: List[str],
          label: str = "") -> str:
    owner = module_of(label) if label else pd
    text = title(heading)
    if module:
        text += f".. automodule:: {module}\n   :no-members:\n\n"
    prefix = f"paddle.{label}" if label else "paddle"
    for name in names:
        text += _entry(f"{prefix}.{name}", getattr(owner, name))
    return text


def pages() -> Dict[str, str]:
    """File name -> reStructuredText."""
    made = {"paddle": _page("paddle", "paddle", package_names())}
    made["core"] = _page("paddle.core", "", core_classes(), "core")
    for module in MODULES:
        made[module] = _page(f"paddle.{module}", f"paddle.{module}",
                             public_names(module_of(module)), module)
    layers = []
    for module, names in layer_groups().items():
        page = "layer_" + module.split(".")[-1]
        own = module if module.startswith("paddle.layer") else ""
        made[page] = _page(f"paddle.layer: {module.split('.')[-1]}", own,
                           names, "layer")
        layers.append(page)
    index = title("Python") + (
        ".. code-block:: python\n\n   import paddle as pd\n\n"
        "Layers that are one operator, such as ``pd.layer.relu``, stand on the "
        "operators' own pages: :doc:`/ops/index`.\n\n"
        ".. toctree::\n   :maxdepth: 1\n\n   paddle\n"
        + "".join(f"   {page}\n" for page in layers)
        + "".join(f"   {module}\n" for module in MODULES) + "   core\n")
    made["index"] = index
    return made


def write(folder: str) -> None:
    os.makedirs(folder, exist_ok=True)
    for name, content in pages().items():
        with open(os.path.join(folder, name + ".rst"), "w",
                  encoding="utf-8") as file:
            file.write(content)
