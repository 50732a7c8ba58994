"""Trainer.predict: what a network says of all that a reader gives."""

import tempfile

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase, random

layer = pd.layer


def network():
    x = layer.data("x", [None, 4])
    y = layer.data("y", [None, 1], "int64")
    logits = layer.fc(layer.dropout(layer.fc(x, 8, act="relu"), 0.5), 3)
    loss = layer.mean(layer.softmax_with_cross_entropy(logits, y))
    chances = layer.softmax(logits)
    return loss, {"accuracy": layer.accuracy(chances, y)}, {
        "chances": chances, "best": layer.argmax(chances, axis=1)}


class TrainerPredictTest(ProgramTestCase):

    def setUp(self):
        super().setUp()
        self.x = random(23, 4)
        self.y = np.arange(23).reshape(23, 1) % 3
        self.trainer = pd.Trainer(network, pd.optimizer.SGD(0.1))

    def batches(self, *columns):
        """A reader of tuples of columns, in batches of 5."""
        return lambda: iter([tuple(column[i:i + 5] for column in columns)
                             for i in range(0, 23, 5)])

    def test_all_rows_in_order(self):
        found = self.trainer.predict(self.batches(self.x))
        self.assertEqual(list(found), ["chances", "best"])
        self.assertEqual(found["chances"].shape, (23, 3))
        np.testing.assert_allclose(found["chances"].sum(axis=1), 1, rtol=1e-5)
        np.testing.assert_array_equal(found["best"].ravel(),
                                      found["chances"].argmax(axis=1))
        again = self.trainer.predict(self.batches(self.x))
        np.testing.assert_array_equal(found["chances"], again["chances"])

    def test_labels_may_be_there(self):
        expected = self.trainer.predict(self.batches(self.x))["chances"]
        samples = list(zip(self.x, self.y))
        for reader in (
                self.batches(self.x, self.y),
                lambda: iter([samples[:20], samples[20:]]),
                lambda: iter([[(x,) for x in self.x]]),
                lambda: iter([list(self.x)]),
                lambda: iter([{"x": self.x, "y": self.y}]),
                pd.reader.DataPipeline.from_arrays(self.x, self.y).batch(7)):
            np.testing.assert_array_equal(
                self.trainer.predict(reader)["chances"], expected)

    def test_the_order_of_the_parts(self):
        expected = self.trainer.predict(self.batches(self.x))["chances"]
        found = self.trainer.predict(self.batches(self.y, self.x),
                                     feed_order=["y", "x"])
        np.testing.assert_array_equal(found["chances"], expected)

    def test_outputs_that_are_named(self):
        chances = self.trainer.predict(self.batches(self.x))["chances"]
        name = next(v.name for v in self.trainer.program.list_vars()
                    if v.name.startswith("softmax_0"))
        variable = self.trainer.program.global_block().var(name)
        for outputs, key in ((name, name), ([variable], name),
                             (variable, name), ({"p": variable}, "p")):
            found = self.trainer.predict(self.batches(self.x), outputs)
            self.assertEqual(list(found), [key])
            self.assertEqual(found[key].shape, chances.shape)

    def test_dropout_is_off_and_nothing_changes(self):
        before = {v.name: np.array(
            self.trainer.scope.find_var(v.name).get_tensor())
            for v in self.trainer.program.list_vars() if v.persistable}
        self.trainer.predict(self.batches(self.x))
        for name, value in before.items():
            np.testing.assert_array_equal(np.array(
                self.trainer.scope.find_var(name).get_tensor()), value)

    def test_equals_the_saved_model(self):
        self.trainer.train(self.batches(self.x, self.y), progress=False)
        found = self.trainer.predict(self.batches(self.x))["chances"]
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        name = self.trainer._outputs["chances"]
        self.trainer.save_inference_model(folder.name + "/m", ["x"], [name])
        predictor = pd.Predictor(folder.name + "/m", optimize=1)
        np.testing.assert_allclose(predictor(self.x), found, rtol=1e-5)

    def test_sequences(self):
        def tagger():
            words = layer.data("words", [None, 1], "int64", lod_level=1)
            tags = layer.data("tags", [None, 1], "int64", lod_level=1)
            scores = layer.fc(layer.embedding(words, (9, 4)), 3)
            loss = layer.mean(layer.softmax_with_cross_entropy(scores, tags))
            return loss, {}, [scores]

        trainer = pd.Trainer(tagger, pd.optimizer.SGD(0.1))
        batches = [[[1, 2, 3], [4]], [[], [5, 6]]]
        found, = trainer.predict(lambda: iter(batches)).values()
        self.assertEqual([each.shape for each in found],
                         [(3, 3), (1, 3), (0, 3), (2, 3)])

    def test_mistakes(self):
        reader = self.batches(self.x)
        plain = pd.Trainer(lambda: network()[0], pd.optimizer.SGD(0.1))
        self.refused(
            (ValueError, "predict needs outputs", plain.predict, reader),
            (KeyError, "softmax_00", plain.predict, reader, "softmax_00"),
            (ValueError, "gave no batch", self.trainer.predict,
             lambda: iter([])),
            (TypeError, "reader", self.trainer.predict, [self.x]),
            (ValueError, "one number for a whole batch", self.trainer.predict,
             self.batches(self.x, self.y), self.trainer.loss),
            (ValueError, "3 columns", self.trainer.predict,
             self.batches(self.x, self.x, self.x)))
        with self.assert_raises(TypeError, "(loss, metrics, outputs)"):
            pd.Trainer(lambda: 3)
