"""A training step in bfloat16 beside the same one in float32."""

import functools
import time
from typing import Any, Callable, NamedTuple

import numpy as np

import memory_bench
import paddle as pd
from python_bench import _alternating

_REPEATS = 9

_NETWORKS = {
    "encoder": memory_bench.NETWORKS["encoder"],
    "attention": (functools.partial(memory_bench.encoder, one_operator=True),
                  memory_bench.NETWORKS["encoder"][1]),
    "resnet50": (lambda: memory_bench.resnet50(128), (8, 3, 128, 128)),
}


class Times(NamedTuple):
    """Milliseconds of a step."""
    half: float
    full: float


def _step_of(name: str, half: bool) -> Callable[[], Any]:
    build, shape = _NETWORKS[name]
    main, startup = pd.Program(), pd.Program()
    main.random_seed = startup.random_seed = 1
    with pd.program_guard(main, startup):
        loss = build()
        optimizer = pd.optimizer.Adam(1e-5)
        if half:
            pd.amp.decorate(optimizer, "bfloat16")
        optimizer.minimize(loss)
    random = np.random.default_rng(1)
    feed = {"x": random.normal(size=shape).astype("float32"),
            "label": random.integers(0, 10, (shape[0], 1))}
    exe, scope = pd.Executor(), pd.Scope()
    exe.run(startup, scope=scope)
    return lambda: exe.run(main, feed, [loss], scope)[0]


def step_times(name: str) -> Times:
    """Medians of processor time of steps that alternate, on one thread.
    RuntimeError if the first losses are further apart than 5 %: later ones say
    little, since nets with fresh weights magnify what rounding does."""
    pd.set_num_threads(1)
    steps = [_step_of(name, half) for half in (True, False)]
    losses = [float(step()) for step in steps]
    if abs(losses[0] / losses[1] - 1) > 0.05:
        raise RuntimeError(f"{name}: the first losses are {losses}")
    return Times(*(1e3 * taken for taken in _alternating(
        steps, repeats=1, rounds=_REPEATS, clock=time.process_time)))
