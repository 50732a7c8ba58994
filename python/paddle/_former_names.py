"""Modules by the names that they had before they moved into subpackages.

Programs and pickled objects of version 0.1 name them: `paddle.trainer` is
`paddle.training.trainer` today. Both names give the same module object, which
is still loaded only when it is asked for. The package itself uses none of the
former names. A module that moves later is one more line here.
"""

import importlib
import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Optional

# The folders that modules are in now.
_MOVED = {
    "control_flow": ("block_body", "branches", "recurrent", "while_loop"),
    "data": ("feeder", "pipeline", "read_ahead"),
    "framework": ("backward", "listed", "plugin", "scope", "seed",
                  "weight_norm"),
    "inspect": ("flops", "op_profile", "op_trace", "profiling"),
    "io": ("files",),
    "optimizer": ("moving_average",),
    "training": ("checkpoint", "early_stopping", "interrupt", "measures",
                 "progress", "trainer"),
}
_RENAMED = {
    "pipeline_stages": "data.stages", "plot_axis": "plot.axis",
    "program_summary": "inspect.summary", "training_run": "training.run",
    "training_state": "training.state",
}
FORMER_NAMES = {**{name: f"{folder}.{name}" for folder, names in _MOVED.items()
                   for name in names}, **_RENAMED}


class _Finder:
    """Finds modules that no file has the name of, so Python asks it last."""

    def find_spec(self, name: str, path: Any = None,
                  target: Any = None) -> Optional[ModuleSpec]:
        package, _, module = name.partition(".")
        if package != __package__ or module not in FORMER_NAMES:
            return None
        return ModuleSpec(name, self)  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> None:
        """Leaves it to Python to make a module, which exec_module replaces."""

    def exec_module(self, module: ModuleType) -> None:
        former = module.__name__.partition(".")[2]
        sys.modules[module.__name__] = importlib.import_module(
            f"{__package__}.{FORMER_NAMES[former]}")


_FINDER = _Finder()


def install() -> None:
    """Lets Python find modules by former names, too.

    Those that are loaded get them at once. Otherwise `import paddle.seed` would
    put the module where the package has the function of that name.
    """
    package = sys.modules[str(__package__)]
    for former, name in FORMER_NAMES.items():
        module = sys.modules.get(f"{__package__}.{name}")
        if module is not None:
            sys.modules[f"{__package__}.{former}"] = module
            vars(package).setdefault(former, module)
    if _FINDER not in sys.meta_path:
        sys.meta_path.append(_FINDER)  # type: ignore[arg-type]
