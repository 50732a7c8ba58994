"""pd.Trainer: what it trains, measures, tells and refuses."""

import os
import tempfile

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase, random

layer = pd.layer
X = random(96, 6)
Y = X[:, :3].argmax(1)


def network():
    x = layer.data("x", [None, 6])
    y = layer.data("y", [None, 1], "int64")
    out = layer.fc(layer.dropout(layer.fc(x, 16, act="relu"), 0.2), 3)
    loss = layer.mean(layer.softmax_with_cross_entropy(out, y))
    return loss, {"accuracy": layer.accuracy(layer.softmax(out), y)}


def make_data():
    return pd.reader.DataPipeline.from_arrays(X, Y).shuffle(96, 3).batch(16)


def everything():
    yield X, Y


class TrainerTestCase(ProgramTestCase):

    def setUp(self):
        super().setUp()
        pd.seed(5)

    def train(self, *args, trainer=None, **kwargs):
        trainer = trainer or pd.Trainer(network, pd.optimizer.Adam(0.02))
        kwargs.setdefault("progress", False)
        return trainer, trainer.train(*args, **kwargs)

    def values(self, trainer):
        return [np.array(trainer.scope.find_var(p.name).get_tensor()).tolist()
                for p in trainer.program.all_parameters()]


class TrainerTest(TrainerTestCase):

    def test_it_learns_and_measures(self):
        trainer, history = self.train(make_data(), 12, eval_reader=everything)
        self.assertEqual(len(history), 12)
        self.assertEqual(list(history[0]), ["loss", "accuracy", "eval_loss",
                                            "eval_accuracy"])
        self.assertLess(history[-1]["loss"], history[0]["loss"] / 2)
        self.assertGreater(history[-1]["eval_accuracy"], 0.9)
        tested = trainer.test(everything)
        self.assertEqual(tested["loss"], history[-1]["eval_loss"])
        # Test mode: dropout is off, so twice is the same; nothing is updated.
        self.assertEqual(trainer.test(everything), tested)

    def test_it_does_what_a_loop_of_ones_own_does(self):
        trainer, history = self.train(make_data(), 2)
        pd.seed(5)
        main, startup, scope = pd.Program(), pd.Program(), pd.Scope()
        with pd.program_guard(main, startup):
            loss, _ = network()
            pd.optimizer.Adam(0.02).minimize(loss)
        self.exe.run(startup, scope=scope)
        data = make_data()
        for epoch in range(2):
            losses = []
            for batch in data:
                x, y = map(np.array, zip(*batch))
                losses.append(float(self.exe.run(
                    main, feed={"x": x, "y": y.reshape(-1, 1)},
                    fetch_list=[loss], scope=scope)[0]))
            self.assertAlmostEqual(history[epoch]["loss"], np.mean(losses))
        for p in main.all_parameters():
            np.testing.assert_array_equal(
                np.asarray(trainer.scope.find_var(p.name).get_tensor()),
                np.asarray(scope.find_var(p.name).get_tensor()))

    def test_a_program_that_is_written_already(self):
        loss, metrics = network()
        pd.optimizer.Adam(0.02).minimize(loss)
        trainer = pd.Trainer(loss, metrics=metrics)
        self.assertIs(trainer.program, self.main)
        _, history = self.train(make_data(), 5, trainer=trainer)
        self.assertLess(history[-1]["loss"], history[0]["loss"])
        self.assertNotIn("sgd", [op.type for op in
                                 trainer.test_program.global_block().ops])

    def test_an_optimizer_may_write_to_the_program(self):
        def optimizer():
            base = layer.create_global_var([1], 0.125)
            return pd.optimizer.SGD(layer.scale(base, scale=2.0))
        one, _ = self.train(make_data(), 1,
                            trainer=pd.Trainer(network, optimizer))
        pd.seed(5)
        two, _ = self.train(make_data(), 1, trainer=pd.Trainer(
            network, pd.optimizer.SGD(0.25)))
        self.assertEqual(self.values(one), self.values(two))

    def test_values_in_the_scope_stay(self):
        first, _ = self.train(make_data(), 3)
        again = pd.Trainer(network, pd.optimizer.Adam(0.02),
                           scope=first.scope)
        self.assertEqual(again.test(everything), first.test(everything))
        partly = pd.Scope()
        partly.var("fc_0.w_0").get_tensor().set(np.ones((6, 16), np.float32))
        other = pd.Trainer(network, pd.optimizer.Adam(0.02), scope=partly)
        self.assertTrue((np.asarray(
            partly.find_var("fc_0.w_0").get_tensor()) == 1).all())
        self.assertEqual(list(other.test(everything)), ["loss", "accuracy"])

    def test_means_weigh_batches_by_their_samples(self):
        trainer = pd.Trainer(network)
        whole = trainer.test(everything)
        parts = trainer.test(lambda: [(X[:10], Y[:10]), (X[10:], Y[10:])])
        for name, value in whole.items():
            self.assertAlmostEqual(parts[name], value, places=6)

    def test_metrics_that_are_no_means(self):
        def scored():
            x = layer.data("x", [None, 6])
            y = layer.data("y", [None, 1], "int64")
            out = layer.fc(x, 3)
            loss = layer.mean(layer.softmax_with_cross_entropy(out, y))
            return loss, {"f1": (pd.metric.F1(classes=3), out, y)}
        trainer = pd.Trainer(scored, pd.optimizer.Adam(0.05))
        _, history = self.train(make_data(), 4, trainer=trainer,
                                eval_reader=everything, eval_every=4)
        logits, = trainer.executor.eval(
            trainer.test_program, feed={"x": X}, scope=trainer.scope,
            fetch_list=[trainer.metrics["f1"][1]])
        expected = pd.metric.F1(classes=3)
        expected.update(logits, Y)
        self.assertEqual(trainer.test(everything)["f1"], expected.eval())
        self.assertEqual(history[-1]["eval_f1"], expected.eval())
        self.assertTrue(0 < history[0]["f1"] < 1)

    def test_events(self):
        seen = []
        _, history = self.train(make_data(), 2, event_handler=seen.append,
                                eval_reader=everything, eval_every=4)
        kinds = [type(happened).__name__ for happened in seen]
        step, evaluation = "EndStep", "EndEvaluation"
        self.assertEqual(kinds, [
            "BeginEpoch", step, step, step, step, evaluation, step, step,
            "EndEpoch", "BeginEpoch", step, step, evaluation, step, step, step,
            step, evaluation, "EndEpoch"])
        steps = [happened for happened in seen
                 if isinstance(happened, pd.event.EndStep)]
        self.assertEqual([(e.epoch, e.batch, e.step) for e in steps],
                         [(i // 6, i % 6, i + 1) for i in range(12)])
        self.assertAlmostEqual(
            np.mean([e.metrics["loss"] for e in steps[:6]]),
            history[0]["loss"])
        self.assertEqual(seen[-1].metrics, history[-1])

    def test_a_handler_stops_it(self):
        trainer = pd.Trainer(network, pd.optimizer.Adam(0.02))
        steps = []

        def handle(happened):
            if isinstance(happened, pd.event.EndStep):
                steps.append(happened.step)
                if happened.step == 8:
                    trainer.stop()
        with tempfile.TemporaryDirectory() as folder:
            self.train(make_data(), 9, trainer=trainer, event_handler=handle,
                       checkpoints=folder)
            self.assertEqual(steps, list(range(1, 9)))
            self.assertEqual(len(os.listdir(folder)), 2)
        self.assertFalse(trainer.interrupted)


class EarlyStoppingTest(TrainerTestCase):
    """The labels of the evaluation are made wrong, more or less, so that its
    loss has a known best."""

    def mislabelled(self):
        counts = iter([0, 10, 20, 5, 70, 80, 90, 96, 96, 96])

        def read():
            wrong, count = Y.copy(), next(counts)
            wrong[:count] = (wrong[:count] + 1) % 3
            yield X, wrong
        return read

    def stopped(self, **kwargs):
        """The trainer, its history, and the parameters behind each epoch."""
        trainer, epochs = pd.Trainer(network, pd.optimizer.Adam(0.02)), []

        def handle(happened):
            if isinstance(happened, pd.event.EndEpoch):
                epochs.append(self.values(trainer))
        _, history = self.train(
            make_data(), 10, trainer=trainer, event_handler=handle,
            eval_reader=self.mislabelled(),
            early_stopping=pd.EarlyStopping(**kwargs))
        return trainer, history, epochs

    def test_it_ends_behind_its_patience_with_the_best(self):
        trainer, history, epochs = self.stopped(patience=3)
        losses = [row["eval_loss"] for row in history]
        best = int(np.argmin(losses))
        self.assertEqual(len(history), best + 1 + 3)
        self.assertLess(len(history), 10)
        self.assertEqual(self.values(trainer), epochs[best])
        self.assertNotEqual(self.values(trainer), epochs[-1])

    def test_without_restore_best_the_last_values_stay(self):
        trainer, _, epochs = self.stopped(patience=2, restore_best=False)
        self.assertEqual(self.values(trainer), epochs[-1])

    def test_a_metric_of_which_more_is_better(self):
        _, history, _ = self.stopped(monitor="accuracy", mode="max",
                                     min_delta=0.9, patience=2)
        self.assertEqual(len(history), 3)

    def test_it_goes_on_waiting_behind_a_checkpoint(self):
        with tempfile.TemporaryDirectory() as folder:
            def run(epochs, reader):
                pd.seed(5)
                return self.train(
                    make_data(), epochs, eval_reader=reader,
                    checkpoints=folder,
                    early_stopping=pd.EarlyStopping(patience=3))
            reader = self.mislabelled()
            run(3, reader)
            trainer, history = run(10, reader)
            values = self.values(trainer)
        pd.seed(5)
        straight, expected, _ = self.stopped(patience=3)
        self.assertEqual(history, expected)
        self.assertEqual(values, self.values(straight))

    def test_the_rule(self):
        early = pd.EarlyStopping(patience=2, min_delta=0.5)
        seen = [early.update(v) for v in (3, 2.6, 2.4, float("nan"), 2.3)]
        self.assertEqual(seen, [True, False, True, False, False])
        self.assertTrue(early.stopped)
        for wrong in ({"mode": "best"}, {"patience": 0}, {"min_delta": -1}):
            with self.assertRaises(ValueError):
                pd.EarlyStopping(**wrong)
