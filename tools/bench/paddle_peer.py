"""Training steps of PaddlePaddle, whose module has the name of ours: a process
of the interpreter that PADDLE_PEER_PYTHON names runs paddle_worker.py."""

import os
import pickle
import subprocess
from typing import Any, Dict, List, Optional

import numpy as np

from training_tasks import Conv, Encoder, Mlp, Resnet20, Task

_WORKER = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                       "paddle_worker.py")
_NETS = (Mlp, Conv, Resnet20, Encoder)


class Worker:
    """A process that takes steps. Without values its parameters are
    random."""

    def __init__(self, python: str, task: Task, threads: int,
                 values: Optional[List[np.ndarray]]):
        environment = {**os.environ, "OMP_NUM_THREADS": str(threads),
                       "FLAGS_num_threads": str(threads), "PYTHONPATH": ""}
        self._process = subprocess.Popen(
            [python, _WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, env=environment)
        self._send({"kind": type(task.net).__name__, "half": task.half,
                    "net": task.net._asdict(), "optimizer": task.optimizer,
                    "rate": task.rate, "threads": threads, "values": values,
                    "batches": task.net.batches()})

    def _send(self, message: Any) -> None:
        assert self._process.stdin is not None
        pickle.dump(message, self._process.stdin)
        self._process.stdin.flush()

    def _ask(self, kind: str, count: int) -> Any:
        assert self._process.stdout is not None
        self._send((kind, count))
        try:
            return pickle.load(self._process.stdout)
        except EOFError:
            raise RuntimeError("PaddlePaddle's process has ended") from None

    def losses(self, count: int) -> List[float]:
        return self._ask("losses", count)

    def seconds(self, repeats: int) -> float:
        return self._ask("seconds", repeats)

    def memory(self, steps: int) -> Dict[str, float]:
        """As process_memory.taken has it, if these are the first steps."""
        return self._ask("memory", steps)

    def close(self) -> None:
        self._process.communicate()


def start(task: Task, threads: int, values: Optional[List[np.ndarray]]
          ) -> Optional[Worker]:
    """None without PADDLE_PEER_PYTHON, and for networks that the worker has
    not."""
    python = os.environ.get("PADDLE_PEER_PYTHON")
    ragged = isinstance(task.net, Encoder) and task.net.ragged
    if not python or ragged or not isinstance(task.net, _NETS):
        return None
    return Worker(python, task, threads, values)
