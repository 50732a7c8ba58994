"""Layers that PyTorch has, too: how each is written here and there.

All inputs of floats are parameters, so that their gradients, and what training
does to them, are compared for layers without weights as well.
"""

from typing import Any, Callable, Dict, NamedTuple, Optional

import numpy as np

import paddle as pd

try:
    import torch
    from torch import nn
    from torch.nn import functional
except ImportError:
    torch = nn = functional = None

layer = pd.layer
Arrays = Dict[str, np.ndarray]


class Case(NamedTuple):
    name: str
    # Floats are parameters; integers and bools are data.
    inputs: Arrays
    ours: Callable[..., pd.Variable]
    # A function of the inputs, or a module.
    theirs: Any
    # Parameter of the module -> our parameter, as it stands there.
    weights: Optional[Callable[[Callable[[str], Any]], Dict[str, Any]]] = None
    # The numbers grow too fast for a step of the usual length.
    rate: float = 0.05


def values(*shape: int, low: float = -2.0, high: float = 2.0,
           seed: int = 0) -> np.ndarray:
    generator = np.random.default_rng([seed, *shape])
    return generator.uniform(low, high, shape)


def ids(*shape: int, below: int) -> np.ndarray:
    return np.random.default_rng(below).integers(0, below, shape)


def signs(*shape: int) -> np.ndarray:
    return np.where(values(*shape, seed=1) > 0, 1.0, -1.0)


def activations():
    x = values(4, 7)

    def case(name: str, theirs: Any, inputs: np.ndarray = x,
             **attrs: Any) -> Case:
        return Case(name, {"x": inputs},
                    lambda x: getattr(layer.ops, name)(x, **attrs), theirs)
    yield case("relu", functional.relu)
    yield case("sigmoid", torch.sigmoid)
    yield case("tanh", torch.tanh)
    yield case("logsigmoid", functional.logsigmoid)
    yield case("softplus", functional.softplus)
    yield case("softsign", functional.softsign)
    yield case("tanh_shrink", functional.tanhshrink)
    yield case("softshrink", functional.softshrink)
    yield case("hard_shrink", functional.hardshrink)
    yield case("elu", lambda x: functional.elu(x, 0.7), alpha=0.7)
    yield case("leaky_relu", lambda x: functional.leaky_relu(x, 0.1),
               alpha=0.1)
    yield case("relu6", lambda x: functional.relu6(3 * x / 3))
    yield case("brelu", lambda x: functional.hardtanh(x, -0.5, 1.5),
               t_min=-0.5, t_max=1.5)
    yield case("thresholded_relu", lambda x: functional.threshold(x, 0.5, 0),
               threshold=0.5)
    # hardsigmoid multiplies its gradient by a float32 of one sixth there.
    yield case("hard_sigmoid", lambda x: functional.relu6(x + 3) / 6,
               slope=1 / 6, offset=0.5)
    yield case("hard_swish", functional.hardswish)
    yield case("silu", functional.silu)
    yield case("mish", functional.mish)
    yield case("gelu", functional.gelu)
    yield Case("gelu_tanh", {"x": x},
               lambda x: layer.ops.gelu(x, approximate=True),
               lambda x: functional.gelu(x, approximate="tanh"))
    yield Case("prelu", {"x": x, "alpha": values(1, seed=2)},
               lambda x, alpha: layer.ops.prelu(x, alpha, mode="all"),
               functional.prelu)
    for axis in (-1, 1):
        yield Case(f"softmax_{axis}", {"x": values(3, 4, 5)},
                   lambda x, axis=axis: layer.ops.softmax(x, axis=axis),
                   lambda x, axis=axis: functional.softmax(x, axis))
        yield Case(f"log_softmax_{axis}", {"x": values(3, 4, 5)},
                   lambda x, axis=axis: layer.ops.log_softmax(x, axis=axis),
                   lambda x, axis=axis: functional.log_softmax(x, axis))


def affine(name: str) -> Callable[[Callable[[str], Any]], Dict[str, Any]]:
    return lambda at: {"weight": at(name + ".w_0"), "bias": at(name + ".b_0")}


def dense():
    def transposed(at: Callable[[str], Any]) -> Dict[str, Any]:
        return {"weight": at("l.w_0").T, "bias": at("l.b_0")}
    yield Case("Linear", {"x": values(4, 6)},
               lambda x: layer.fc(x, 3, name="l"), nn and nn.Linear(6, 3),
               transposed)
    yield Case("Linear of rank 3", {"x": values(4, 2, 6)},
               lambda x: layer.fc(x, 3, num_flatten_dims=2, name="l"),
               nn and nn.Linear(6, 3), transposed)
    yield Case("Bilinear", {"x": values(4, 3), "y": values(4, 5)},
               lambda x, y: layer.bilinear_tensor_product(x, y, 2, name="l"),
               nn and nn.Bilinear(3, 5, 2), affine("l"), rate=0.01)
    yield Case("Embedding", {"i": ids(4, 3, below=9)},
               lambda i: layer.embedding(i, [9, 5], name="l",
                                         dtype="float64"),
               nn and nn.Embedding(9, 5), lambda at: {"weight": at("l.w_0")})
    yield Case("sparse Embedding with padding", {"i": ids(4, 3, below=9)},
               lambda i: layer.embedding(i, [9, 5], is_sparse=True,
                                         padding_idx=2, name="l",
                                         dtype="float64"),
               lambda i, weight: functional.embedding(i, weight, 2) * (
                   i != 2)[..., None],
               lambda at: {"weight": at("l.w_0")})
    yield Case("matmul", {"x": values(2, 3, 4), "y": values(4, 5)},
               layer.ops.matmul, torch and torch.matmul, rate=0.01)


def normalisations():
    x = values(4, 6, 3, 5)

    def scaled(at: Callable[[str], Any]) -> Dict[str, Any]:
        return {"weight": at("l.w_0"), "bias": at("l.b_0")}
    yield Case("BatchNorm2d", {"x": x}, lambda x: layer.batch_norm(x, name="l"),
               nn and nn.BatchNorm2d(6), scaled)
    yield Case("BatchNorm1d", {"x": values(8, 6)},
               lambda x: layer.batch_norm(x, name="l"),
               nn and nn.BatchNorm1d(6), scaled)
    yield Case("LayerNorm", {"x": x},
               lambda x: layer.layer_norm(x, begin_norm_axis=3, name="l"),
               nn and nn.LayerNorm(5), scaled)
    yield Case("LayerNorm of images", {"x": x},
               lambda x: layer.layer_norm(x, begin_norm_axis=1, name="l"),
               nn and nn.LayerNorm([6, 3, 5]),
               lambda at: {"weight": at("l.w_0").reshape(6, 3, 5),
                           "bias": at("l.b_0").reshape(6, 3, 5)})
    yield Case("GroupNorm", {"x": x},
               lambda x: layer.group_norm(x, groups=3, name="l"),
               nn and nn.GroupNorm(3, 6), scaled)
    yield Case("InstanceNorm2d", {"x": x},
               lambda x: layer.instance_norm(x, name="l"),
               nn and nn.InstanceNorm2d(6, affine=True), scaled)
    yield Case("RMSNorm", {"x": x},
               lambda x: layer.rms_norm(x, name="l", epsilon=1e-6),
               nn and nn.RMSNorm(5, eps=1e-6),
               lambda at: {"weight": at("l.w_0")})
    yield Case("LocalResponseNorm", {"x": x},
               lambda x: layer.lrn(x, n=3, k=2.0, alpha=0.1, beta=0.5),
               # Alpha is divided by the size there.
               nn and nn.LocalResponseNorm(3, 0.3, 0.5, 2.0))
    yield Case("normalize", {"x": x}, lambda x: layer.l2_normalize(x, axis=1),
               lambda x: functional.normalize(x, dim=1))
    yield Case("cosine_similarity",
               {"x": values(4, 6), "y": values(4, 6, seed=1)},
               layer.ops.cos_sim,
               lambda x, y: functional.cosine_similarity(x, y)[:, None])
    yield Case("dropout, tested", {"x": x},
               lambda x: layer.dropout(x, 0.4, is_test=True),
               lambda x: functional.dropout(x, 0.4, training=False))


def convolutions():
    image, volume = values(2, 4, 7, 6), values(2, 4, 5, 4, 6)
    conv = affine("l")
    yield Case("Conv2d", {"x": image},
               lambda x: layer.conv2d(x, 6, (3, 2), stride=(2, 1),
                                      padding=(1, 0), name="l"),
               nn and nn.Conv2d(4, 6, (3, 2), (2, 1), (1, 0)), conv, 0.01)
    yield Case("Conv2d in groups, dilated", {"x": image},
               lambda x: layer.conv2d(x, 6, 3, padding=2, dilation=2, groups=2,
                                      name="l"),
               nn and nn.Conv2d(4, 6, 3, 1, 2, 2, 2), conv, 0.01)
    yield Case("depthwise Conv2d", {"x": image},
               lambda x: layer.conv2d(x, 8, 3, padding=1, groups=4, name="l"),
               nn and nn.Conv2d(4, 8, 3, 1, 1, groups=4), conv, 0.01)
    yield Case("Conv3d", {"x": volume},
               lambda x: layer.conv3d(x, 6, (2, 3, 3), stride=(1, 2, 1),
                                      padding=(0, 1, 1), name="l"),
               nn and nn.Conv3d(4, 6, (2, 3, 3), (1, 2, 1), (0, 1, 1)), conv,
               0.01)
    yield Case("ConvTranspose2d", {"x": image},
               lambda x: layer.conv2d_transpose(
                   x, 6, filter_size=3, stride=2, padding=1, name="l"),
               nn and nn.ConvTranspose2d(4, 6, 3, 2, 1), conv, 0.01)
    yield Case("ConvTranspose3d", {"x": volume},
               lambda x: layer.conv3d_transpose(
                   x, 2, filter_size=3, stride=2, padding=1, name="l"),
               nn and nn.ConvTranspose3d(4, 2, 3, 2, 1), conv, 0.01)


def windows():
    image, volume = values(2, 4, 8, 6), values(2, 3, 6, 4, 6)
    yield Case("MaxPool2d", {"x": image},
               lambda x: layer.pool2d(x, 3, pool_stride=2, pool_padding=1),
               lambda x: functional.max_pool2d(x, 3, 2, 1))
    yield Case("AvgPool2d", {"x": image},
               lambda x: layer.pool2d(x, 2, "avg", pool_stride=2),
               lambda x: functional.avg_pool2d(x, 2, 2))
    yield Case("MaxPool3d", {"x": volume},
               lambda x: layer.pool3d(x, 2, "max", pool_stride=2),
               lambda x: functional.max_pool3d(x, 2, 2))
    yield Case("AvgPool3d", {"x": volume},
               lambda x: layer.pool3d(x, 2, "avg", pool_stride=2),
               lambda x: functional.avg_pool3d(x, 2, 2))
    yield Case("Upsample, bilinear", {"x": image},
               lambda x: layer.resize_bilinear(x, out_shape=[11, 13],
                                               align_corners=True),
               lambda x: functional.interpolate(
                   x, (11, 13), mode="bilinear", align_corners=True))
    yield Case("Upsample, nearest", {"x": image},
               lambda x: layer.resize_nearest(x, out_shape=[16, 12]),
               lambda x: functional.interpolate(x, (16, 12), mode="nearest"))
    yield Case("PixelShuffle", {"x": values(2, 8, 3, 4)},
               lambda x: layer.pixel_shuffle(x, 2),
               lambda x: functional.pixel_shuffle(x, 2))
    for mode in ("reflect", "replicate"):
        yield Case(f"Pad, {mode}", {"x": image},
                   lambda x, mode=mode: layer.ops.pad(
                       x, paddings=[0, 0, 0, 0, 1, 2, 3, 0], mode=mode),
                   lambda x, mode=mode: functional.pad(x, (3, 0, 1, 2), mode))
    yield Case("Pad with a constant", {"x": image},
               lambda x: layer.ops.pad(x, paddings=[0, 0, 1, 0, 1, 2, 0, 3],
                                       pad_value=0.5),
               lambda x: functional.pad(x, (0, 3, 1, 2, 1, 0), value=0.5))


def losses():
    x, y = values(5, 4), values(5, 4, seed=1)
    labels, classes = ids(5, 1, below=4), values(5, 4, seed=3)

    def flat(loss: Callable[..., Any]) -> Callable[..., Any]:
        return lambda x, label: loss(x, label[:, 0])
    yield Case("MSELoss", {"x": x, "y": y}, layer.mse_loss,
               functional and functional.mse_loss)
    yield Case("L1Loss", {"x": x, "y": y}, layer.l1_loss,
               functional and functional.l1_loss)
    yield Case("CrossEntropyLoss", {"x": classes, "label": labels},
               lambda x, label: layer.mean(
                   layer.softmax_with_cross_entropy(x, label)),
               flat(lambda x, i: functional.cross_entropy(x, i)))
    yield Case("CrossEntropyLoss, a class ignored",
               {"x": classes, "label": labels},
               lambda x, label: layer.reduce_sum(
                   layer.softmax_with_cross_entropy(x, label, ignore_index=1)),
               flat(lambda x, i: functional.cross_entropy(
                   x, i, ignore_index=1, reduction="sum")))
    yield Case("CrossEntropyLoss, labels smoothed",
               {"x": classes, "label": labels},
               lambda x, label: layer.mean(layer.softmax_with_cross_entropy(
                   x, layer.label_smooth(layer.cast(
                       layer.one_hot(label, depth=4), "float64"), epsilon=0.2),
                   soft_label=True)),
               flat(lambda x, i: functional.cross_entropy(
                   x, i, label_smoothing=0.2)))
    yield Case("NLLLoss", {"x": classes, "label": labels}, layer.nll_loss,
               flat(lambda x, i: functional.nll_loss(x, i)))
    yield Case("BCEWithLogitsLoss",
               {"x": x, "y": values(5, 4, low=0, high=1)},
               layer.sigmoid_cross_entropy_with_logits,
               lambda x, y: functional.binary_cross_entropy_with_logits(
                   x, y, reduction="none"))
    yield Case("HuberLoss", {"x": x, "y": y},
               lambda x, y: layer.huber_loss(x, y, 0.7),
               lambda x, y: functional.huber_loss(x, y, reduction="none",
                                                  delta=0.7))
    yield Case("SmoothL1Loss", {"x": x, "y": y}, layer.smooth_l1,
               lambda x, y: functional.smooth_l1_loss(
                   x, y, reduction="none").sum(1, keepdim=True))
    yield Case("KLDivLoss", {"x": x, "y": values(5, 4, low=0.1, high=1)},
               lambda x, y: layer.kl_div(x, y, reduction="batchmean"),
               lambda x, y: functional.kl_div(x, y, reduction="batchmean"))
    yield Case("MarginRankingLoss", {"x": x, "y": y},
               lambda x, y: layer.margin_rank_loss(
                   layer.var(signs(5, 4)), x, y, margin=0.3),
               lambda x, y: functional.margin_ranking_loss(
                   x, y, torch.from_numpy(signs(5, 4)), 0.3,
                   reduction="none"))


def functions():
    x = values(3, 4, 5)
    yield Case("cumsum", {"x": x}, lambda x: layer.ops.cumsum(x, axis=1),
               lambda x: torch.cumsum(x, 1))
    yield Case("logsumexp", {"x": x},
               lambda x: layer.ops.logsumexp(x, dim=[1], keep_dim=True),
               lambda x: torch.logsumexp(x, 1, keepdim=True))
    yield Case("prod", {"x": x}, lambda x: layer.ops.reduce_prod(x, dim=[2]),
               lambda x: torch.prod(x, 2), rate=0.001)
    yield Case("min", {"x": x}, lambda x: layer.ops.reduce_min(x, dim=[2]),
               lambda x: torch.amin(x, 2))
    yield Case("pow", {"x": values(3, 4, low=0.5), "y": values(4)},
               layer.ops.elementwise_pow, torch and torch.pow, rate=0.001)
    yield Case("maximum", {"x": values(3, 4), "y": values(4, seed=1)},
               layer.ops.elementwise_max, torch and torch.maximum)
    yield Case("where", {"c": values(3, 4) > 0, "x": values(3, 4, seed=1),
                         "y": values(4, seed=2)},
               lambda c, x, y: layer.ops.where(c, x, y),
               torch and torch.where)
    yield Case("flip", {"x": x}, lambda x: layer.ops.flip(x, axis=[0, 2]),
               lambda x: torch.flip(x, (0, 2)))
    yield Case("gather", {"x": values(5, 3), "i": ids(7, below=5)},
               lambda x, i: layer.gather(x, i), lambda x, i: x[i])


def recurrent():
    batch, steps, width, size = 3, 4, 2, 5
    # Parts here: candidate, input, forget, output; there: i, f, g, o.
    order = [1, 2, 0, 3]

    def parts(weight: np.ndarray, count: int, order: Any) -> np.ndarray:
        blocks = np.split(weight, count, axis=-1)
        return np.concatenate([blocks[i] for i in order], axis=-1)

    def ours(x: pd.Variable) -> pd.Variable:
        rows = layer.sequence_unpad(x, layer.var(
            np.full([batch], steps, "int64")))
        hidden, _ = layer.dynamic_lstm(
            layer.fc(rows, 4 * size, name="p"), 4 * size,
            use_peepholes=False, name="l")
        return hidden

    def weights(at: Callable[[str], Any]) -> Dict[str, Any]:
        return {"weight_ih_l0": parts(at("p.w_0"), 4, order).T,
                "weight_hh_l0": parts(at("l.w_0"), 4, order).T,
                "bias_ih_l0": parts(at("p.b_0"), 4, order),
                "bias_hh_l0": parts(at("l.b_0")[0], 4, order)}

    class Lstm(nn.LSTM if nn else object):  # type: ignore[misc]
        def forward(self, x):
            return super().forward(x)[0].flatten(0, 1)

    yield Case("LSTM", {"x": values(batch, steps, width)}, ours,
               nn and Lstm(width, size, batch_first=True), weights)


def attention():
    class Attention(nn.MultiheadAttention if nn else object):  # type: ignore
        def forward(self, x, memory):
            return super().forward(x, memory, memory)[0]

    def weights(at: Callable[[str], Any]) -> Dict[str, Any]:
        return {"in_proj_weight": np.concatenate(
                    [at(f"l.{n}.w_0").T for n in "qkv"]),
                "in_proj_bias": np.concatenate(
                    [at(f"l.{n}.b_0") for n in "qkv"]),
                "out_proj.weight": at("l.out.w_0").T,
                "out_proj.bias": at("l.out.b_0")}
    yield Case("MultiheadAttention",
               {"x": values(2, 3, 8), "memory": values(2, 5, 8)},
               lambda x, memory: layer.multi_head_attention(
                   x, 2, memory, name="l"),
               nn and Attention(8, 2, batch_first=True), weights)


def all_cases():
    if torch is None:
        return
    for family in (activations, dense, normalisations, convolutions, windows,
                   losses, functions, recurrent, attention):
        yield from family()
