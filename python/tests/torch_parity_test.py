"""Values and gradients of operators beside PyTorch's, where it is installed.

Bazel hides the environment from tests; with PyTorch in a folder of its own:
--test_env=PYTHONPATH=<folder>.
"""

import unittest

import numpy as np

import paddle as pd
from torch_util import TorchTestCase, is_real, torch, uniform

if torch is not None:
    from torch.nn import functional

ops = pd.layer.ops
TOLERANCE = {"float64": 1e-10, "float32": 1e-4}


def positive(*shape):
    return uniform(*shape, low=0.3)


def ids(*shape, below):
    return np.random.default_rng(below).integers(0, below, shape)


def binary_cases():
    shapes = [((), ()), ((3,), ()), ((2, 3), (3,)), ((4, 1, 5), (1, 3, 1)),
              ((2, 1, 3, 1, 2), (4, 1, 5, 2)), ((0, 3), (1, 3)), ((1,), (0,))]
    for name in ("add", "sub", "mul", "div"):
        for x, y in shapes:
            yield (getattr(ops, "elementwise_" + name), getattr(torch, name),
                   uniform(*x), positive(*y))


def unary_cases():
    special = np.array([0, -0.0, 1e-310, 1e-40, np.inf, -np.inf, 88.7, -103,
                        709.7, -745, 1e30, -1e30, 1e-8, -1e-8])
    for name in ("exp", "log", "tanh", "sigmoid", "relu", "square", "sqrt"):
        for x in (special, np.array(np.nan), positive(3, 41), positive(0, 2)):
            yield getattr(ops, name), getattr(torch, name), x
    for x in (special, np.array([np.nan, -1, 0.5, 2])):
        yield (lambda v: ops.clip(v, -1.0, 0.5),
               lambda v: torch.clamp(v, -1, 0.5), x)
        yield (lambda v: ops.scale(v, scale=-2.0, bias=0.5),
               lambda v: v * -2 + 0.5, x)


def matmul_cases():
    for x, y in [((3,), (3,)), ((2, 3), (3,)), ((3,), (4, 3, 2)),
                 ((5, 1, 2, 3), (4, 3, 6)), ((0, 3), (3, 2)), ((2, 0), (0, 3)),
                 ((33, 17), (17, 65))]:
        for turned in (False, True):
            def theirs(a, b, turned=turned):
                if turned and a.dim() > 1:
                    a = a.transpose(-1, -2)
                if turned and b.dim() > 1:
                    b = b.transpose(-1, -2)
                return torch.matmul(a, b)

            def stored(shape, turned=turned):
                turned = turned and len(shape) > 1
                return shape[:-2] + shape[-2:][::-1] if turned else shape
            yield (lambda a, b, turned=turned: ops.matmul(
                a, b, transpose_x=turned, transpose_y=turned),
                theirs, uniform(*stored(x)), uniform(*stored(y)))


def window_cases():
    for groups, kernel, stride, pad, dilation in [
            (1, 1, 1, 0, 1), (1, 3, 2, 1, 1), (2, 3, 1, 2, 2), (4, 2, 3, 0, 1),
            (1, 5, 1, 2, 1)]:
        yield (lambda x, w, g=groups, s=stride, p=pad, d=dilation: ops.conv2d(
            x, w, strides=[s, s], paddings=[p, p], dilations=[d, d], groups=g),
            lambda x, w, g=groups, s=stride, p=pad, d=dilation:
            functional.conv2d(x, w, None, s, p, d, g),
            uniform(2, 4, 9, 7), uniform(8, 4 // groups, kernel, kernel))
    for size, stride, pad in [(2, 2, 0), (3, 2, 1), (3, 1, 0), (2, 3, 1)]:
        for ceil in (False, True):
            window = dict(ksize=[size] * 2, strides=[stride] * 2,
                          paddings=[pad] * 2, ceil_mode=ceil)
            yield (lambda x, a=window: ops.pool2d(x, **a),
                   lambda x, a=(size, stride, pad), c=ceil:
                   functional.max_pool2d(x, *a, ceil_mode=c),
                   np.round(uniform(2, 3, 8, 11)))
            for inside in (False, True):
                yield (lambda x, a=window, i=inside: ops.pool2d(
                    x, pooling_type="avg", exclusive=i, **a),
                    lambda x, a=(size, stride, pad), c=ceil, i=inside:
                    functional.avg_pool2d(x, *a, c, not i),
                    uniform(2, 3, 8, 11))


def normalisation_cases():
    for shape in ((6, 3), (2, 3, 4, 5)):
        for is_test in (False, True):
            yield (lambda x, scale, bias, t=is_test: ops.batch_norm(
                x, scale, bias, pd.layer.create_global_var([3], 0.25, x.dtype),
                pd.layer.create_global_var([3], 1.5, x.dtype), is_test=t).y,
                lambda x, scale, bias, t=is_test: functional.batch_norm(
                    x, torch.full_like(scale, 0.25),
                    torch.full_like(scale, 1.5), scale, bias, not t),
                uniform(*shape), uniform(3), uniform(3))
    for axis in (0, 1, -1):
        for factor in (1, 1e4):
            for name in ("softmax", "log_softmax"):
                yield (lambda x, f=name, a=axis: getattr(ops, f)(x, axis=a),
                       lambda x, f=name, a=axis: getattr(torch, f)(x, a),
                       uniform(3, 4, 5) * factor)
        yield (lambda x, a=axis: ops.norm(x, axis=a, epsilon=1e-30),
               lambda x, a=axis: functional.normalize(x, 2, a, 1e-30),
               uniform(3, 4, 5))


def row_norm_cases():
    for shape in ((6, 3), (2, 300), (2, 3, 4), (64, 1000)):
        size = int(np.prod(shape[1:]))
        yield (ops.layer_norm,
               lambda x, scale, bias: functional.layer_norm(
                   x, x.shape[1:], scale.reshape(x.shape[1:]),
                   bias.reshape(x.shape[1:])),
               uniform(*shape), uniform(size), uniform(size))
        yield (lambda x, scale: ops.rms_norm(x, scale, epsilon=1e-5),
               lambda x, scale: functional.rms_norm(
                   x, x.shape[-1:], scale, 1e-5),
               uniform(*shape), uniform(shape[-1]))
    for shape, groups in (((3, 6), 2), ((2, 6, 5), 3), ((2, 4, 30, 40), 2)):
        affine = uniform(shape[1]), uniform(shape[1])
        yield (lambda x, s, b, g=groups: ops.group_norm(x, g, s, b),
               lambda x, s, b, g=groups: functional.group_norm(x, g, s, b),
               uniform(*shape), *affine)
        if len(shape) > 2:
            yield (ops.instance_norm,
                   lambda x, s, b: functional.instance_norm(
                       x, weight=s, bias=b), uniform(*shape), *affine)


def vector_cases():
    yield (lambda x: ops.lrn(x, n=5, k=1.5, alpha=0.1, beta=0.6),
           lambda x: functional.local_response_norm(x, 5, 0.5, 0.6, 1.5),
           uniform(2, 7, 3, 30))
    for rows in (1, 4):
        yield (ops.cos_sim,
               lambda x, y: functional.cosine_similarity(x, y)[:, None],
               uniform(4, 9), uniform(rows, 9))
    for axis in (1, -1):
        yield (lambda x, a=axis: ops.maxout(x, 2, axis=a),
               lambda x, a=axis: x.unflatten(a, (-1, 2)).amax(
                   2 if a == 1 else -1), uniform(3, 4, 6))


def loss_cases():
    def picked(x, label):
        return functional.cross_entropy(x, label[:, 0],
                                        reduction="none")[:, None]

    def weighed(x, label):
        return -(label.detach() * torch.log_softmax(x, -1)).sum(
            -1, keepdim=True)
    with_logits = ops.softmax_with_cross_entropy
    for factor in (1, 1e4):
        logits = uniform(7, 5) * factor
        yield with_logits, picked, logits, ids(7, 1, below=5)
        yield (lambda x, label: with_logits(x, label, soft_label=True),
               weighed, logits, positive(7, 5))
    yield (ops.cross_entropy,
           lambda x, label: -torch.log(torch.gather(x, 1, label)),
           positive(7, 5), ids(7, 1, below=5))


def reduction_cases():
    for axes in ([0], [-1], [2, 0], [], [1, -1, 0]):
        for keep in (False, True):
            for ours, theirs in (("sum", "sum"), ("mean", "mean"),
                                 ("max", "amax")):
                yield (lambda x, f=ours, a=axes, k=keep:
                       getattr(ops, "reduce_" + f)(x, dim=a, keep_dim=k),
                       lambda x, f=theirs, a=axes, k=keep:
                       getattr(torch, f)(x, a or [0, 1, 2], keepdim=k),
                       np.round(uniform(3, 4, 5)))


def layout_cases():
    yield (lambda x: ops.transpose(x, [2, 0, 1]),
           lambda x: x.permute(2, 0, 1), uniform(2, 3, 4))
    yield (lambda x: ops.reshape(x, [0, -1]),
           lambda x: x.reshape(2, 12), uniform(2, 3, 4))
    yield (lambda *x: ops.concat(list(x), axis=-2),
           lambda *x: torch.cat(x, -2),
           uniform(2, 3, 4), uniform(2, 0, 4), uniform(2, 5, 4))
    yield (lambda x: list(ops.top_k(x, 4)),
           lambda x: [v[..., :4] for v in torch.sort(
               x.detach(), dim=-1, descending=True, stable=True)],
           np.round(uniform(6, 9)))
    for sparse in (False, True):
        yield (lambda w, i, s=sparse: ops.lookup_table(
            w, i, is_sparse=s, padding_idx=2),
            lambda w, i: functional.embedding(
                i, w * (torch.arange(6) != 2)[:, None]),
            uniform(6, 3), ids(4, 5, below=6))


FAMILIES = (binary_cases, unary_cases, matmul_cases, window_cases,
            normalisation_cases, row_norm_cases, vector_cases, loss_cases,
            reduction_cases, layout_cases)


@unittest.skipIf(torch is None, "PyTorch cannot be imported")
class TorchParityTest(TorchTestCase):

    def test_operators(self):
        for family in FAMILIES:
            for index, (ours, theirs, *arrays) in enumerate(family()):
                for dtype in TOLERANCE:
                    with self.subTest(family.__name__, i=index, dtype=dtype), \
                            np.errstate(all="ignore"):
                        self.compare(ours, theirs, [
                            a.astype(dtype) if is_real(a) else a
                            for a in arrays], TOLERANCE[dtype])
