"""Layers that slide windows, and that resize images."""

import random
import unittest

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase
from torch_util import TorchTestCase, torch, uniform

if torch is not None:
    from torch.nn import functional

layer = pd.layer
ops = pd.layer.ops
TOLERANCE = {"float64": 1e-10, "float32": 1e-4}
SHAPES = {2: (2, 4, 9, 8), 3: (2, 4, 5, 6, 5)}


def draws(axes, count):
    """Random windows: the number of groups, then lists with a number for each
    axis: kernel, stride, padding, dilation."""
    pick = random.Random(axes)

    def numbers(low, high):
        return [pick.randint(low, high) for _ in range(axes)]
    for _ in range(count):
        yield (pick.choice([1, 2, 4]), numbers(1, 3), numbers(1, 3),
               numbers(0, 2), numbers(1, 2))


def attributes(stride, padding, dilation, groups):
    return dict(strides=stride, paddings=padding, dilations=dilation,
                groups=groups)


def conv_cases(axes, count):
    ours = {2: ops.conv2d, 3: ops.conv3d}[axes]
    theirs = {2: functional.conv2d, 3: functional.conv3d}[axes]
    for groups, kernel, stride, padding, dilation in draws(axes, count):
        window = (stride, padding, dilation, groups)
        yield (lambda x, w, a=attributes(*window): ours(x, w, **a),
               lambda x, w, a=window: theirs(x, w, None, *a),
               uniform(*SHAPES[axes]), uniform(8, 4 // groups, *kernel))


def depthwise_cases():
    for _, kernel, stride, padding, dilation in draws(2, 6):
        window = (stride, padding, dilation, 4)
        yield (lambda x, w, a=attributes(*window):
               [ops.depthwise_conv2d(x, w, **a), ops.conv2d(x, w, **a)],
               lambda x, w, a=window:
               [functional.conv2d(x, w, None, *a)] * 2,
               uniform(*SHAPES[2]), uniform(8, 1, *kernel))


def transposed_cases(axes, count):
    ours = {2: ops.conv2d_transpose, 3: ops.conv3d_transpose}[axes]
    theirs = {2: functional.conv_transpose2d,
              3: functional.conv_transpose3d}[axes]
    for groups, kernel, stride, padding, dilation in draws(axes, count):
        extra = [max(s, d) - 1 for s, d in zip(stride, dilation)]
        kernel = [max(k, 2) for k in kernel]
        window = (stride, padding, dilation, groups)
        yield (lambda x, w, a=attributes(*window), e=extra:
               ours(x, w, output_padding=e, **a),
               lambda x, w, a=window, e=extra:
               theirs(x, w, None, a[0], a[1], e, a[3], a[2]),
               uniform(*SHAPES[axes]), uniform(4, 3, *kernel))


def pool_cases():
    for axes in (2, 3):
        average = {2: functional.avg_pool2d, 3: functional.avg_pool3d}[axes]
        largest = {2: functional.max_pool2d, 3: functional.max_pool3d}[axes]
        pool = {2: ops.pool2d, 3: ops.pool3d}[axes]
        indexed = {2: ops.max_pool2d_with_index,
                   3: ops.max_pool3d_with_index}[axes]
        x = np.round(uniform(*SHAPES[axes]), 1)
        for index, (_, kernel, stride, padding, _) in enumerate(draws(axes, 6)):
            kernel = [max(k, 2 * p) for k, p in zip(kernel, padding)]
            ceil, inside = bool(index % 2), bool(index // 2 % 2)
            window = dict(ksize=kernel, strides=stride, paddings=padding,
                          ceil_mode=ceil)
            theirs = (kernel, stride, padding)
            yield (lambda x, f=pool, a=window, i=inside:
                   f(x, pooling_type="avg", exclusive=i, **a),
                   lambda x, f=average, a=theirs, c=ceil, i=inside:
                   f(x, *a, c, not i), x)
            yield (lambda x, f=pool, a=window: f(x, **a),
                   lambda x, f=largest, a=theirs, c=ceil:
                   f(x, *a, ceil_mode=c), x)
            yield (lambda x, f=indexed, a=window: list(f(x, **a)),
                   lambda x, f=largest, a=theirs, c=ceil:
                   f(x, *a, ceil_mode=c, return_indices=True), x)


def adaptive_cases():
    for axes, size in [(2, (4, 3)), (2, (3, 4)), (2, (11, 1)), (3, (2, 4, 3))]:
        average = {2: functional.adaptive_avg_pool2d,
                   3: functional.adaptive_avg_pool3d}[axes]
        largest = {2: functional.adaptive_max_pool2d,
                   3: functional.adaptive_max_pool3d}[axes]
        pool = {2: layer.adaptive_pool2d, 3: layer.adaptive_pool3d}[axes]
        indexed = {2: layer.max_pool2d_with_index,
                   3: layer.max_pool3d_with_index}[axes]
        x = uniform(*SHAPES[axes])
        yield (lambda x, f=pool, s=size: [f(x, s, "avg"), f(x, s)],
               lambda x, f=average, g=largest, s=size: [f(x, s), g(x, s)], x)
        yield (lambda x, f=indexed, s=size: list(f(x, s, adaptive=True)),
               lambda x, f=largest, s=size: f(x, s, True), x)


def resize_cases():
    x = uniform(2, 3, 5, 7)
    for size in [(10, 14), (3, 4), (5, 7), (13, 2), (1, 1), (1, 9)]:
        for corners in (False, True):
            yield (lambda x, s=size, c=corners:
                   layer.resize_bilinear(x, s, align_corners=c),
                   lambda x, s=size, c=corners: functional.interpolate(
                       x, s, mode="bilinear", align_corners=c), x)
        yield (lambda x, s=size: layer.resize_nearest(x, s),
               lambda x, s=size: functional.interpolate(x, s, mode="nearest"),
               x)
    for scale in (2, 1.5, 0.6):
        yield (lambda x, s=scale: layer.resize_bilinear(x, scale=s),
               lambda x, s=scale: functional.interpolate(
                   x, scale_factor=s, mode="bilinear"), x)
        yield (lambda x, s=scale: layer.resize_nearest(x, scale=s),
               lambda x, s=scale: functional.interpolate(x, scale_factor=s), x)
        yield (lambda x, s=scale: layer.upsampling_bilinear2d(x, scale=s),
               lambda x, s=scale: functional.interpolate(
                   x, scale_factor=s, mode="bilinear", align_corners=True), x)


def other_cases():
    def unpooled(x):
        out, mask = layer.max_pool2d_with_index(x, 2, 2)
        return [layer.unpool(out, mask, 2),
                layer.unpool(out, mask, 2, output_size=(9, 9))]

    def theirs(x):
        out, mask = functional.max_pool2d(x, 2, 2, return_indices=True)
        return [functional.max_unpool2d(out, mask, 2),
                functional.max_unpool2d(out, mask, 2, output_size=(9, 9))]
    yield unpooled, theirs, uniform(2, 3, 8, 8)
    yield (lambda x: layer.pixel_shuffle(x, 3),
           lambda x: functional.pixel_shuffle(x, 3), uniform(2, 18, 4, 5))


@unittest.skipIf(torch is None, "PyTorch cannot be imported")
class ConvParityTest(TorchTestCase):

    def check(self, cases):
        for index, (ours, theirs, *arrays) in enumerate(cases):
            for dtype, tolerance in TOLERANCE.items():
                with self.subTest(i=index, dtype=dtype):
                    self.compare(ours, theirs,
                                 [a.astype(dtype) for a in arrays], tolerance)

    def test_convolution(self):
        self.check(conv_cases(2, 6))
        self.check(conv_cases(3, 10))
        self.check(depthwise_cases())

    def test_transposed_convolution(self):
        self.check(transposed_cases(2, 10))
        self.check(transposed_cases(3, 8))

    def test_pooling(self):
        self.check(pool_cases())
        self.check(adaptive_cases())

    def test_sizes(self):
        self.check(resize_cases())
        self.check(other_cases())

    def test_layers_use_their_parameters(self):
        x = uniform(2, 4, 6, 5, 4).astype("float32")
        image = layer.data("image", [None, 4, 6, 5])
        volume = layer.data("volume", [None, 4, 6, 5, 4])
        names = dict(param_attr="w", bias_attr="b", act="relu")
        both = layer.conv3d(volume, 6, (1, 3, 2), 2, 1, groups=2, **names)
        up = layer.conv2d_transpose(image, 6, 4, stride=2, padding=1, groups=2,
                                    output_padding=(1, 0))
        deep = layer.conv3d_transpose(volume, 2, 3, dilation=(1, 1, 2),
                                      bias_attr=False)
        wide = layer.depthwise_conv2d(image, 3, 8, padding=1)
        self.run_startup()
        self.set_value("b", uniform(6).astype("float32"))
        results = self.eval([both, up, deep, wide], volume=x,
                            image=x[..., 0].copy())

        def value(name):
            return torch.tensor(self.value(name))
        y = torch.tensor(x)
        expected = [
            torch.relu(functional.conv3d(y, value("w"), value("b"), 2, 1,
                                         groups=2)),
            functional.conv_transpose2d(
                y[..., 0], value("conv2d_transpose_0.w_0"),
                value("conv2d_transpose_0.b_0"), 2, 1, (1, 0), 2),
            functional.conv_transpose3d(
                y, value("conv3d_transpose_0.w_0"), dilation=(1, 1, 2)),
            functional.conv2d(
                y[..., 0], value("depthwise_conv2d_0.w_0"),
                value("depthwise_conv2d_0.b_0"), padding=1, groups=4)]
        for ours, theirs in zip(results, expected):
            np.testing.assert_allclose(ours, theirs.numpy(), 1e-4, 1e-5)

    def test_im2sequence_unfolds(self):
        x = uniform(2, 3, 5, 6)
        image = layer.data("image", [None, 3, 5, 6], "float64")
        patches = layer.im2sequence(image, (3, 2), (2, 1), (1, 2))
        rows = self.eval(patches, image=x)
        expected = functional.unfold(torch.tensor(x), (3, 2), padding=(1, 2),
                                     stride=(2, 1)).permute(0, 2, 1).numpy()
        self.assertEqual(len(rows), 2)
        for ours, theirs in zip(rows, expected):
            np.testing.assert_array_equal(ours, theirs)


class ConvLayersTest(ProgramTestCase):

    def test_row_conv_looks_ahead(self):
        x = layer.data("x", [None, 2], lod_level=1)
        y = layer.row_conv(x, 1, param_attr="w")
        self.run_startup()
        w = np.array([[1, 2], [10, 100]], "float32")
        self.set_value("w", w)
        values = np.arange(8, dtype="float32").reshape(4, 2)
        rows = self.eval(y, x=pd.LoDTensor(values, [[1, 0, 3]]))
        np.testing.assert_array_equal(
            np.concatenate(list(rows)),
            [values[0] * w[0], values[1] * w[0] + values[2] * w[1],
             values[2] * w[0] + values[3] * w[1], values[3] * w[0]])

    def test_shapes(self):
        image = layer.data("image", [None, 4, 9, 10])
        volume = layer.data("volume", [None, 4, 5, 6, 7])
        made = [
            layer.conv3d(volume, 6, 3, (1, 2, 1), 1, groups=2, act="relu"),
            layer.depthwise_conv2d(image, 3, padding=(1, 0), name="deep"),
            layer.depthwise_conv2d(image, (1, 2), 8),
            layer.conv2d_transpose(image, 6, 3, stride=2, padding=1, groups=2,
                                   output_padding=(1, 0), name="up"),
            layer.conv3d_transpose(volume, 2, (2, 3, 4), stride=2, padding=1,
                                   groups=2),
            layer.conv2d_transpose(image, 6, output_size=(19, 20), stride=2,
                                   name="found")]
        self.assertEqual([v.shape for v in made], [
            (-1, 6, 5, 3, 7), (-1, 4, 9, 8), (-1, 8, 9, 9), (-1, 6, 18, 19),
            (-1, 2, 8, 11, 14), (-1, 6, 19, 20)])
        for name, shape in (
                ("conv3d_0.w_0", (6, 2, 3, 3, 3)), ("conv3d_0.b_0", (6,)),
                ("deep.w_0", (4, 1, 3, 3)), ("up.w_0", (4, 3, 3, 3)),
                ("found.w_0", (4, 6, 3, 2))):
            self.assertEqual(pd.get_variable(name).shape, shape, name)
        self.assertEqual(self.startup.global_block().ops[0].type,
                         "gaussian_random")
        rows = layer.data("rows", [None, 3], lod_level=1)
        self.refused(
            (ValueError, "no filter makes 16 elements of axis 2",
             lambda: layer.conv2d_transpose(image, 6, output_size=(16, 20),
                                            stride=2)),
            (ValueError, "conv3d takes images [N, C, D, H, W], not image ",
             layer.conv3d, image, 6, 3),
            (ValueError, "conv3d's parameters", layer.conv3d,
             layer.data("any", [None, None, 2, 2, 2]), 6, 3),
            (ValueError, "rows [rows, n], not", layer.row_conv, image, 2),
            (ValueError, "the future context of", layer.row_conv, rows, -1))
        self.assertEqual(layer.row_conv(rows, 2, "ahead").shape, rows.shape)
        self.assertEqual(pd.get_variable("ahead").shape, (3, 3))

    def test_sizes_are_explained(self):
        image = layer.data("image", [None, 4, 6, 5])
        with self.assert_fails(ValueError, "filter size is one number or 3"):
            layer.conv3d(layer.data("v", [None, 4, 3, 3, 3]), 4, (2, 2))
        with self.assert_fails(ValueError, "needs a filter size or an output"):
            layer.conv2d_transpose(image, 4)
        with self.assert_fails(ValueError, "4 groups do not divide 4 channels"):
            layer.depthwise_conv2d(image, 3, num_filters=6)
        with self.assert_fails(ValueError, "takes scale, or out_h and out_w"):
            layer.resize_bilinear(image)
        with self.assertRaisesRegex(ValueError, r"\(height, width\), not \[\]"):
            layer.resize_nearest(image, [])
        with self.assertRaisesRegex(TypeError, "num_filters is of type int"):
            layer.conv3d(image, "many", 3)

    def test_an_index_outside_is_named(self):
        x = layer.data("x", [1, 1, 1, 2])
        at = layer.data("at", [1, 1, 1, 2], "int64")
        y = layer.unpool(x, at, 2)
        with self.assertRaisesRegex(IndexError, "index 8 at position 1 is out"):
            self.eval(y, x=np.ones((1, 1, 1, 2), "float32"),
                      at=np.array([[[[3, 8]]]]))
