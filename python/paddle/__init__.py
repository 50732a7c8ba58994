"""Paddle: describe a deep-learning program, then run it.

    import numpy as np
    import paddle as pd

    x = pd.layer.data("x", [None, 13])
    y = pd.layer.data("y", [None, 1])
    cost = pd.layer.mean(pd.layer.square_error_cost(pd.layer.fc(x, 1), y))
    pd.optimizer.SGD(learning_rate=0.01).minimize(cost)

    exe = pd.Executor(pd.CPUPlace())
    exe.run(pd.default_startup_program())
    loss, = exe.run(feed={"x": xs, "y": ys}, fetch_list=[cost])
"""

import importlib
import os
from typing import TYPE_CHECKING, Any, List

from . import core, errors

core._set_hidden_folders([
    os.path.join(os.path.dirname(os.path.abspath(path)), "")
    for path in (__file__, os.__file__)])

from . import _former_names, amp, clip, initializer, io, layer  # noqa: E402
from . import optimizer, passes, reader, regularizer, schedule  # noqa: E402
from .control_flow.branches import IfElse, Switch, cond, ifelse  # noqa: E402
from .control_flow.recurrent import Rnn, create_rnn, rnn  # noqa: E402
from .control_flow.while_loop import While, while_loop  # noqa: E402
from .core import (  # noqa: E402
    CPUPlace, CUDAPlace, Executor, LoDTensor, ParamAttr, Place, Program, Scope,
    SelectedRows, Variable, cuda_device_count, default_main_program,
    default_startup_program, device, from_dlpack, get_variable, global_scope,
    num_threads, program_guard, set_num_threads)
from .framework.backward import append_backward, gradients  # noqa: E402
from .framework.plugin import get_include, load_op_library  # noqa: E402
from .framework.scope import scope_guard  # noqa: E402
from .framework.seed import seed  # noqa: E402
from .framework.weight_norm import WeightNormParamAttr  # noqa: E402
from .layer import (  # noqa: E402
    add, equal, fc, greater_equal, greater_than, increment, is_empty,
    larger_than, less_equal, less_than, logical_and, logical_not, logical_or,
    logical_xor, matmul, minibatch, not_equal, sequence, sigmoid, softmax, var)
from .memory import memory_stats, reset_peak_memory_stats  # noqa: E402
from .passes import optimize  # noqa: E402

_former_names.install()


def _program_html(program: Program) -> str:
    """Returns HTML for notebooks."""
    from .notebook import program_html

    return program_html(program)


setattr(Program, "_repr_html_", _program_html)

if TYPE_CHECKING:
    from . import dataset, distributed, event, metric, onnx, plot
    from . import quantization, safetensors, serving, tensorboard, version
    from .data.feeder import DataFeeder
    from .inference.predictor import Predictor
    from .inspect.memory_plan import memory_plan
    from .inspect.profiling import profiler
    from .inspect.summary import summary
    from .training.checkpoint import Checkpoints
    from .training.early_stopping import EarlyStopping
    from .training.trainer import Trainer
    from .version import __version__

# Loaded when first asked for: name -> module.
_LAZY = {
    **{name: name for name in ("dataset", "distributed", "event", "metric",
                               "onnx", "plot", "quantization", "safetensors",
                               "serving", "tensorboard", "version")},
    "__version__": "version",
    "Checkpoints": "training.checkpoint",
    "DataFeeder": "data.feeder",
    "EarlyStopping": "training.early_stopping",
    "Predictor": "inference.predictor",
    "Trainer": "training.trainer",
    "memory_plan": "inspect.memory_plan",
    "profiler": "inspect.profiling",
    "summary": "inspect.summary",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'paddle' has no attribute '{name}'")
    module = importlib.import_module(f".{_LAZY[name]}", __name__)
    value = module if _LAZY[name] == name else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> List[str]:
    return sorted(set(globals()) | set(_LAZY))


__all__ = [
    "CPUPlace", "CUDAPlace", "Checkpoints", "DataFeeder", "EarlyStopping",
    "Executor", "IfElse", "LoDTensor", "ParamAttr", "Place", "Predictor",
    "Program", "Rnn", "Scope", "SelectedRows", "Switch", "Trainer", "Variable",
    "WeightNormParamAttr", "While", "__version__", "add", "amp",
    "append_backward",
    "clip", "cond", "core", "create_rnn", "cuda_device_count", "dataset",
    "default_main_program", "default_startup_program", "device",
    "distributed", "equal", "errors", "event", "fc", "from_dlpack",
    "get_include", "get_variable",
    "global_scope", "gradients", "greater_equal",
    "greater_than", "ifelse", "increment", "initializer", "io", "is_empty",
    "larger_than", "layer", "less_equal", "less_than",
    "load_op_library", "logical_and",
    "logical_not", "logical_or", "logical_xor", "matmul", "memory",
    "memory_plan", "memory_stats", "metric", "minibatch",
    "not_equal", "num_threads", "onnx", "optimize", "optimizer", "passes",
    "plot", "profiler",
    "program_guard", "quantization", "reader", "regularizer",
    "reset_peak_memory_stats", "rnn", "safetensors", "schedule",
    "scope_guard", "seed", "sequence", "serving", "set_num_threads", "sigmoid",
    "softmax",
    "summary", "tensorboard", "var", "version", "while_loop",
]
