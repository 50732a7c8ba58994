"""Training steps beside PyTorch, eager and compiled, and PaddlePaddle.

All start with our parameters and take the same batches with the same
optimizer; the losses of their first steps are compared. On one thread the time
on the processor counts, on more the time that passes.
"""

import contextlib
import functools
import logging
import signal
import time
from typing import (
    Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Tuple)

import numpy as np

import paddle as pd
import paddle_peer
from bare import bare_times
from python_bench import _medians, _seconds
from rows import Benchmarks, Row, beside_best, row
from recurrent_sizes import recurrent_sizes
from training_nets import Ours, layer_sizes
from training_tasks import (
    TASKS, Conv, Encoder, Mlp, Recurrent, Resnet20, Task, Translator, Vgg6,
    torch_forms)

_COMPARED = 3  # steps, but fewer if they take longer than this:
_COMPARE_SECONDS = 5
_COMPILE_SECONDS = 60
_OF_BARE_LAYERS = (Conv, Encoder, Mlp, Resnet20, Vgg6)
_RECURRENT = (Recurrent, Translator)
# Losses differ by sums in another order, in bfloat16 by other roundings.
_TOLERANCE = {False: 1e-3, True: 1e-2}


class Trainer(NamedTuple):
    """One that takes steps: their losses, and the time of so many."""
    losses: Callable[[int], List[float]]
    seconds: Callable[[int], float]


class Times(NamedTuple):
    """Milliseconds of a step, and why others have none; and of the step's
    layers as bare primitives, of nets that have no others."""
    ours: float
    peers: Dict[str, float]
    left_out: Dict[str, str]
    bare: Optional[float]


def local(step: Callable[[], Any], threads: int) -> Trainer:
    """A trainer in this process."""
    clock = time.process_time if threads == 1 else time.perf_counter
    return Trainer(lambda count: [float(step()) for _ in range(count)],
                   functools.partial(_seconds, step, clock=clock))


@contextlib.contextmanager
def _at_most(seconds: int) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TimeoutError()
    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def _compare(name: str, losses: List[float], ours: List[float],
             half: bool) -> None:
    if not np.allclose(losses, ours, rtol=_TOLERANCE[half]):
        raise RuntimeError(f"the losses of {name}, {losses}, are not ours, "
                           f"{ours}")


class _Peers:
    """Those that can be imported, compared with ours as they are added."""

    def __init__(self, task: Task, threads: int, ours: Ours):
        self.task, self.threads = task, threads
        self.values = ours.values()
        self.losses = [float(ours.step()) for _ in range(_COMPARED)]
        self.trainers: Dict[str, Trainer] = {}
        self.left_out: Dict[str, str] = {}

    def _add(self, name: str, trainer: Trainer) -> None:
        losses: List[float] = []
        began = time.perf_counter()
        while (len(losses) < _COMPARED and
               time.perf_counter() - began < _COMPARE_SECONDS):
            losses += trainer.losses(1)
        _compare(name, losses, self.losses[:len(losses)], self.task.half)
        self.trainers[name] = trainer

    def add_torch(self) -> None:
        try:
            import torch_peer
        except ImportError:
            return
        net, make = self.task.net, functools.partial(
            torch_peer.Peer, self.task, self.threads, values=self.values)
        made = {f"PyTorch {form}".strip(): local(make(form).step, self.threads)
                for form in torch_forms(net)}
        if isinstance(net, Recurrent) and net.unit == "gru":
            # PyTorch's is another function; ours is compared by steps.
            self._add("by steps", local(make("by steps").step, self.threads))
            del self.trainers["by steps"]
            self.trainers.update(made)
            return
        for name, trainer in made.items():
            self._add(name, trainer)
        if torch_peer.compiles(net):
            self._add_compiled(make(torch_forms(net)[-1], compiled=True))

    def _add_compiled(self, peer: Any) -> None:
        began = time.perf_counter()
        logging.disable()  # pages of its insides, when it is stopped
        try:
            with _at_most(_COMPILE_SECONDS):
                peer.compile()
        except Exception as error:  # A compiler may raise anything.
            late = time.perf_counter() - began >= _COMPILE_SECONDS
            self.left_out["torch.compile"] = (
                f"not ready after {_COMPILE_SECONDS} s" if late
                else repr(error)[:60])
            return
        finally:
            logging.disable(logging.NOTSET)
        self._add("torch.compile", local(peer.step, self.threads))

    def add_paddlepaddle(self) -> Optional[paddle_peer.Worker]:
        worker = paddle_peer.start(self.task, self.threads, self.values)
        if worker is not None:
            self._add("PaddlePaddle", Trainer(worker.losses, worker.seconds))
        return worker


def _leave_out_slow(peers: _Peers) -> None:
    """Peers far behind the best would take most of the time, in vain."""
    seconds = {name: each.seconds(1) for name, each in peers.trainers.items()}
    for name, taken in seconds.items():
        if taken > max(1, 3 * min(seconds.values())):
            peers.left_out[name] = f"a step took {1e3 * taken:.0f} ms"
            del peers.trainers[name]


def _rounds_and_repeats(timers: List[Callable[[int], float]]
                        ) -> Tuple[int, int]:
    """So many that a row takes some twenty seconds."""
    seconds = [timer(1) for timer in timers]
    repeats = max(1, min(100, int(0.02 / min(seconds))))
    return max(3, min(9, int(20 / sum(seconds) / repeats))), repeats


def _bare_timer(ours: Ours, task: Task, threads: int
                ) -> List[Callable[[int], float]]:
    """Measures the convolutions and products of a step of float32, unless
    other operators have some within."""
    if task.half or not isinstance(task.net, _OF_BARE_LAYERS + _RECURRENT):
        return []
    if isinstance(task.net, _RECURRENT):
        layers = recurrent_sizes(task.net)
    else:
        rows = len(task.net.batches()[0]["x"])
        layers = layer_sizes(ours.main, rows)

    def seconds(repeats: int) -> float:
        return 1e-3 * bare_times(layers, threads, repeats, "train").later
    return [seconds]


def step_times(task: Task, threads: int) -> Times:
    """Medians of rounds that alternate. RuntimeError if losses differ."""
    pd.set_num_threads(threads)
    ours = Ours(task)
    peers = _Peers(task, threads, ours)
    peers.add_torch()
    worker = peers.add_paddlepaddle()
    _leave_out_slow(peers)
    bare = _bare_timer(ours, task, threads)
    timers = [local(ours.step, threads).seconds,
              *(each.seconds for each in peers.trainers.values()), *bare]
    rounds, repeats = _rounds_and_repeats(timers)
    seconds = _medians(timers, repeats, rounds)
    if worker is not None:
        worker.close()
    milliseconds = [1e3 * each for each in seconds]
    return Times(milliseconds[0], dict(zip(peers.trainers, milliseconds[1:])),
                 peers.left_out, milliseconds[-1] if bare else None)


def training(name: str, threads: int) -> Row:
    task = TASKS[name]
    times = step_times(task, threads)
    made = beside_best(f"train/{name}_t{threads}", "ms",
                       {"ours": times.ours, **times.peers},
                       f"ratio >= {task.limit}")
    if times.bare is not None:
        made["bare"] = times.bare
    if times.left_out:
        made["left_out"] = times.left_out
    return made


def words_do_not_matter() -> Row:
    """A step of a million words takes the time of one of 2 000: gradients are
    rows of the tables, and no operator reads all of a table."""
    pd.set_num_threads(1)
    many, few = (local(Ours(TASKS[f"word2vec_{words}"]).step, 1)
                 for words in (1_000_000, 2000))
    seconds = _medians([many.seconds, few.seconds], 20, 15)
    return row("train/word2vec_a_million_words", 1e3 * seconds[0], "ms",
               1e3 * seconds[1], "2 000 words", "ratio >= 0.8")


ROWS: Benchmarks = {
    **{f"train_{name}_t{threads}": functools.partial(training, name, threads)
       for name in TASKS for threads in (1, 2)},
    "train_word2vec_words": words_do_not_matter,
}
