"""Simulates one step of a pipeline, whose stages compute the forward and the
backward parts of micro-batches one after the other, each as soon as it can.

    python3 tools/simulate/stages.py    # prints a table
"""

from typing import Dict, List, NamedTuple, Tuple

import theory

Task = Tuple[str, int]  # "forward" or "backward", micro-batch


def gpipe(stage: int, stages: int, micro_batches: int) -> List[Task]:
    """Returns a stage's tasks in order: all forward ones first (Huang et al.,
    "GPipe", 2019)."""
    batches = range(micro_batches)
    return ([("forward", batch) for batch in batches]
            + [("backward", batch) for batch in batches])


def one_forward_one_backward(stage: int, stages: int, micro_batches: int
                             ) -> List[Task]:
    """Returns a stage's tasks in order: a backward one as soon as there is one,
    so that at most `stages - stage` micro-batches are kept (Narayanan et al.,
    "PipeDream", 2019; with one update a step, "PipeDream-Flush", 2021)."""
    ahead = min(micro_batches, stages - stage)
    tasks = [("forward", batch) for batch in range(ahead)]
    for batch in range(micro_batches):
        tasks.append(("backward", batch))
        if ahead + batch < micro_batches:
            tasks.append(("forward", ahead + batch))
    return tasks


ORDERS = {"GPipe": gpipe, "1F1B": one_forward_one_backward}


class Times(NamedTuple):
    """Seconds of one micro-batch in one stage."""
    forward: float
    backward: float
    transfer: float = 0.0  # to the stage before or after


class Pipeline(NamedTuple):
    """One step, when it is over."""
    seconds: float
    idle: float  # share of the stages' time
    kept: List[int]  # micro-batches whose values a stage has kept at once


def _needed(task: Task, stage: int, stages: int) -> List[Tuple[int, Task]]:
    """Returns the stages and tasks that must be over first."""
    kind, batch = task
    if kind == "forward":
        return [(stage - 1, task)] if stage > 0 else []
    if stage == stages - 1:
        return [(stage, ("forward", batch))]
    return [(stage + 1, task)]


def _kept(tasks: List[Task]) -> int:
    now = most = 0
    for kind, _ in tasks:
        now += 1 if kind == "forward" else -1
        most = max(most, now)
    return most


def run(order: str, stages: int, micro_batches: int, times: Times) -> Pipeline:
    """Simulates a step.

    Raises:
      ValueError: stages wait for each other for ever.
    """
    tasks = [ORDERS[order](stage, stages, micro_batches)
             for stage in range(stages)]
    ends: Dict[Tuple[int, Task], float] = {}
    free, next_task = [0.0] * stages, [0] * stages
    while sum(next_task) < 2 * stages * micro_batches:
        before = len(ends)
        for stage in range(stages):
            while next_task[stage] < 2 * micro_batches:
                task = tasks[stage][next_task[stage]]
                needed = _needed(task, stage, stages)
                if any(each not in ends for each in needed):
                    break
                ready = [ends[each] + times.transfer * (each[0] != stage)
                         for each in needed]
                seconds = getattr(times, task[0])
                free[stage] = max([free[stage], *ready]) + seconds
                ends[stage, task] = free[stage]
                next_task[stage] += 1
        if len(ends) == before:
            raise ValueError(f"{order}: the stages wait for each other")
    seconds = max(free)
    busy = micro_batches * (times.forward + times.backward)
    return Pipeline(seconds, 1 - busy / seconds, [_kept(t) for t in tasks])


def main() -> None:
    """Prints how long 4 stages are idle, simulated and by the formula."""
    print("micro-batches  order   idle  formula  kept by the stages")
    for micro_batches in (4, 8, 16):
        for order in ORDERS:
            step = run(order, 4, micro_batches, Times(1.0, 2.0))
            print(f"{micro_batches:13}  {order:5}  {step.idle:.3f}  "
                  f"{theory.bubble(4, micro_batches):7.3f}  {step.kept}")


if __name__ == "__main__":
    main()
