"""minimize(recompute=): less memory, and the bits of training without it."""

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase, random

layer = pd.layer
STEPS = 3


def sequences(lengths, width, seed):
    return [random(n, width, seed=seed + i) for i, n in enumerate(lengths)]


class RecomputeTest(ProgramTestCase):

    def train(self, build, feeds, optimize=True, check=None, **options):
        """The losses of some steps, and what lasts of them, by name. `build`
        returns the loss, or the loss and a checkpoint."""
        main, startup = pd.Program(), pd.Program()
        main.random_seed = startup.random_seed = 5
        exe = pd.Executor(optimize=optimize)
        with pd.program_guard(main, startup), pd.scope_guard(pd.Scope()):
            made = build()
            loss, *kept = made if isinstance(made, tuple) else (made,)
            if kept and "recompute" in options:
                options["recompute"] = kept
            pd.optimizer.Adam(0.01, grad_clip=pd.clip.ClipByGlobalNorm(1.0)
                              ).minimize(loss, **options)
            main.verify()
            exe.run(startup)
            losses = [exe.run(feed=feeds(step), fetch_list=[loss])[0]
                      for step in range(STEPS)]
            lasting = {
                v.name: np.array(pd.global_scope().find_var(v.name)
                                 .get_tensor())
                for v in main.list_vars() if v.persistable}
        if check is not None:
            check(main)
        return losses, lasting

    def copies(self, main):
        return [name for op in main.global_block().ops
                for names in op.outputs.values() for name in names
                if "@RECOMPUTE" in name]

    def assert_same_bits(self, build, feeds, **options):
        losses, lasting = self.train(build, feeds, **options)

        def check(main):
            self.assertTrue(self.copies(main))

        for optimize in (True, False):
            again, state = self.train(build, feeds, optimize, check,
                                      recompute=True, **options)
            np.testing.assert_array_equal(losses, again)
            self.assertEqual(lasting.keys(), state.keys())
            for name, value in lasting.items():
                np.testing.assert_array_equal(value, state[name], name)
        self.assertTrue(np.isfinite(losses).all())
        self.assertNotEqual(losses[0], losses[-1])

    def mlp(self, layers=8):
        x = layer.data("x", [None, 16])
        for _ in range(layers):
            x = layer.dropout(layer.fc(x, 16, act="tanh"), 0.3)
        return layer.mean(layer.square(layer.fc(x, 1) - 1.0))

    @staticmethod
    def rows(step):
        return {"x": random(8, 16, seed=step)}

    def test_dropout_draws_the_same_numbers(self):
        self.assert_same_bits(self.mlp, self.rows)

    def test_running_statistics_change_once(self):
        def build():
            x = layer.data("x", [None, 3, 8, 8])
            for width in (4, 4, 8, 8):
                x = layer.relu(layer.batch_norm(
                    layer.conv2d(x, width, 3, padding=1)))
            return layer.mean(layer.square(layer.fc(x, 2) - 1.0))
        self.assert_same_bits(
            build, lambda step: {"x": random(4, 3, 8, 8, seed=step)})

    def test_an_encoder(self):
        def build():
            x = layer.data("x", [None, 6, 16])
            for _ in range(3):
                q, k, v = (layer.fc(x, 16, num_flatten_dims=2)
                           for _ in range(3))
                weights = layer.dropout(layer.softmax(
                    layer.matmul(q, k, transpose_y=True)), 0.1)
                x = layer.layer_norm(x + layer.matmul(weights, v),
                                     begin_norm_axis=2)
                hidden = layer.fc(x, 32, num_flatten_dims=2, act="relu")
                x = layer.layer_norm(
                    x + layer.fc(hidden, 16, num_flatten_dims=2),
                    begin_norm_axis=2)
            return layer.mean(layer.square(layer.fc(x, 2) - 1.0))
        self.assert_same_bits(
            build, lambda step: {"x": random(4, 6, 16, seed=step)})

    def test_sequences_of_any_length(self):
        def build():
            x = layer.data("x", [None, 8], lod_level=1)
            for _ in range(3):
                x, _ = layer.dynamic_lstm(layer.fc(x, 32), 32)
            return layer.mean(layer.square(
                layer.sequence_pool(x, "sum") - 1.0))
        self.assert_same_bits(build, lambda step: {
            "x": sequences([3, 0, 5, 1 + step], 8, seed=step)})

    def test_a_loop(self):
        def build():
            x = layer.tanh(layer.fc(layer.data("x", [None, 16]), 16))
            scale = layer.sigmoid(layer.tanh(x))
            i = layer.fill_constant([1], "int64", 0)
            end = layer.fill_constant([1], "int64", 4)
            loop = pd.While(pd.less_than(i, end))
            with loop.block():
                at, value = loop.carry(i), loop.carry(x)
                after = pd.increment(at)
                loop.update(at, after)
                loop.update(value, layer.dropout(
                    layer.tanh(layer.fc(value, 16, param_attr="w")) * scale,
                    0.2))
                loop.condition(pd.less_than(after, end))
            x = layer.exp(layer.tanh(loop()[1]))
            return (layer.mean(layer.square(layer.fc(x, 1) - 1.0)), x)
        self.assert_same_bits(build, self.rows)

    def test_a_recurrent_network(self):
        def build():
            x = layer.data("x", [None, 8], lod_level=1)
            start = layer.data("m", [None, 8])
            rnn = pd.rnn()
            with rnn.step():
                memory = rnn.memory(init=start)
                following = layer.dropout(layer.tanh(
                    layer.fc(x, 8, param_attr="w") +
                    layer.fc(rnn.previous_memory(memory), 8,
                             param_attr="u")), 0.2)
                rnn.update_memory(memory, following)
                rnn.output(following)
            last = layer.tanh(layer.sequence_pool(rnn()[0], "sum"))
            return (layer.mean(layer.square(layer.fc(last, 1) - 1.0)), last)
        self.assert_same_bits(
            build, lambda step: {"x": sequences([3, 2, 5], 8, seed=step),
                                 "m": np.zeros((3, 8), "float32")})

    def test_a_branch(self):
        def build():
            x = layer.tanh(layer.fc(layer.data("x", [None, 16]), 16))
            large = layer.reduce_sum(layer.square(x)) > 0.0
            x = pd.cond(large, lambda: layer.dropout(layer.exp(x), 0.2),
                        lambda: layer.tanh(x))
            x = layer.sigmoid(layer.tanh(x))
            return (layer.mean(layer.square(layer.fc(x, 1) - 1.0)), x)
        self.assert_same_bits(build, self.rows)

    def test_accumulation(self):
        self.assert_same_bits(self.mlp, self.rows, accumulate_steps=2)

    def test_a_print_prints_once(self):
        def build():
            x = layer.data("x", [None, 16])
            for _ in range(8):
                x = layer.exp(layer.fc(x, 16, act="tanh") * 0.1)
                layer.print(x, message="printed", first_n=0)
            return layer.mean(layer.fc(x, 1))

        def check(main):
            self.assertTrue(self.copies(main))
            kinds = [op.type for op in main.global_block().ops]
            self.assertEqual(kinds.count("print"), 8)
        self.train(build, self.rows, check=check, recompute=True)

    def test_a_deep_net_takes_about_the_square_root(self):
        def peak(**options):
            with pd.program_guard(pd.Program(), pd.Program()):
                x = layer.data("x", [None, 64])
                for _ in range(24):
                    x = layer.dropout(layer.fc(x, 64, act="tanh"), 0.1)
                loss = layer.mean(layer.fc(x, 1))
                pd.optimizer.SGD(0.1).minimize(loss, **options)
                return pd.memory_plan(shapes={"x": (1024, 64)},
                                      fetch_list=[loss]).peak
        plain, less = peak(), peak(recompute=True)
        # The results of a few layers are kept, and some layers at a time.
        self.assertLess(less, 0.5 * plain)

    def test_common_subexpressions_are_not_shared_with_copies(self):
        loss = self.mlp()
        pd.optimizer.SGD(0.1).minimize(loss, recompute=True)
        made = pd.optimize(self.main, targets=[loss])
        self.assertEqual(len(self.copies(made)), len(self.copies(self.main)))

    def test_the_clone_for_tests_has_no_copies(self):
        loss = self.mlp()
        pd.optimizer.SGD(0.1).minimize(loss, recompute=True)
        test = self.main.clone(for_test=True)
        self.assertEqual(self.copies(test), [])

    def test_trainers_pass_it_on(self):
        def network():
            x, y = layer.data("x", [None, 4]), layer.data("y", [None, 1])
            h = x
            for _ in range(8):
                h = layer.fc(h, 4, act="tanh")
            return layer.mse_loss(layer.fc(h, 1), y)

        def reader():
            yield [(random(4, seed=i), [1.0]) for i in range(4)]

        found = []
        for recompute in (None, True):
            pd.seed(3)
            trainer = pd.Trainer(network, pd.optimizer.SGD(0.1),
                                 recompute=recompute)
            trainer.train(reader, epochs=3, progress=False)
            self.assertEqual(bool(self.copies(trainer.program)),
                             recompute is True)
            found.append(trainer.test(reader)["loss"])
        self.assertEqual(*found)

    def test_mistakes(self):
        x = layer.data("x", [None, 16])
        apart = layer.exp(x)
        loss = layer.mean(layer.fc(layer.fc(x, 16, act="tanh"), 1))
        sgd = pd.optimizer.SGD(0.1)
        with self.assert_raises(ValueError, "is not between the parameters",
                                apart.name, "recompute_test.py, line",
                                "layer.exp(x)"):
            sgd.minimize(loss, recompute=[apart])
        self.refused(
            (KeyError, "no_such", lambda: sgd.minimize(
                loss, recompute=["no_such"])),
            (ValueError, "lists no checkpoint", lambda: sgd.minimize(
                loss, recompute=[])),
            (TypeError, "", lambda: sgd.minimize(loss, recompute=3)))
        sgd.minimize(loss, recompute=False)
        self.assertEqual(self.copies(self.main), [])
