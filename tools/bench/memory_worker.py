"""Trains a task for some steps in a process of its own, and prints how much
memory the process has taken, as JSON:

    memory_worker.py ours|FORM TASK STEPS

FORM is one of PyTorch's in torch_peer.py. Only the library that trains is
imported.
"""

import json
import sys
from typing import Any, Callable

import process_memory
from training_tasks import TASKS, Task


def step_of(form: str, task: Task) -> Callable[[], Any]:
    if form == "ours":
        import paddle
        from training_nets import Ours
        paddle.set_num_threads(1)
        return Ours(task).step
    from torch_peer import Peer
    return Peer(task, 1, form).step


def main() -> None:
    form, name, steps = sys.argv[1:]
    step = step_of(form, TASKS[name])
    print(json.dumps(process_memory.taken(step, int(steps))))


if __name__ == "__main__":
    main()
