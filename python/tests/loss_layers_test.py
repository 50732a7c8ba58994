"""Losses and their gradients, by hand and beside PyTorch's where it is
installed (see torch_parity_test), and nce at work."""

import unittest

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase

try:
    import torch
    from torch.nn import functional
except ImportError:
    torch = None

layer = pd.layer


def uniform(*shape, low=-3.0, high=3.0):
    generator = np.random.default_rng(sum(shape) + len(shape))
    return generator.uniform(low, high, shape)


def yes_or_no(*shape):
    return np.random.default_rng(sum(shape)).integers(0, 2, shape).astype(float)


def classes(*shape, below=5):
    return np.random.default_rng(sum(shape)).integers(0, below, shape)


def probabilities(*shape):
    weights = np.exp(uniform(*shape))
    return weights / weights.sum(-1, keepdims=True)


def element_cases():
    """(our loss, PyTorch's, arrays): gradients flow to all of floats."""
    x, y = uniform(6, 4), uniform(4, 6).T.copy()
    for scale in (1, 20):
        yield (layer.sigmoid_cross_entropy_with_logits,
               lambda x, y: functional.binary_cross_entropy_with_logits(
                   x, y, reduction="none"), scale * x, probabilities(6, 4))
    yield (lambda x, y: layer.mean(layer.sigmoid_cross_entropy_with_logits(
        x, y, normalize=True)),
        lambda x, y: functional.binary_cross_entropy_with_logits(
            x, y) / x.numel(), x, probabilities(6, 4))
    for delta in (0.5, 1.0, 2.0):
        yield (lambda x, y, d=delta: layer.huber_loss(x, y, d),
               lambda x, y, d=delta: functional.huber_loss(
                   x, y, reduction="none", delta=d), x, y)
    for sigma in (0.7, 1.0, 3.0):
        yield (lambda x, y, s=sigma: layer.smooth_l1(x, y, sigma=s),
               lambda x, y, s=sigma: functional.smooth_l1_loss(
                   x, y, reduction="none", beta=1 / s ** 2).sum(
                       -1, keepdim=True), x, y)
    for reduction in ("mean", "sum", "none"):
        for ours, theirs in ((layer.mse_loss, functional.mse_loss),
                             (layer.l1_loss, functional.l1_loss)):
            yield (lambda x, y, r=reduction, f=ours: f(x, y, r),
                   lambda x, y, r=reduction, f=theirs: f(x, y, reduction=r),
                   x, y)
    for reduction in ("mean", "sum", "none", "batchmean"):
        yield (lambda x, y, r=reduction: layer.kl_div(x, y, r),
               lambda x, y, r=reduction: functional.kl_div(x, y, reduction=r),
               np.log(probabilities(6, 4)), probabilities(4, 6).T.copy())


def pair_cases():
    left, right = uniform(7, 1), uniform(8, 1)[:7]
    sign = 2 * yes_or_no(7, 1) - 1
    for margin in (0.0, 0.1, 1.5):
        yield (lambda a, b, m=margin: layer.margin_rank_loss(
            constant(sign, a), a, b, m),
            lambda a, b, m=margin: functional.margin_ranking_loss(
                a, b, torch.tensor(sign), margin=m, reduction="none"),
            left, right)
    yield (lambda a, b: layer.hinge_loss(a - b, constant(sign > 0, a)),
           lambda a, b: functional.margin_ranking_loss(
               a, b, torch.tensor(sign), margin=1, reduction="none"),
           left, right)


def constant(array, like):
    return layer.assign_value(
        shape=array.shape, values=[float(v) for v in array.ravel()],
        dtype=like.dtype)


def class_cases():
    x, label = uniform(6, 5), classes(6, 1)
    some = np.where(np.arange(6)[:, None] % 3 == 1, -100, label)
    for picked in (label, some, label[:, 0]):
        yield (layer.softmax_with_cross_entropy,
               lambda x, y: functional.cross_entropy(
                   x, y.reshape(-1), reduction="none")[:, None], x, picked)
    yield (lambda x, y: layer.softmax_with_cross_entropy(x, y, ignore_index=2),
           lambda x, y: functional.cross_entropy(
               x, y.reshape(-1), reduction="none", ignore_index=2)[:, None],
           x, label)
    for shape in ((3, 4, 2), (3, 1, 4, 2)):
        yield (lambda x, y: layer.softmax_with_cross_entropy(x, y, axis=1),
               lambda x, y: functional.cross_entropy(
                   x, y.reshape(3, 4, 2), reduction="none")[:, None],
               uniform(3, 5, 4, 2), classes(*shape))
    yield from image_cases()
    one_hot = np.eye(5)[label[:, 0]]
    for epsilon in (0.1, 0.4):
        yield (lambda x, y, e=epsilon: layer.softmax_with_cross_entropy(
            x, layer.label_smooth(y, epsilon=e), soft_label=True),
            lambda x, y, e=epsilon: functional.cross_entropy(
                x, y.detach(), label_smoothing=e, reduction="none")[:, None],
            x, one_hot)
    logs = np.log(probabilities(6, 5))
    for reduction in ("mean", "sum"):
        yield (lambda x, y, r=reduction: layer.nll_loss(x, y, reduction=r),
               lambda x, y, r=reduction: functional.nll_loss(
                   x, y[:, 0], reduction=r), logs, some)
        yield (lambda x, y, r=reduction: layer.nll_loss(
            x, y, constant(np.arange(1.0, 6), x), r),
            lambda x, y, r=reduction: functional.nll_loss(
                x, y[:, 0], torch.arange(1, 6, dtype=x.dtype), reduction=r),
            logs, some)


def image_cases():
    """Images [3, 5, 4, 2] with a class for each pixel, 2 being ignored."""
    logs = np.log(np.moveaxis(probabilities(3, 4, 2, 5), -1, 1)).copy()
    for shape in ((3, 4, 2), (3, 1, 4, 2)):
        label = classes(*shape)
        for reduction in ("mean", "sum"):
            yield (lambda x, y, r=reduction: layer.nll_loss(
                x, y, constant(np.arange(1.0, 6), x), r, 2, axis=1),
                lambda x, y, r=reduction: functional.nll_loss(
                    x, y.reshape(3, 4, 2), torch.arange(1, 6, dtype=x.dtype),
                    ignore_index=2, reduction=r), logs, label)
        yield (lambda x, y: layer.nll_loss(x, y, reduction="none", axis=1),
               lambda x, y: functional.nll_loss(
                   x, y.reshape(3, 4, 2), reduction="none")[:, None],
               logs, label)
        yield (lambda x, y: layer.cross_entropy(
            layer.ops.softmax(x, axis=1), y, ignore_index=2, axis=1),
            lambda x, y: functional.cross_entropy(
                x, y.reshape(3, 4, 2), ignore_index=2,
                reduction="none")[:, None], 3 * logs, label)
    soft = np.moveaxis(probabilities(3, 4, 2, 5), -1, 1).copy()
    yield (lambda x, y: layer.softmax_with_cross_entropy(
        x, y, soft_label=True, axis=1),
        lambda x, y: functional.cross_entropy(
            x, y.detach(), reduction="none")[:, None], 2 * logs, soft)


def bilinear_cases():
    yield (layer.ops.bilinear_tensor_product, functional.bilinear,
           uniform(6, 3), uniform(6, 4), uniform(5, 3, 4), uniform(5))


@unittest.skipIf(torch is None, "PyTorch cannot be imported")
class TorchLossTest(ProgramTestCase):

    def test_losses(self):
        for family in (element_cases, pair_cases, class_cases, bilinear_cases):
            for index, (ours, theirs, *arrays) in enumerate(family()):
                with self.subTest(family.__name__, i=index):
                    self.compare(ours, theirs, arrays)

    def compare(self, ours, theirs, arrays):
        floats = [a.dtype.kind == "f" for a in arrays]
        tensors = [torch.tensor(a, requires_grad=f)
                   for a, f in zip(arrays, floats)]
        expected = theirs(*tensors)
        weight = uniform(*expected.shape)
        wanted = [g for g in torch.autograd.grad(
            expected, [t for t in tensors if t.requires_grad],
            torch.tensor(weight), allow_unused=True) if g is not None]
        with pd.program_guard(pd.Program(), pd.Program()):
            x = [layer.data(f"x{i}", a.shape, a.dtype.name)
                 for i, a in enumerate(arrays)]
            flowing = layer.data("w", weight.shape, "float64")
            out = ours(*x)
            gradients = [g for g in pd.gradients(
                [out], [v for v, f in zip(x, floats) if f],
                target_gradients=[flowing]) if g is not None]
            self.assertEqual(len(gradients), len(wanted))
            feed = {f"x{i}": a for i, a in enumerate(arrays)}
            values = self.exe.eval(feed={**feed, "w": weight},
                                   fetch_list=[out] + gradients)
        for value, theirs in zip(values, [expected.detach(), *wanted]):
            np.testing.assert_allclose(value, theirs.numpy(), 1e-10, 1e-10)


class LossLayersTest(ProgramTestCase):

    def data(self, **arrays):
        return [layer.data(name, [None, *array.shape[1:]], array.dtype.name)
                for name, array in arrays.items()]

    def loss(self, function, **arrays):
        return self.eval(function(*self.data(**arrays)), **arrays)

    def test_log_loss(self):
        p, y = uniform(4, 1, low=0.1, high=0.9), yes_or_no(4, 1)
        np.testing.assert_allclose(
            self.loss(layer.log_loss, p=p, y=y),
            -y * np.log(p + 1e-4) - (1 - y) * np.log(1 - p + 1e-4), 1e-12)

    def test_rank_loss(self):
        a, b, y = uniform(4, 1), uniform(5, 1)[:4], yes_or_no(4, 1)
        np.testing.assert_allclose(
            self.loss(layer.rank_loss, y=y, a=a, b=b),
            np.log(1 + np.exp(a - b)) - y * (a - b), 1e-12)

    def test_dice_loss(self):
        p, label = probabilities(3, 4, 5), np.eye(5)[classes(3, 4)]
        common = (p * label).sum((1, 2))
        self.assertAlmostEqual(
            self.loss(layer.dice_loss, p=p, label=label),
            np.mean(1 - 2 * common / (4 + 4 + 1e-5)), 12)

    def test_label_smooth_with_a_prior(self):
        one_hot, prior = np.eye(3), np.array([0.5, 0.3, 0.2])
        x = layer.data("x", [None, 3], "float64")
        out = layer.label_smooth(x, constant(prior, x), 0.2)
        np.testing.assert_allclose(self.eval(out, x=one_hot),
                                   0.8 * one_hot + 0.2 * prior, 1e-12)

    def test_shapes(self):
        x, y, soft = (layer.data(n, [None, 10]) for n in ("x", "y", "soft"))
        label = layer.data("label", [None, 1], "int64")
        weight = layer.data("weight", [10])
        column, whole = (-1, 1), (-1, 10)
        for shape, losses in (
                (column, [layer.cross_entropy(x, label),
                          layer.softmax_with_cross_entropy(x, label),
                          layer.cross_entropy(x, soft, soft_label=True),
                          layer.smooth_l1(x, y),
                          layer.smooth_l1(x, y, x, y, 2.0),
                          layer.nll_loss(x, label, weight, "none"),
                          layer.nce(x, label, 100),
                          layer.hsigmoid(x, label, 100)]),
                (whole, [layer.label_smooth(y), layer.square_error_cost(x, y),
                         layer.mse_loss(x, y, "none"),
                         layer.l1_loss(x, y, "none")]),
                ((), [layer.dice_loss(x, y), layer.accuracy(x, label, 5)] + [
                    loss(x, y, reduction=r) for r in ("mean", "sum")
                    for loss in (layer.mse_loss, layer.l1_loss)] + [
                    layer.nll_loss(x, label, reduction=r)
                    for r in ("mean", "sum")])):
            for loss in losses:
                self.assertEqual((loss.shape, loss.dtype), (shape, "float32"),
                                 loss.name)

    def test_classes_along_any_axis(self):
        images = layer.data("images", [None, 5, 4, 6])
        loss = layer.softmax_with_cross_entropy
        for shape in ([None, 4, 6], [None, 1, 4, 6]):
            classes = layer.data(f"classes{len(shape)}", shape, "int64")
            for axis in (1, -3):
                self.assertEqual(loss(images, classes, axis=axis).shape,
                                 (-1, 1, 4, 6))
        self.assertEqual(loss(images, images, soft_label=True, axis=2).shape,
                         (-1, 5, 1, 6))
        for loss in (layer.softmax_with_cross_entropy, layer.cross_entropy):
            with self.assert_fails(IndexError, "axis 4"):
                loss(images, images, soft_label=True, axis=4)
        rows = layer.nll_loss(images, layer.data("rows", [None, 4, 6], "int64"),
                              reduction="none", axis=1)
        self.assertEqual(rows.shape, (-1, 1, 4, 6))

    def test_nce_makes_weight_and_bias(self):
        x = layer.data("x", [None, 10])
        label = layer.data("label", [None, 1], "int64")
        options = dict(sampler="log_uniform", is_sparse=True)
        layer.nce(x, label, 100, **options)
        layer.nce(x, label, 100, bias_attr=False, name="plain",
                  custom_neg_classes=[1, 2], **options)
        self.assertEqual(
            {p.name: p.shape for p in self.main.all_parameters()},
            {"nce_0.w_0": (100, 10), "nce_0.b_0": (100,),
             "plain.w_0": (100, 10)})
        self.assertEqual(self.written(), """block 0 {
  {Cost: nce_0.tmp_0, SampleLogits: nce_0.tmp_1, SampleLabels: nce_0.tmp_2} = \
nce(Input=x, Label=label, Weight=nce_0.w_0, Bias=nce_0.b_0, \
num_total_classes=100, sampler="log_uniform", is_sparse=true)
  {Cost: plain.tmp_0, SampleLogits: plain.tmp_1, SampleLabels: plain.tmp_2} = \
nce(Input=x, Label=label, Weight=plain.w_0, num_total_classes=100, \
num_neg_samples=2, sampler="log_uniform", custom_neg_classes=[1, 2], \
is_sparse=true)
}""")

    def test_nce_tells_each_row_from_as_many_classes_as_given(self):
        x = layer.data("x", [None, 10])
        label = layer.data("label", [None, 1], "int64")
        for options, number in [
                ({}, 10), ({"num_neg_samples": 3}, 3),
                ({"custom_neg_classes": (4, 5, 6)}, 3),
                ({"custom_neg_classes": np.array([4, 5])}, 2),
                ({"custom_neg_classes": []}, 10),
                ({"custom_neg_classes": None, "num_neg_samples": None}, 10)]:
            with self.subTest(options):
                layer.nce(x, label, 100, **options)
                made = self.main.global_block().ops[-1]
                self.assertEqual(made.attrs.get("num_neg_samples", 10), number)
        with self.assert_fails(ValueError, "as many elements as "
                               "num_neg_samples, or none"):
            layer.nce(x, label, 100, num_neg_samples=3, custom_neg_classes=[1])

    def test_hsigmoid_makes_weight_and_bias(self):
        x = layer.data("x", [None, 10])
        label = layer.data("label", [None, 1], "int64")
        table, code = (layer.data(name, [None, 3], "int64")
                       for name in ("table", "code"))
        losses = [layer.hsigmoid(x, label, 100, is_sparse=True),
                  layer.hsigmoid(x, label, 20, bias_attr=False, name="given",
                                 path_table=table, path_code=code)]
        self.assertEqual([loss.shape for loss in losses], [(-1, 1)] * 2)
        self.assertEqual(
            {p.name: p.shape for p in self.main.all_parameters()},
            {"hierarchical_sigmoid_0.w_0": (99, 10),
             "hierarchical_sigmoid_0.b_0": (99,), "given.w_0": (20, 10)})
        self.refused(
            (ValueError, "has 1 classes; there must be 2 or more",
             layer.hsigmoid, x, label, 1),
            (ValueError, "takes both PathTable and PathCode, or neither",
             lambda: layer.hsigmoid(x, label, 9, path_table=table)))

    def test_hsigmoid_learns_classes(self):
        """Class y is where the argument of a row is largest."""
        for options in ({}, {"is_sparse": True}):
            with self.subTest(options), pd.program_guard(
                    pd.Program(), pd.Program()):
                x = layer.data("x", [None, 12])
                label = layer.data("label", [None, 1], "int64")
                loss = layer.mean(layer.hsigmoid(x, label, 12, **options))
                pd.optimizer.SGD(1.0).minimize(loss)
                self.exe.run(pd.default_startup_program())
                generator = np.random.default_rng(3)
                for _ in range(300):
                    y = generator.integers(0, 12, 64)
                    cost, = self.exe.run(
                        feed={"x": np.eye(12, dtype="float32")[y],
                              "label": y[:, None]}, fetch_list=[loss])
                self.assertLess(float(cost), 0.25)

    def test_wrong_arguments_are_named(self):
        x = layer.data("x", [None, 3])
        flat, label = layer.data("flat", [None]), layer.data("l", [1], "int64")
        self.refused(
            (ValueError, "dice_loss takes [rows, ..., classes], not 'flat",
             layer.dice_loss, flat, x),
            (ValueError, "nce_0 takes rows [rows, width], not 'flat",
             layer.nce, flat, label, 100))
        with self.assert_fails(ValueError, "reduction 'median' of a loss"):
            layer.mse_loss(x, x, reduction="median")
        with self.assert_fails(ValueError, "Labels [", "of hinge_loss must have"
                               " the shape of Logits"):
            layer.hinge_loss(x, layer.data("y", [None, 4]))
        with self.assert_fails(ValueError, "Label of nce must be int64"):
            layer.nce(x, x, 10)
        with self.assertRaisesRegex(TypeError, "nce: label is of type"):
            layer.nce(x, 3, 10)

    def test_labels_that_are_no_class_are_named(self):
        for function in (layer.cross_entropy, layer.nll_loss, layer.bpr_loss):
            with pd.program_guard(pd.Program(), pd.Program()):
                x = layer.data("x", [None, 3])
                loss = function(x, layer.data("y", [None, 1], "int64"))
                with self.assertRaisesRegex(IndexError,
                                            "label 3 of row 1 is not in"):
                    self.exe.eval(feed={
                        "x": np.ones((2, 3), "float32"),
                        "y": np.array([[0], [3]])}, fetch_list=[loss])


class NceTest(ProgramTestCase):
    """Words whose next word is one of two, trained against noise alone."""

    WORDS, LIKELY = 120, 0.75

    def setUp(self):
        super().setUp()
        self.random = np.random.default_rng(7)
        self.next = np.stack([self.random.permutation(self.WORDS)
                              for _ in range(2)])

    def batch(self, size):
        word = self.random.integers(0, self.WORDS, size)
        which = (self.random.random(size) > self.LIKELY).astype(int)
        return {"word": word[:, None], "after": self.next[which, word][:, None]}

    def train(self, steps, rows=256, **options):
        word = layer.data("word", [None, 1], "int64")
        after = layer.data("after", [None, 1], "int64")
        vector = layer.embedding(word, [self.WORDS, 24], is_sparse=True,
                                 param_attr="vectors")
        loss = layer.mean(layer.nce(vector, after, self.WORDS, name="nce",
                                    num_neg_samples=15, **options))
        pd.optimizer.Adam(0.005).minimize(loss)
        self.run_startup()
        return [self.exe.run(self.main, feed=self.batch(rows),
                             fetch_list=[loss])[0] for _ in range(steps)]

    def scores(self):
        """Returns the score of each next word after each word."""
        return (self.value("vectors") @ self.value("nce.w_0").T +
                self.value("nce.b_0"))

    def check(self, **options):
        losses = self.train(1500, rows=1024, **options)
        self.assertLess(np.mean(losses[-50:]), 0.05 * losses[0])
        scores, words = self.scores(), np.arange(self.WORDS)
        first = scores.argmax(1) == self.next[0]
        self.assertGreaterEqual(first.mean(), 0.98)
        # Scores become logarithms of probabilities, though nothing but noise
        # says so.
        likely = np.exp(scores[words, self.next[0]])
        self.assertAlmostEqual(np.median(likely), self.LIKELY, delta=0.1)

    def test_ranks_the_true_class_first(self):
        self.check()

    def test_ranks_it_first_with_log_uniform_noise(self):
        self.check(sampler="log_uniform")

    def test_sparse_gradients_are_the_same(self):
        np.testing.assert_allclose(self.losses_of(3, is_sparse=True),
                                   self.losses_of(3), rtol=1e-5)

    def test_the_same_seed_draws_the_same_noise(self):
        first, again, other = (self.losses_of(seed) for seed in (3, 3, 4))
        np.testing.assert_array_equal(first, again)
        self.assertTrue((first != other).all())

    def losses_of(self, seed, **options):
        """With fresh programs, and the same data and first parameters."""
        self.random = np.random.default_rng(1)
        self.main, self.startup = pd.Program(), pd.Program()
        self.startup.random_seed, self.main.random_seed = 5, seed
        self.exe = pd.Executor(pd.CPUPlace())
        with pd.program_guard(self.main, self.startup), \
                pd.scope_guard(pd.Scope()):
            return np.array(self.train(5, **options))
