"""Metrics that add up over batches, against their definitions in NumPy."""

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase

GENERATOR = np.random.default_rng(3)


def roc_area(scores, labels):
    """The share of pairs of a positive and a negative in order."""
    gaps = scores[labels == 1][:, None] - scores[labels == 0][None, :]
    return ((gaps > 0) + 0.5 * (gaps == 0)).mean() if gaps.size else 0.


def precision_recall_area(scores, labels):
    """By trapezoids over the distinct scores."""
    recall, precision = [0.], [1.]
    for threshold in np.unique(scores)[::-1]:
        found = labels[scores >= threshold]
        recall.append(found.sum() / labels.sum())
        precision.append(found.mean())
    heights = np.add(precision[1:], precision[:-1]) / 2
    return np.sum(np.diff(recall) * heights)


def averages(predicted, labels, classes, weights):
    """Macro and micro precision, recall and F1."""
    says = predicted[:, None] == np.arange(classes)
    holds = labels[:, None] == np.arange(classes)
    both, said, held = ((weights[:, None] * x).sum(0)
                        for x in (says & holds, says, holds))

    def ratio(a, b):
        return np.divide(a, b, out=np.zeros_like(a), where=b > 0)

    macro = [ratio(both, said), ratio(both, held),
             ratio(2 * both, said + held)]
    both, said, held = (x.sum(keepdims=True) for x in (both, said, held))
    micro = [ratio(both, said), ratio(both, held),
             ratio(2 * both, said + held)]
    return np.concatenate([[x.mean() for x in macro], np.ravel(micro)])


def mean_iou(predicted, labels, classes):
    found = []
    for c in range(classes):
        either = ((predicted == c) | (labels == c)).sum()
        if either:
            found.append(((predicted == c) & (labels == c)).sum() / either)
    return np.mean(found) if found else 0.


class MetricTestCase(ProgramTestCase):

    def run_main(self, fetch, **feed):
        return self.exe.run(self.main, feed=feed, fetch_list=[fetch])[0]

    def check_states(self, metric, *shapes):
        """Kept and not trained, filled by the startup program and by `reset`,
        which does nothing else."""
        self.assertEqual([state.shape for state in metric.states],
                         list(shapes))
        reset = metric.reset.global_block()
        self.assertEqual([op.outputs["Out"] for op in reset.ops],
                         [[state.name] for state in metric.states])
        for state in metric.states:
            self.assertTrue(state.stop_gradient)
            for block in (self.main.global_block(),
                          self.startup.global_block(), reset):
                self.assertTrue(block.var(state.name).persistable)


class AucTest(MetricTestCase):

    def setUp(self):
        super().setUp()
        self.p = pd.layer.data("p", [None, 1])
        self.label = pd.layer.data("label", [None, 1], "int64")

    def batches(self):
        """Scores on the thresholds, so that none are confused."""
        for rows in (50, 0, 33):
            yield (GENERATOR.integers(0, 101, (rows, 1)) / 100,
                   GENERATOR.integers(0, 2, (rows, 1)))

    def check_areas(self, curve, area_of):
        metric = pd.layer.auc(self.p, self.label, curve, num_thresholds=1000)
        self.assertEqual((metric.auc.shape, metric.auc.dtype),
                         ((), "float64"))
        self.check_states(metric, (1001,), (1001,))
        self.run_startup()
        for _ in range(2):  # the second time after a reset
            scores, labels = np.empty(0), np.empty(0, int)
            for p, label in self.batches():
                p = p.astype("float32")
                scores = np.append(scores, p.astype(float).round(6))
                labels = np.append(labels, label)
                area = self.run_main(metric.auc, p=p, label=label)
                self.assertAlmostEqual(float(area), area_of(scores, labels),
                                       delta=1e-9)
            self.exe.run(metric.reset)
            for state in metric.states:
                self.assertFalse(self.value(state.name).any())

    def test_roc(self):
        self.check_areas("ROC", roc_area)

    def test_precision_and_recall(self):
        self.check_areas("PR", precision_recall_area)

    def test_evaluating_does_not_disturb_another_metric(self):
        first = pd.layer.auc(self.p, self.label)
        second = pd.layer.auc(self.p, self.label)
        self.assertNotIn(first.states[0].name,
                         [v.name for v in second.reset.list_vars()])
        self.run_startup()
        feed = {"p": np.float32([[0.9], [0.2]]), "label": [[1], [0]]}
        self.assertEqual(self.run_main(first.auc, **feed), 1)
        self.exe.run(first.reset)
        self.assertEqual(self.value(second.states[0].name).sum(), 1)

    def test_mistakes_leave_the_counts_alone(self):
        metric = pd.layer.auc(self.p, self.label)
        self.run_startup()
        with self.assertRaisesRegex(IndexError, "row 1 of Label is 3, not"):
            self.run_main(metric.auc, p=np.float32([[0.1], [0.2]]),
                          label=[[0], [3]])
        with self.assertRaisesRegex(IndexError, "row 0 of Predict is 7"):
            self.run_main(metric.auc, p=np.float32([[7]]), label=[[0]])
        self.assertFalse(self.value(metric.states[1].name).any())
        with self.assert_fails(ValueError, "curve", "ROC", "PR"):
            pd.layer.auc(self.p, self.label, curve="DET")
        with self.assertRaisesRegex(TypeError, "auc: label is of type"):
            pd.layer.auc(self.p, 3)


class PrecisionRecallTest(MetricTestCase):

    CLASSES = 4

    def setUp(self):
        super().setUp()
        self.x = pd.layer.data("x", [None, self.CLASSES])
        self.label = pd.layer.data("label", [None, 1], "int64")
        self.weights = pd.layer.data("weights", [None, 1])

    def test_batches_and_totals(self):
        metric = pd.layer.precision_recall(self.x, self.label, self.weights)
        self.assertEqual((metric.batch.shape, metric.total.shape),
                         ((6,), (6,)))
        self.check_states(metric, (self.CLASSES, 4))
        self.run_startup()
        predicted, labels = np.empty(0, int), np.empty(0, int)
        weights = np.empty(0)
        for rows in (20, 1, 0, 30):
            x = GENERATOR.random((rows, self.CLASSES), "float32")
            label = GENERATOR.integers(0, self.CLASSES - 1, (rows, 1))
            weight = GENERATOR.random((rows, 1), "float32")
            batch, total = self.exe.run(
                self.main, feed={"x": x, "label": label, "weights": weight},
                fetch_list=[metric.batch, metric.total])
            one = x.argmax(1), label[:, 0], weight[:, 0].astype(float)
            np.testing.assert_allclose(
                batch, averages(*one[:2], self.CLASSES, one[2]), atol=1e-12)
            predicted, labels, weights = (
                np.append(a, b) for a, b in zip((predicted, labels, weights),
                                                one))
            np.testing.assert_allclose(
                total, averages(predicted, labels, self.CLASSES, weights),
                atol=1e-12)
        states = self.value(metric.states[0].name)
        np.testing.assert_allclose(states.sum(1), weights.sum(), rtol=1e-12)
        self.exe.run(metric.reset)
        self.assertFalse(self.value(metric.states[0].name).any())

    def test_rows_weigh_one_by_default(self):
        metric = pd.layer.precision_recall(self.x, self.label)
        self.run_startup()
        x = np.eye(self.CLASSES, dtype="float32")
        total = self.run_main(metric.total, x=x, label=[[0], [1], [2], [0]])
        np.testing.assert_allclose(
            total, averages(np.arange(4), np.array([0, 1, 2, 0]), 4,
                            np.ones(4)))

    def test_scores_have_classes(self):
        for name, shape, message in (
                ("y", [7, None], "scores of [rows, classes]"),
                ("z", [], "not []")):
            scores = pd.layer.data(name, shape)
            with self.assert_raises(ValueError, message):
                pd.layer.precision_recall(scores, self.label)

    def test_a_label_that_is_no_class(self):
        metric = pd.layer.precision_recall(self.x, self.label)
        self.run_startup()
        with self.assertRaisesRegex(
                IndexError, r"element 0 of Labels is class 4, not in \[0, 4\)"):
            self.run_main(metric.total, x=np.eye(1, 4, dtype="float32"),
                          label=[[4]])


class MeanIouTest(MetricTestCase):

    def test_batches(self):
        said = pd.layer.data("said", [None, 5], "int64")
        label = pd.layer.data("label", [None, 5], "int64")
        metric = pd.layer.mean_iou(said, label, 6)
        self.assertEqual(metric.mean_iou.shape, ())
        self.check_states(metric, (6,), (6,))
        self.run_startup()
        all_said, labels = np.empty(0, int), np.empty(0, int)
        for rows in (0, 3, 1):  # class 5 never occurs
            a = GENERATOR.integers(0, 5, (rows, 5))
            b = GENERATOR.integers(0, 5, (rows, 5))
            all_said, labels = np.append(all_said, a), np.append(labels, b)
            value = self.run_main(metric.mean_iou, said=a, label=b)
            self.assertAlmostEqual(float(value), mean_iou(all_said, labels, 6))
        self.exe.run(metric.reset)
        self.assertFalse(self.value(metric.states[0].name).any())
        with self.assertRaisesRegex(IndexError, "Predictions is class -1"):
            self.run_main(metric.mean_iou, said=np.full((1, 5), -1),
                          label=np.zeros((1, 5), int))


class InferenceTest(MetricTestCase):

    def test_a_test_program_shares_the_counts(self):
        p = pd.layer.data("p", [None, 1])
        label = pd.layer.data("label", [None, 1], "int64")
        metric = pd.layer.auc(p, label)
        self.run_startup()
        test = self.main.clone(for_test=True)
        self.exe.run(test, feed={"p": np.float32([[0.3]]), "label": [[1]]},
                     fetch_list=[metric.auc])
        self.assertEqual(self.value(metric.states[0].name).sum(), 1)
