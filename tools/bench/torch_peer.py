"""Training steps of PyTorch. It needs PyTorch.

Forms of a network: "" or "channels last" for convolutions, "padded" or
"packed" for recurrent ones, and "by steps", which is only compared.
"""

import itertools
from typing import Any, Callable, Dict, List, Optional

import numpy as np
import torch

import training_tasks as tasks
from torch_nets import NETS, load
from torch_sequence_nets import Encoder, Recurrent
from torch_translator import Translator

_NETS: Dict[type, Callable[[Any, str], torch.nn.Module]] = {
    **{kind: lambda net, form: NETS[type(net)](net) for kind in NETS},
    tasks.Encoder: lambda net, form: Encoder(net),
    tasks.Recurrent: Recurrent, tasks.Translator: Translator}

# torch.compile would unroll hundreds of steps.
_NOT_COMPILED = (tasks.Recurrent, tasks.Translator)


def compiles(net: tasks.Net) -> bool:
    return not isinstance(net, _NOT_COMPILED)


def _optimizer(task: tasks.Task, module: torch.nn.Module) -> Any:
    """The fastest there is: fused, but for sparse gradients."""
    trained = [p for p in module.parameters() if p.requires_grad]
    if task.optimizer == "adam":
        return torch.optim.Adam(trained, task.rate, fused=True)
    if task.optimizer == "momentum":
        return torch.optim.SGD(trained, task.rate, 0.9, fused=True)
    return torch.optim.SGD(trained, task.rate)


class Peer:
    """A task that PyTorch trains, from parameters of ours if they are given."""

    def __init__(self, task: tasks.Task, threads: int, form: str,
                 values: Optional[List[np.ndarray]] = None,
                 compiled: bool = False):
        torch.set_num_threads(threads)
        torch.manual_seed(1)
        module = _NETS[type(task.net)](task.net, form)
        if values is not None:
            left = iter(values)
            load(module, left)
            if next(left, None) is not None:
                raise RuntimeError("PyTorch's network has fewer parameters")
        if form == "channels last":
            module = module.to(memory_format=torch.channels_last)
        self._half = task.half
        batches = [module.batch(arrays) for arrays in task.net.batches()]
        self._first, self._batches = batches[0], itertools.cycle(batches)
        self._optimizer = _optimizer(task, module)
        self._loss = module
        if compiled:
            torch._dynamo.reset()  # what other shapes have left
            self._loss = torch.compile(module, dynamic=False)

    def compile(self) -> None:
        """Compiles the step, and changes no parameter."""
        with torch.autocast("cpu", torch.bfloat16, enabled=self._half):
            self._loss(*self._first).backward()

    def step(self) -> float:
        self._optimizer.zero_grad()
        with torch.autocast("cpu", torch.bfloat16, enabled=self._half):
            loss = self._loss(*next(self._batches))
        loss.backward()
        self._optimizer.step()
        return loss.item()
