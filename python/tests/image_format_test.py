"""Layers of images with their channels last, and with padding that differs at
the ends of an axis or follows from the sizes."""

import unittest

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase, random
from torch_util import TorchTestCase, torch, uniform

if torch is not None:
    from torch.nn import functional

layer = pd.layer
TURNED = {2: ("NHWC", (0, 2, 3, 1)), 3: ("NDHWC", (0, 2, 3, 4, 1))}


def conv_layers():
    """(axes, layer): those that have parameters call them "w" and "b"."""
    names = dict(param_attr="w", bias_attr="b")
    yield 2, lambda x, **f: layer.conv2d(x, 6, 3, 2, 1, groups=2, act="relu",
                                         **names, **f)
    yield 3, lambda x, **f: layer.conv3d(x, 6, (1, 3, 2), **names, **f)
    yield 2, lambda x, **f: layer.depthwise_conv2d(x, 3, 8, **names, **f)
    yield 2, lambda x, **f: layer.conv2d_transpose(
        x, 6, 4, stride=2, output_padding=1, **names, **f)
    yield 3, lambda x, **f: layer.conv3d_transpose(x, 2, 3, **names, **f)


def pool_layers():
    for kind in ("max", "avg"):
        yield 2, lambda x, k=kind, **f: layer.pool2d(x, 3, k, 2, 1, **f)
        yield 3, lambda x, k=kind, **f: layer.pool3d(x, (1, 3, 2), k, **f)
    yield 2, lambda x, **f: layer.pool2d(x, global_pooling=True, **f)
    yield 3, lambda x, **f: layer.pool3d(x, global_pooling=True, **f)


class ChannelsLastTest(ProgramTestCase):

    def both(self, axes, function, **channels_last):
        """The results and gradients of a layer with the channels first, and
        those with the channels last, turned."""
        shape = (2, 4, 5, 6, 7)[:2 + axes]
        order = TURNED[axes][1]
        back = [int(axis) for axis in np.argsort(order)]
        first = layer.data("first", shape)
        last = layer.transpose(first, axis=order)
        out = function(first)
        turned = layer.transpose(function(last, **channels_last), axis=back)
        weight = layer.data("weight", out.shape)
        parameters = [p for p in self.main.all_parameters() if p.trainable]
        fetches = []
        for result in (out, turned):
            loss = layer.reduce_sum(result * weight)
            fetches.append([result] + pd.gradients([loss],
                                                   [first] + parameters))
        self.run_startup()
        values = self.eval(fetches[0] + fetches[1], first=random(*shape),
                           weight=random(*out.shape, seed=2))
        return values[:len(fetches[0])], values[len(fetches[0]):]

    def check(self, layers):
        for index, (axes, function) in enumerate(layers):
            with self.subTest(i=index):
                self.setUp()
                first, last = self.both(axes, function,
                                        data_format=TURNED[axes][0])
                for a, b in zip(first, last):
                    np.testing.assert_array_equal(a, b)

    def test_convolutions(self):
        self.check(conv_layers())

    def test_pools(self):
        self.check(pool_layers())

    def test_batch_norm(self):
        for options in ({}, {"is_test": True}):
            self.setUp()
            first, last = self.both(
                2, lambda x, o=options, **f: layer.batch_norm(
                    x, param_attr="w", bias_attr="b", act="tanh", **o, **f),
                data_layout="NHWC")
            for a, b in zip(first, last):
                np.testing.assert_array_equal(a, b)

    def test_batch_norm_of_other_ranks_has_no_transposes(self):
        for shape in ([None, 5], [None, 7, 5], [None, 2, 3, 4, 5]):
            self.setUp()
            x = layer.data("x", shape)
            y = layer.batch_norm(x, data_layout="NHWC", name="n")
            self.assertEqual(y.shape, x.shape)
            self.assertEqual([op.type for op in self.main.global_block().ops],
                             ["batch_norm"])
            self.assertEqual(pd.get_variable("n.mean_0").shape, (5,))

    def network(self, **formats):
        """A convolutional network that ends in pixels."""
        form = formats.get("data_format", "NCHW")
        x = layer.data("x", [2, 8, 8, 4] if form == "NHWC" else [2, 4, 8, 8])
        for act in ("relu", "tanh"):
            x = layer.conv2d(x, 4, 3, padding="same", **formats)
            x = layer.batch_norm(x, act=act, data_layout=form)
        x = layer.pool2d(x, 2, "max", 2, **formats)
        return layer.conv2d(x, 3, 1, **formats)

    def trained(self, **formats):
        out = self.network(**formats)
        loss = layer.mean(out * out)
        pd.optimizer.SGD(0.1).minimize(loss)
        return pd.optimize(self.main, feeds=["x"], targets=[loss])

    def count(self, program, kind):
        return sum(op.type == kind
                   for op in program.global_block().ops)

    def test_pairs_between_neighbours_cancel(self):
        last = self.trained(data_format="NHWC")
        # The image is turned, and the result; so is its gradient.
        self.assertEqual(self.count(self.main, "transpose"), 12 + 11)
        self.assertEqual(self.count(last, "transpose"), 3, last)
        self.setUp()
        self.assertEqual(self.count(self.trained(), "transpose"), 0)

    def test_trains_as_with_the_channels_first(self):
        losses = []
        for form in ("NCHW", "NHWC"):
            self.setUp()
            loss = layer.mean(layer.square(self.network(data_format=form)))
            pd.optimizer.SGD(0.1).minimize(loss)
            self.run_startup()
            x = random(2, 4, 8, 8)
            x = x.transpose(0, 2, 3, 1).copy() if form == "NHWC" else x
            losses.append([self.exe.run(feed={"x": x}, fetch_list=[loss])[0]
                           for _ in range(5)])
        np.testing.assert_allclose(losses[0], losses[1], 1e-6)
        self.assertLess(losses[0][-1], losses[0][0])

    def test_wrong_formats_are_explained(self):
        x = layer.data("x", [None, 8, 8, 4])
        self.refused(
            (ValueError, "the format 'NHCW' of images; it is NCHW or NHWC",
             lambda: layer.conv2d(x, 4, 3, data_format="NHCW")),
            (ValueError, "the format 'NHWC' of images; it is NCDHW or NDHWC",
             lambda: layer.pool3d(x, 2, data_format="NHWC")),
            (ValueError, "takes images [N, D, H, W, C], not x",
             lambda: layer.conv3d(x, 4, 3, data_format="NDHWC")),
            (ValueError, "the format 'NC' of images",
             lambda: layer.batch_norm(x, data_layout="NC")))


class GlobalStatisticsTest(ProgramTestCase):

    def test_training_uses_the_running_statistics(self):
        x, xs = layer.data("x", [6, 3]), random(6, 3)
        y = layer.batch_norm(x, name="n", use_global_stats=True)
        loss = layer.reduce_sum(y * y)
        d_x, = pd.gradients([loss], [x])
        pd.optimizer.SGD(0.1).minimize(loss)
        self.run_startup()
        mean, variance = random(3, seed=2), random(3, seed=3) ** 2 + 0.5
        self.set_value("n.mean_0", mean)
        self.set_value("n.variance_0", variance)
        out, gradient = self.exe.run(feed={"x": xs}, fetch_list=[y, d_x])
        scale = 1 / np.sqrt(variance + 1e-5)
        np.testing.assert_allclose(out, (xs - mean) * scale, 1e-4, 1e-5)
        # The statistics are numbers: nothing flows through them.
        np.testing.assert_allclose(gradient, 2 * out * scale, 1e-4, 1e-5)
        np.testing.assert_array_equal(self.value("n.mean_0"), mean)
        np.testing.assert_array_equal(self.value("n.variance_0"), variance)


@unittest.skipIf(torch is None, "PyTorch cannot be imported")
class PaddingTest(TorchTestCase):

    def check(self, ours, theirs, *arrays):
        self.compare(ours, theirs, list(arrays), 1e-10)

    def test_each_end(self):
        x, w = uniform(2, 4, 9, 8), uniform(6, 4, 3, 2)
        # PyTorch names the ends of the last axis first.
        for top, bottom, left, right in ((0, 1, 2, 0), (2, 0, 0, 3)):
            ends, theirs = (top, bottom, left, right), (left, right, top,
                                                        bottom)
            self.check(
                lambda x, w, e=ends: layer.ops.conv2d(
                    x, w, paddings=e, strides=[2, 1]),
                lambda x, w, e=theirs: functional.conv2d(
                    functional.pad(x, e), w, stride=(2, 1)), x, w)
            self.check(
                lambda x, e=ends: layer.pool2d(x, 4, "max", 2, e),
                lambda x, e=theirs: functional.max_pool2d(
                    functional.pad(x, e, value=-torch.inf), 4, 2), x)
            self.check(
                lambda x, e=ends: layer.pool2d(x, 4, "avg", 2, e,
                                               exclusive=False),
                lambda x, e=theirs: functional.avg_pool2d(
                    functional.pad(x, e), 4, 2), x)

    def test_same(self):
        x, w = uniform(2, 4, 9, 8), uniform(6, 4, 4, 3)
        self.check(
            lambda x, w: layer.ops.conv2d(x, w, padding_algorithm="SAME",
                                          dilations=[1, 2]),
            lambda x, w: functional.conv2d(x, w, padding="same",
                                           dilation=(1, 2)), x, w)
        # ceil(9 / 2) = 5 windows of 4 need 3 elements, 1 in front.
        self.check(
            lambda x, w: layer.ops.conv2d(x, w, padding_algorithm="SAME",
                                          strides=[2, 3]),
            lambda x, w: functional.conv2d(functional.pad(x, (0, 1, 1, 2)), w,
                                           stride=(2, 3)), x, w)

    def test_layers_pad_images_of_any_size(self):
        image = layer.data("image", [None, 4, None, None])
        same = layer.conv2d(image, 3, (4, 3), (2, 3), "SAME", param_attr="w",
                            bias_attr=False)
        valid = layer.conv2d(image, 3, (4, 3), (2, 3), "valid", param_attr="w",
                             bias_attr=False)
        pooled = layer.pool2d(image, 3, "max", 2, "same")
        large = layer.conv2d_transpose(image, 2, 3, stride=2, padding="SAME")
        self.assertEqual(same.shape, (-1, 3, -1, -1))
        self.run_startup()
        w = torch.tensor(self.value("w"))
        for size in ((9, 8), (6, 7), (4, 3)):
            x = uniform(2, 4, *size).astype("float32")
            a, b, c, d = self.eval([same, valid, pooled, large], image=x)
            self.assertEqual(a.shape[2:], (-(-size[0] // 2), -(-size[1] // 3)))
            self.assertEqual(c.shape[2:], (-(-size[0] // 2), -(-size[1] // 2)))
            self.assertEqual(d.shape[2:], (2 * size[0], 2 * size[1]))
            y = torch.tensor(x)
            np.testing.assert_allclose(
                b, functional.conv2d(y, w, stride=(2, 3)), 1e-4, 1e-5)
            ends = []
            for axis, (reach, stride) in ((1, (3, 3)), (0, (4, 2))):
                count = a.shape[2 + axis]
                total = max((count - 1) * stride + reach - size[axis], 0)
                ends += [total // 2, total - total // 2]
            np.testing.assert_allclose(
                a, functional.conv2d(functional.pad(y, ends), w,
                                     stride=(2, 3)), 1e-4, 1e-5)


class PaddingLayersTest(ProgramTestCase):

    def test_attributes(self):
        x = layer.data("x", [None, 4, 9, 8])
        for padding, attrs in (
                ((0, 1, 2, 0), {"paddings": [0, 1, 2, 0]}),
                ((1, 1, 2, 2), {"paddings": [1, 2]}),
                ("VALID", {"paddings": [0, 0]}),
                ("same", {"padding_algorithm": "SAME"})):
            layer.conv2d(x, 3, 3, padding=padding, bias_attr=False)
            made = self.main.global_block().ops[-1].attrs
            for name, value in attrs.items():
                self.assertEqual(made[name], value)
        filters = layer.conv2d_transpose(x, 6, output_size=(19, 20), stride=2,
                                         padding=(0, 1, 1, 1), name="found")
        self.assertEqual(filters.shape, (-1, 6, 19, 20))
        self.assertEqual(pd.get_variable("found.w_0").shape, (4, 6, 4, 8))

    def test_wrong_padding_is_explained(self):
        x = layer.data("x", [None, 4, 9, 8])
        self.refused(
            (ValueError, "padding is one number, 2, or one for each end, 4, "
             "not 3", lambda: layer.conv2d(x, 4, 3, padding=(1, 2, 3))),
            (ValueError, "padding 'FULL': it is SAME, VALID or numbers",
             lambda: layer.pool2d(x, 2, pool_padding="FULL")),
            (ValueError, "a padding of 2 leaves pool2d windows of 2",
             lambda: layer.pool2d(x, 2, pool_padding=(0, 2, 0, 0))),
            (ValueError, "needs a filter size",
             lambda: layer.conv2d_transpose(x, 4, output_size=(18, 16),
                                            padding="SAME")))


class MeshgridTest(ProgramTestCase):

    def test_grids(self):
        for sizes in ((3, 2), (3, 1, 4), (2,)):
            for known in (True, False):
                with self.subTest(sizes=sizes, known=known):
                    self.setUp()
                    xs = [random(n, seed=i) for i, n in enumerate(sizes)]
                    # In front, None would be one size for all.
                    rows = [layer.data(f"x{i}", [1, n if known else None])
                            for i, n in enumerate(sizes)]
                    x = [layer.reshape(row, [-1]) for row in rows]
                    grids = layer.meshgrid(x)
                    if known:
                        self.assertEqual([g.shape for g in grids],
                                         [sizes] * len(sizes))
                    weights = [random(*sizes, seed=9 + i)
                               for i in range(len(sizes))]
                    loss = sum(
                        layer.reduce_sum(g * layer.assign_value(
                            shape=sizes, values=w.ravel().tolist()))
                        for g, w in zip(grids, weights))
                    values = self.eval(
                        grids + pd.gradients([loss], x),
                        **{f"x{i}": a[None] for i, a in enumerate(xs)})
                    wanted = np.meshgrid(*xs, indexing="ij")
                    for i, (ours, numpys) in enumerate(zip(values, wanted)):
                        np.testing.assert_array_equal(ours, numpys)
                        others = tuple(a for a in range(len(sizes))
                                       if a != i)
                        np.testing.assert_allclose(
                            values[len(sizes) + i], weights[i].sum(others),
                            1e-5)

    def test_numbers_and_other_types(self):
        x = layer.data("x", [3], "int64")
        a, b = layer.meshgrid([x, layer.fill_constant([], "bool", 1.0)])
        self.assertEqual((a.shape, a.dtype), ((3, 1), "int64"))
        self.assertEqual((b.shape, b.dtype), ((3, 1), "bool"))

    def test_what_is_no_vector_is_refused(self):
        x = layer.data("x", [3, 2])
        self.refused(
            (ValueError, "meshgrid takes vectors, not x", layer.meshgrid, [x]),
            (ValueError, "meshgrid of no vectors", layer.meshgrid, []))
