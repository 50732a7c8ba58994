"""pd.metric against what a loop over all samples finds."""

import json
import math
import unittest

import numpy as np

import paddle as pd
from paddle import metric
from testing_util import ProgramTestCase

CLASSES = 4


def batches(seed=0, sizes=(7, 1, 20, 0, 12)):
    random = np.random.default_rng(seed)
    for n in sizes:
        yield (random.random((n, CLASSES)).astype(np.float32),
               random.integers(0, CLASSES, n))


def binary(seed=0, sizes=(7, 1, 20, 0, 12), grid=16):
    """Scores on a grid, so that some are equal."""
    random = np.random.default_rng(seed)
    for n in sizes:
        labels = random.integers(0, 2, n)
        scores = (random.integers(0, grid, n) + 3 * labels) / (grid + 3)
        yield scores, labels


def joined(parts):
    return [np.concatenate(each) for each in zip(*parts)]


def gathered(made, parts):
    for part in parts:
        made.update(*part)
    return made.eval()


class ClassesTest(unittest.TestCase):

    def test_accuracy(self):
        scores, labels = joined(batches())
        for k in (1, 2, CLASSES):
            right = [label in sorted(range(CLASSES),
                                     key=lambda c: -row[c])[:k]
                     for row, label in zip(scores, labels)]
            self.assertEqual(gathered(metric.Accuracy(k), batches()),
                             np.mean(right))

    def test_accuracy_of_classes_and_columns(self):
        made = metric.Accuracy()
        made.update(np.array([[1], [2]]), np.array([[1], [3]]))
        made.update(np.array([2, 2]), np.array([2, 2]))
        self.assertEqual(made.eval(), 0.75)
        made.reset()
        made.update(np.array([[.5, .5]]), [0])  # A tie: the lower one.
        self.assertEqual(made.eval(), 1)

    def naive_counts(self, said, labels, wanted):
        pairs = list(zip(said, labels))
        return [sum(p == wanted == y for p, y in pairs),
                sum(p == wanted != y for p, y in pairs),
                sum(p != wanted == y for p, y in pairs)]

    def harmonic(self, a, b):
        return 2 / (1 / a + 1 / b) if a and b else 0

    def check_all_three(self, parts, said, labels, wanted, **arguments):
        """The naive values of each class, averaged."""
        counts = [self.naive_counts(said, labels, c) for c in wanted]
        if arguments.get("average") == "micro":
            counts = [np.sum(counts, axis=0)]
        values = {"Precision": [tp / (tp + fp) for tp, fp, fn in counts],
                  "Recall": [tp / (tp + fn) for tp, fp, fn in counts],
                  "F1": [self.harmonic(tp / (tp + fp), tp / (tp + fn))
                         for tp, fp, fn in counts]}
        for name, each in values.items():
            made = getattr(metric, name)(**arguments)
            self.assertAlmostEqual(gathered(made, parts), np.mean(each))

    def test_precision_recall_and_f1_of_two_classes(self):
        scores, labels = joined(binary())
        for threshold in (0.3, 0.5):
            self.check_all_three(list(binary()), scores > threshold, labels,
                                 [1], threshold=threshold)

    def test_precision_recall_and_f1_of_many_classes(self):
        scores, labels = joined(batches())
        for average in ("macro", "micro"):
            self.check_all_three(
                list(batches()), scores.argmax(1), labels, range(CLASSES),
                classes=CLASSES, average=average)

    def test_shares_of_nothing(self):
        for name in ("Precision", "Recall", "F1"):
            made = getattr(metric, name)()
            self.assertTrue(math.isnan(made.eval()))
            made.update(np.array([0.1, 0.2]), np.array([0, 0]))
            self.assertEqual(made.eval(), 0)

    def test_mean_iou(self):
        random = np.random.default_rng(3)
        parts = [random.integers(0, 3, (2, 2, 5, 6)) for _ in range(4)]
        said, labels = joined(parts)
        shares = []
        for c in range(3):
            both = np.sum((said == c) & (labels == c))
            shares.append(both / np.sum((said == c) | (labels == c)))
        # Class 3 never occurs.
        self.assertAlmostEqual(gathered(metric.MeanIoU(4), parts),
                               np.mean(shares))

    def test_wrong_arrays_are_refused(self):
        scores = np.ones((3, 2))
        for made, arrays, part in [
                (metric.Accuracy(), (scores, [0, 1]), "3 predictions .* 2"),
                (metric.Accuracy(), (scores, [0, 1, 2]), r"\[0, 2\), .* 2"),
                (metric.Accuracy(), (scores, scores), r"shape \(3, 2\)"),
                (metric.Accuracy(), (np.ones(3), [0, 1, 1]), "classes"),
                (metric.Precision(), (np.ones(3), [0, -1, 1]), "one is -1"),
                (metric.Recall(3), (scores, [0, 1, 1]), r"\[n, 3\]"),
                (metric.F1(3), ([1, 2, 3], [0, 1, 1]), "one is 3"),
                (metric.Auc(), ([2.0], [1]), "from 2.0 to 2.0"),
                (metric.Auc(), ([0.5], [0.5]), "whole numbers"),
                (metric.MeanIoU(2), ([0, 1], [1]), "different shapes"),
                (metric.ChunkEvaluator(), (2, 3, 4), "4 correct"),
                (metric.EditDistance(), ([1, 2], 3), "2 distances"),
                (metric.EditDistance(), ([-1],), "-1")]:
            with self.subTest(made), self.assertRaisesRegex(ValueError, part):
                made.update(*map(np.asarray, arrays))
        for make in (lambda: metric.Accuracy(0), lambda: metric.Auc("XY"),
                     lambda: metric.Auc(bins=0),
                     lambda: metric.F1(average="none")):
            with self.assertRaises(ValueError):
                make()


class AucTest(unittest.TestCase):

    def test_roc_is_the_chance_of_the_right_order(self):
        scores, labels = joined(binary())
        yes, no = scores[labels == 1], scores[labels == 0]
        chance = np.mean([(a > b) + (a == b) / 2 for a in yes for b in no])
        self.assertAlmostEqual(gathered(metric.Auc(), binary()), chance)

    def test_pr_is_the_average_precision(self):
        scores, labels = joined(binary())
        area, recall_before = 0.0, 0.0
        for threshold in sorted(set(scores), reverse=True):
            said = scores >= threshold
            recall = labels[said].sum() / labels.sum()
            area += labels[said].mean() * (recall - recall_before)
            recall_before = recall
        self.assertAlmostEqual(gathered(metric.Auc("PR"), binary()), area)

    def test_scores_of_both_classes(self):
        made = metric.Auc()
        made.update(np.array([[.9, .1], [.2, .8], [1., 0.]]), [[0], [1], [0]])
        self.assertEqual(made.eval(), 1)

    def test_one_class_alone_has_no_area(self):
        made = metric.Auc()
        made.update([0.5, 1.0], [1, 1])
        self.assertTrue(math.isnan(made.eval()))
        self.assertTrue(math.isnan(metric.Auc("PR").eval()))


class GatheringTest(unittest.TestCase):

    def test_means_are_weighted(self):
        made = metric.MeanMetric()
        made.update(1.0, 3)
        made.update([2.0, 6.0])
        self.assertEqual(made.eval(), (3 + 8) / 5)
        made.update([[1.0], [2.0]], [[0], [10]])
        self.assertEqual(made.eval(), (3 + 8 + 20) / 15)
        made.reset()
        self.assertTrue(math.isnan(made.eval()))

    def test_chunks(self):
        made = metric.ChunkEvaluator()
        self.assertEqual(made.eval(), (0, 0, 0))
        made.update(10, 8, 6)
        made.update(np.array([2]), np.array([4]), np.array([1]))
        precision, recall, f1 = made.eval()
        self.assertEqual((precision, recall), (7 / 12, 7 / 12))
        self.assertAlmostEqual(f1, 7 / 12)

    def test_edit_distances(self):
        made = metric.EditDistance()
        made.update(np.array([[0.0], [3.0]]), np.array([2]))
        made.update([1.0])
        self.assertEqual(made.eval(), (4 / 3, 2 / 3))
        self.assertEqual(made.eval().error_rate, 2 / 3)
        made.reset()
        self.assertTrue(math.isnan(made.eval().distance))

    def test_composites_feed_all(self):
        parts = list(binary())
        made = metric.CompositeMetric([metric.Precision(), metric.Auc()])
        self.assertEqual(gathered(made, parts),
                         [gathered(metric.Precision(), parts),
                          gathered(metric.Auc(), parts)])
        made.reset()
        self.assertTrue(math.isnan(made.eval()[0]))

    def test_a_state_carries_over(self):
        parts = list(binary())
        makers = [metric.Accuracy, metric.Precision, metric.F1, metric.Auc,
                  lambda: metric.CompositeMetric([metric.Recall()])]
        for make in makers:
            made, other = make(), make()
            said = [(p > 0.5).astype(int) for p, _ in parts]
            mine = [(s if make is metric.Accuracy else p, y)
                    for s, (p, y) in zip(said, parts)]
            gathered(made, mine[:3])
            other.load_state_dict(json.loads(json.dumps(made.state_dict())))
            self.assertEqual(gathered(other, mine[3:]),
                             gathered(made, mine[3:]))
        with self.assertRaisesRegex(ValueError, r"shape .* not \(2, 4096\)"):
            metric.Auc().load_state_dict(metric.Auc(bins=8).state_dict())
        with self.assertRaisesRegex(ValueError, "0 metrics, not of 1"):
            makers[-1]().load_state_dict({})


class LayersTest(ProgramTestCase):
    """Results of layers need no conversion."""

    def test_edit_distance(self):
        hyps = pd.layer.data("hyps", [None, 1], "int64", lod_level=1)
        refs = pd.layer.data("refs", [None, 1], "int64", lod_level=1)
        out = pd.layer.edit_distance(hyps, refs, normalized=False)
        made = metric.EditDistance()
        made.update(*self.eval(list(out), hyps=[[1, 2, 3], [4]],
                               refs=[[1, 3], [4]]))
        self.assertEqual(made.eval(), (0.5, 0.5))

    def test_chunk_eval(self):
        said = pd.layer.data("said", [None, 1], "int64", lod_level=1)
        label = pd.layer.data("label", [None, 1], "int64", lod_level=1)
        out = pd.layer.chunk_eval(said, label, "IOB", 1)
        made = metric.ChunkEvaluator()
        made.update(*self.eval(list(out)[3:], said=[[0, 1, 2, 0]],
                               label=[[0, 1, 2, 2]]))
        self.assertEqual(made.eval(), (0.5, 1, 2 / 3))
