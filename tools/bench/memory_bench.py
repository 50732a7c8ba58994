"""Memory of training, planned: the arena beside the largest sum of bytes that
are in use at once, with and without recompute, and what recompute costs.

    ./tools/dev python tools/bench/memory_bench.py [--time] [NAME]...

With --time steps of both kinds alternate on one thread, whose time on the
processor is counted, and their losses are compared.
"""

import argparse
import statistics
import time
from typing import Any, Callable, Dict, List, NamedTuple, Tuple

import numpy as np

import paddle as pd

_REPEATS = 7
Variable = Any


def _conv(x: Variable, width: int, size: int, stride: int = 1,
          act: bool = True) -> Variable:
    made = pd.layer.batch_norm(pd.layer.conv2d(
        x, width, size, stride=stride, padding=size // 2, bias_attr=False))
    return pd.layer.relu(made) if act else made


def _bottleneck(x: Variable, width: int, stride: int) -> Variable:
    made = _conv(x, width, 1)
    made = _conv(made, width, 3, stride)
    made = _conv(made, 4 * width, 1, act=False)
    if x.shape[1] != 4 * width or stride > 1:
        x = _conv(x, 4 * width, 1, stride, act=False)
    return pd.layer.relu(made + x)


def _cost(logits: Variable) -> Variable:
    label = pd.layer.data("label", [None, 1], "int64")
    return pd.layer.mean(
        pd.layer.softmax_with_cross_entropy(logits, label))


def _loss(x: Variable, classes: int) -> Variable:
    return _cost(pd.layer.fc(x, classes))


def resnet50(size: int = 224) -> Variable:
    x = pd.layer.data("x", [None, 3, size, size])
    x = pd.layer.pool2d(_conv(x, 64, 7, 2), 3, pool_stride=2, pool_padding=1)
    for width, blocks, stride in ((64, 3, 1), (128, 4, 2), (256, 6, 2),
                                  (512, 3, 2)):
        for i in range(blocks):
            x = _bottleneck(x, width, stride if i == 0 else 1)
    return _loss(pd.layer.reduce_mean(x, [2, 3]), 1000)


def vgg16(size: int = 224) -> Variable:
    x = pd.layer.data("x", [None, 3, size, size])
    for width, convs in ((64, 2), (128, 2), (256, 3), (512, 3), (512, 3)):
        for _ in range(convs):
            x = pd.layer.conv2d(x, width, 3, padding=1, act="relu")
        x = pd.layer.pool2d(x, 2, pool_stride=2)
    for _ in range(2):
        x = pd.layer.dropout(pd.layer.fc(x, 4096, act="relu"), 0.5)
    return _loss(x, 1000)


def encoder(layers: int = 4, width: int = 256, rows: int = 128,
            one_operator: bool = False) -> Variable:
    """one_operator: attention is scaled_dot_product_attention instead of
    products and softmax."""
    x = pd.layer.data("x", [None, rows, width])
    for _ in range(layers):
        qkv = [pd.layer.fc(x, width, num_flatten_dims=2) for _ in range(3)]
        mixed = (pd.layer.scaled_dot_product_attention(
            *qkv, num_heads=width // 64, dropout_rate=0.1)
                 if one_operator else _attention(*qkv, rows, width))
        x = _normal(x + pd.layer.fc(mixed, width, num_flatten_dims=2))
        hidden = pd.layer.fc(x, 4 * width, num_flatten_dims=2, act="gelu")
        x = _normal(x + pd.layer.dropout(
            pd.layer.fc(hidden, width, num_flatten_dims=2), 0.1))
    return _loss(pd.layer.reduce_mean(x, [1]), 10)


def _attention(q: Variable, k: Variable, v: Variable, rows: int,
               width: int) -> Variable:
    q, k, v = (_heads(x, rows) for x in (q, k, v))
    scores = pd.layer.matmul(q, k, transpose_y=True) * 0.125
    mixed = pd.layer.matmul(
        pd.layer.dropout(pd.layer.softmax(scores), 0.1), v)
    return pd.layer.reshape(
        pd.layer.transpose(mixed, [0, 2, 1, 3]), [0, rows, width])


def _heads(x: Variable, rows: int) -> Variable:
    return pd.layer.transpose(
        pd.layer.reshape(x, [0, rows, x.shape[2] // 64, 64]), [0, 2, 1, 3])


def _normal(x: Variable) -> Variable:
    return pd.layer.layer_norm(x, begin_norm_axis=2)


def mlp24(width: int = 512) -> Variable:
    x = pd.layer.data("x", [None, width])
    for _ in range(24):
        x = pd.layer.dropout(pd.layer.fc(x, width, act="tanh"), 0.1)
    return _loss(x, 10)


# Each network with the shape of a batch.
NETWORKS: Dict[str, Tuple[Callable[[], Variable], Tuple[int, ...]]] = {
    "resnet50": (resnet50, (16, 3, 224, 224)),
    "vgg16": (vgg16, (8, 3, 224, 224)),
    "encoder": (encoder, (16, 128, 256)),
    "mlp24": (mlp24, (2048, 512)),
}


class Built(NamedTuple):
    main: pd.Program
    startup: pd.Program
    loss: Variable


def build(name: str, recompute: bool) -> Built:
    main, startup = pd.Program(), pd.Program()
    main.random_seed = startup.random_seed = 1
    with pd.program_guard(main, startup):
        loss = NETWORKS[name][0]()
        pd.optimizer.Momentum(1e-5, 0.9).minimize(loss, recompute=recompute)
    return Built(main, startup, loss)


def plan(name: str, built: Built) -> Any:
    shape = NETWORKS[name][1]
    return pd.memory_plan(built.main, {"x": shape, "label": (shape[0], 1)},
                          fetch_list=[built.loss])


def step_of(name: str, built: Built) -> Callable[[], Any]:
    shape, random = NETWORKS[name][1], np.random.default_rng(1)
    feed = {"x": random.normal(size=shape).astype("float32"),
            "label": random.integers(0, 10, (shape[0], 1))}
    exe, scope = pd.Executor(), pd.Scope()
    exe.run(built.startup, scope=scope)
    return lambda: exe.run(built.main, feed, [built.loss], scope)[0]


def times(name: str) -> List[float]:
    """Median seconds of a step without and with recompute."""
    steps = [step_of(name, build(name, again)) for again in (False, True)]
    found: List[List[float]] = [[], []]
    for _ in range(_REPEATS):
        losses = []
        for i, step in enumerate(steps):
            begin = time.process_time()
            losses.append(step())
            found[i].append(time.process_time() - begin)
        if losses[0].tobytes() != losses[1].tobytes():
            raise AssertionError(f"{name}: losses {losses} differ")
    return [statistics.median(each[1:]) for each in found]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--time", action="store_true")
    parser.add_argument("names", nargs="*", metavar="NAME")
    arguments = parser.parse_args()
    pd.set_num_threads(1)
    for name in arguments.names or NETWORKS:
        plans = []
        for again in (False, True):
            built = build(name, again)
            begin = time.perf_counter()
            made = plan(name, built)
            seconds = time.perf_counter() - begin
            plans.append(made)
            print(f"{name:9} {'recompute' if again else 'plain':9} "
                  f"arena {made.peak / 2**20:8.1f} MiB, "
                  f"{made.peak / made.lower_bound:.4f} of the lower bound, "
                  f"{len(made.blocks[0].operators)} operators, planned in "
                  f"{seconds * 1e3:.0f} ms")
        print(f"{name:9} memory {plans[1].peak / plans[0].peak:.2f}")
        if arguments.time:
            plain, again = times(name)
            print(f"{name:9} step {plain * 1e3:.0f} ms, with recompute "
                  f"{again * 1e3:.0f} ms, {again / plain:.2f}")


if __name__ == "__main__":
    main()
