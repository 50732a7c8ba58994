"""Training in bfloat16 and float16, whose parameters stay float32."""

import os
import tempfile

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase, random

layer = pd.layer
STEPS = 40


def classified(x, classes=4):
    label = layer.data("label", [None, 1], "int64")
    return layer.mean(layer.softmax_with_cross_entropy(
        layer.fc(x, classes), label))


def mlp():
    x = layer.data("x", [None, 16])
    return classified(layer.fc(layer.fc(x, 32, act="relu"), 32, act="tanh"))


def conv_net():
    x = layer.data("x", [None, 1, 8, 8])
    for width in (8, 16):
        x = layer.relu(layer.batch_norm(layer.conv2d(
            x, width, 3, padding=1, bias_attr=False)))
        x = layer.pool2d(x, 2, pool_stride=2)
    return classified(x)


def encoder(width=16, rows=6, heads=2):
    x = layer.data("x", [None, rows, width])

    def split(x):
        return layer.transpose(layer.reshape(
            x, [0, rows, heads, width // heads]), [0, 2, 1, 3])

    for _ in range(2):
        q, k, v = (split(layer.fc(x, width, num_flatten_dims=2))
                   for _ in range(3))
        scores = layer.matmul(q, k, transpose_y=True) * 0.35
        mixed = layer.reshape(layer.transpose(layer.matmul(
            layer.softmax(scores), v), [0, 2, 1, 3]), [0, rows, width])
        x = layer.layer_norm(
            x + layer.fc(mixed, width, num_flatten_dims=2), begin_norm_axis=2)
        hidden = layer.fc(x, 2 * width, num_flatten_dims=2, act="gelu")
        x = layer.layer_norm(
            x + layer.fc(hidden, width, num_flatten_dims=2),
            begin_norm_axis=2)
    return classified(layer.reduce_mean(x, [1]))


def attention(width=32, rows=32):
    x = layer.data("x", [None, rows, width])
    q, k, v = (layer.fc(x, width, num_flatten_dims=2) for _ in range(3))
    mask = layer.create_parameter([rows, rows], "float32")
    mixed = layer.scaled_dot_product_attention(
        q, k, v, num_heads=2, causal=True, mask=mask)
    x = layer.layer_norm(x + mixed, begin_norm_axis=2)
    return classified(layer.reduce_mean(x, [1]))


NETWORKS = {"mlp": (mlp, (16,)), "conv_net": (conv_net, (1, 8, 8)),
            "encoder": (encoder, (6, 16)),
            "attention": (attention, (32, 32))}


def batch(shape, seed=0):
    """Rows of four classes, each around a point of its own."""
    labels = np.arange(64).reshape(64, 1) % 4
    centers = random(4, *shape, seed=100)
    return {"x": centers[labels[:, 0]] + 0.5 * random(64, *shape, seed=seed),
            "label": labels}


class AmpTestCase(ProgramTestCase):

    def train(self, name, dtype=None, steps=STEPS, minimize=None, **options):
        """The losses of steps in a program of its own."""
        build, shape = NETWORKS[name]
        main, startup = pd.Program(), pd.Program()
        main.random_seed = startup.random_seed = 5
        with pd.program_guard(main, startup), pd.scope_guard(pd.Scope()):
            loss = build()
            optimizer = pd.optimizer.Adam(0.01)
            if dtype:
                pd.amp.decorate(optimizer, dtype, **options)
            optimizer.minimize(loss, **(minimize or {}))
            main.verify()
            self.exe.run(startup)
            losses = [float(self.exe.run(feed=batch(shape, step),
                                         fetch_list=[loss])[0])
                      for step in range(steps)]
            return losses, main

    def persistables(self):
        """The bits of all that lasts, but for the loss scaling."""
        return {v.name: self.value(v.name).tobytes()
                for v in self.main.list_vars()
                if v.persistable and "loss_scaling" not in v.name}


class TrainingTest(AmpTestCase):

    def test_reaches_the_loss_of_float32(self):
        for name in NETWORKS:
            full = self.train(name)[0]
            for dtype in ("bfloat16", "float16"):
                with self.subTest(name, dtype=dtype):
                    half = self.train(name, dtype)[0]
                    # Each step is near that of float32, and none is the same.
                    np.testing.assert_allclose(half, full, atol=2e-3)
                    self.assertNotEqual(half, full)
                    self.assertLess(half[-1], 0.01 * half[0])

    def test_recompute_keeps_the_bits(self):
        for name in NETWORKS:
            for dtype in ("bfloat16", "float16"):
                plain = self.train(name, dtype, 3)[0]
                again, main = self.train(name, dtype, 3,
                                         minimize={"recompute": True})
                self.assertEqual(plain, again, name)
                self.assertIn("@RECOMPUTE", self.written(main))

    def test_checkpoints_and_stops_mean_what_is_computed(self):
        x = layer.data("x", [None, 4])
        first = layer.fc(x, 4, act="tanh", param_attr="w")
        second = layer.fc(first, 4, act="tanh", param_attr="v")
        loss = layer.mean(layer.fc(second, 1, bias_attr=False))
        optimizer = pd.amp.decorate(pd.optimizer.SGD(0.1))
        pairs = optimizer.backward(loss, recompute=[first, second])
        self.assertIn("w", [parameter.name for parameter, _ in pairs])
        self.assertIn("@RECOMPUTE", self.written())
        pairs = optimizer.backward(layer.mean(second), no_grad_set=[first])
        self.assertEqual("v", pairs[0][0].name)

    def test_a_trainer_takes_it(self):
        optimizer = pd.amp.decorate(pd.optimizer.Adam(0.01), "float16")
        trainer = pd.Trainer(mlp, optimizer)
        feed = batch((16,))
        rows = list(zip(feed["x"], feed["label"]))
        trainer.train(pd.reader.batch(lambda: iter(rows), 32), epochs=1)
        types = [op.type for op in trainer.program.global_block().ops]
        self.assertIn("check_finite_and_unscale", types)
        scale = optimizer.loss_scale_of(trainer.program)
        self.assertEqual(scale.name, "loss_scaling_0")
        self.assertIsNone(optimizer.loss_scale_of(self.main))

    def test_divided_optimizers_refuse_a_scaled_loss(self):
        def cut(dtype, function, **options):
            self.setUp()
            with pd.device("stage:0"):
                hidden = layer.fc(layer.data("x", [None, 4]), 2)
            with pd.device("stage:1"):
                loss = layer.mean(layer.fc(hidden, 2))
            pd.amp.decorate(pd.optimizer.SGD(0.1), dtype).minimize(loss)
            return function(self.main, self.startup, **options)

        self.refused(
            (NotImplementedError, "check_finite_and_unscale", cut, "float16",
             lambda *programs: pd.passes.parameter_server(
                 *programs, servers=2)),
            (ValueError, "runs on stage 0, but has operator sgd on stage 1",
             cut, "float16", pd.passes.place))
        self.assertEqual(len(cut("bfloat16", pd.passes.place)), 2)
        served = cut("bfloat16", lambda *programs: pd.passes.parameter_server(
            *programs, servers=2))
        self.assertEqual(len(served.server), 2)


class RecurrentTest(AmpTestCase):

    def classified(self, unit, width, minimize):
        """Losses of 20 steps over sequences of 1 to 7 rows."""
        main, startup = pd.Program(), pd.Program()
        main.random_seed = startup.random_seed = 5
        with pd.program_guard(main, startup), pd.scope_guard(pd.Scope()):
            x = layer.data("x", [None, 8], lod_level=1)
            if unit == "lstm":
                gates = layer.fc(x, 4 * width)
                hidden, _ = layer.dynamic_lstm(gates, 4 * width)
            else:
                hidden = layer.dynamic_gru(layer.fc(x, 3 * width), width)
            loss = classified(layer.sequence_pool(hidden, "max"))
            minimize(loss)
            self.exe.run(startup)
            lengths = [i % 7 + 1 for i in range(32)]
            labels = np.arange(32).reshape(32, 1) % 4
            rows = np.repeat(labels[:, 0], lengths)
            values = random(4, 8, seed=9)[rows] + 0.3 * random(
                len(rows), 8, seed=3)
            feed = {"x": pd.LoDTensor(values, [lengths]), "label": labels}
            losses = [float(self.exe.run(feed=feed, fetch_list=[loss])[0])
                      for _ in range(20)]
            return losses, self.written(main)

    def test_large_states_are_16_bits(self):
        for unit, width in (("lstm", 96), ("gru", 128)):
            full = self.classified(
                unit, width, pd.optimizer.Adam(0.01).minimize)[0]
            for dtype in ("bfloat16", "float16"):
                half, text = self.classified(unit, width, pd.amp.decorate(
                    pd.optimizer.Adam(0.01), dtype).minimize)
                self.assertRegex(text, f"= {unit}.*@{dtype.upper()}")
                np.testing.assert_allclose(half, full, atol=5e-3)
                self.assertNotEqual(half, full)
                self.assertLess(half[-1], 0.2 * half[0])

    def test_small_states_are_float32(self):
        for unit in ("lstm", "gru"):
            optimizer = pd.amp.decorate(pd.optimizer.Adam(0.01))
            text = self.classified(unit, 64, optimizer.minimize)[1]
            self.assertNotRegex(text, f"= {unit}.*@BFLOAT16")
            optimizer = pd.amp.decorate(pd.optimizer.Adam(0.01),
                                        custom_white_list=[unit])
            text = self.classified(unit, 64, optimizer.minimize)[1]
            self.assertRegex(text, f"= {unit}.*@BFLOAT16")


class SkippedStepsTest(AmpTestCase):

    def build(self, optimizer, **options):
        x = layer.data("x", [None, 4])
        self.loss = layer.mean(layer.square(layer.fc(x, 3, param_attr="w")))
        pd.amp.decorate(optimizer, "float16", **options)
        optimizer.minimize(self.loss)
        self.optimizer = optimizer
        self.run_startup()

    def step(self, value):
        return float(self.exe.run(self.main, {"x": value}, [self.loss])[0])

    def scale(self):
        return float(self.value("loss_scaling_0")[0])

    def test_an_overflowing_scale_recovers(self):
        for make in (
                lambda: pd.optimizer.Adam(0.01),
                lambda: pd.optimizer.Momentum(0.01, 0.9),
                lambda: pd.optimizer.Adam(pd.schedule.noam(64, 10)),
                lambda: pd.optimizer.SGD(
                    0.1, grad_clip=pd.clip.ClipByGlobalNorm(1.0),
                    regularization=pd.regularizer.L2Decay(0.1))):
            self.setUp()
            self.build(make(), init_loss_scaling=2.0 ** 40,
                       decr_every_n_nan_or_inf=2)
            before, counted = self.persistables(), []
            skipped = 0
            while True:
                scale = self.scale()
                self.assertTrue(np.isfinite(self.step(random(8, 4))))
                after = self.persistables()
                changed = [name for name in after
                           if after[name] != before[name]]
                if "w" in changed:
                    break
                skipped += 1
                # The schedule counts the runs, and nothing else changes.
                counted += [n for n in changed if "step" not in n]
                self.assertEqual(self.scale(),
                                 scale if skipped % 2 else scale / 2)
                self.assertLess(skipped, 100)
                before = after
            self.assertGreater(skipped, 20)
            self.assertEqual(counted, [])
            self.assertEqual(self.scale(), 2.0 ** (40 - skipped // 2))
            for name in self.persistables():
                self.assertTrue(np.isfinite(self.value(name)).all(), name)

    def test_a_bad_batch_changes_nothing(self):
        self.build(pd.optimizer.Adam(0.01))
        self.step(random(8, 4))
        for bad in (np.nan, np.inf, 1e30):
            before = self.persistables()
            value = random(8, 4)
            value[3, 2] = bad
            self.step(value)
            self.assertEqual(self.persistables(), before)
            self.step(random(8, 4))
            self.assertNotEqual(self.persistables(), before)

    def test_the_scale_grows_and_is_bounded(self):
        self.build(pd.optimizer.SGD(1e-3), init_loss_scaling=4.0,
                   incr_every_n_steps=2, decr_every_n_nan_or_inf=1,
                   incr_ratio=4.0, decr_ratio=0.25)
        scales = []
        for _ in range(4):
            self.step(random(8, 4))
            scales.append(self.scale())
        self.assertEqual(scales, [4.0, 16.0, 16.0, 64.0])
        for _ in range(5):
            self.step(np.full((8, 4), np.nan, "f4"))
            scales.append(self.scale())
        self.assertEqual(scales[4:], [16.0, 4.0, 1.0, 1.0, 1.0])

    def test_a_scale_that_is_no_scale_changes_nothing(self):
        self.build(pd.optimizer.SGD(0.1), use_dynamic_loss_scaling=False)
        for bad in (np.inf, np.nan, 0.0, -1.0):
            before = self.persistables()
            self.set_value("loss_scaling_0", np.array([bad], "f4"))
            self.step(random(8, 4))
            self.assertEqual(self.persistables(), before, bad)

    def test_a_power_of_two_rounds_nothing(self):
        ends = []
        for scale in (1.0, 1024.0):
            self.setUp()
            self.build(pd.optimizer.SGD(0.1), init_loss_scaling=scale)
            for step in range(5):
                self.step(random(8, 4, seed=step))
            ends.append(self.value("w").tolist())
        self.assertEqual(*ends)

    def test_means_of_several_runs(self):
        x = layer.data("x", [None, 4])
        loss = layer.mean(layer.square(layer.fc(x, 3, param_attr="w")))
        pd.amp.decorate(pd.optimizer.Adam(0.01), "float16",
                        decr_every_n_nan_or_inf=1).minimize(
                            loss, accumulate_steps=2)
        self.run_startup()
        changes, scales, w = [], [], self.value("w")
        for bad in (False, False, True, False, False, False):
            value = random(8, 4)
            if bad:
                value[0] = np.nan
            self.exe.run(self.main, {"x": value}, [loss])
            changes.append(bool((self.value("w") != w).any()))
            scales.append(float(self.value("loss_scaling_0")[0]))
            w = self.value("w")
        self.assertEqual(changes, [False, True, False, False, False, True])
        self.assertEqual(scales, [32768.0] * 3 + [16384.0] * 3)

    def test_rows_of_an_embedding(self):
        ids = layer.data("ids", [None, 1], "int64")
        table = layer.embedding(ids, [20, 4], is_sparse=True, param_attr="t")
        loss = layer.mean(layer.square(layer.fc(table, 2)))
        pd.amp.decorate(pd.optimizer.Adam(0.01), "float16",
                        init_loss_scaling=2.0 ** 127,
                        decr_every_n_nan_or_inf=1).minimize(loss)
        self.run_startup()
        before, skipped = self.value("t"), 0
        while (self.value("t") == before).all():
            self.exe.run(self.main, {"ids": [[3], [5], [3]]}, [loss])
            skipped += 1
            self.assertLess(skipped, 130)
        self.assertGreater(skipped, 50)
        self.assertTrue(np.isfinite(self.value("t")).all())


class ProgramsTest(AmpTestCase):

    def test_the_program_as_text(self):
        x = layer.data("x", [None, 4])
        loss = layer.mean(layer.fc(x, 3, param_attr="w", bias_attr=False,
                                   act="relu"))
        pd.amp.decorate(pd.optimizer.SGD(0.1)).minimize(loss)
        forward = self.written().split("  mean_0.tmp_0@GRAD")[0]
        self.assertEqual(forward, """\
block 0 {
  x@BFLOAT16 = cast(X=x, out_dtype="bfloat16")
  w@BFLOAT16 = cast(X=w, out_dtype="bfloat16")
  fc_0.tmp_0@BFLOAT16 = mul(X=x@BFLOAT16, Y=w@BFLOAT16)
  fc_0.tmp_0 = cast(X=fc_0.tmp_0@BFLOAT16)
  fc_0.tmp_1@BFLOAT16 = relu(X=fc_0.tmp_0@BFLOAT16)
  fc_0.tmp_1 = cast(X=fc_0.tmp_1@BFLOAT16)
  mean_0.tmp_0 = mean(X=fc_0.tmp_1)
""")
        # A cast that nobody reads does not run.
        self.run_startup()
        with pd.profiler() as profile:
            self.exe.run(self.main, {"x": random(2, 4)}, [loss])
        self.assertRegex(str(profile), r"(?m)^cast +3 ")

    def test_nothing_of_the_user_changes_its_type(self):
        x = layer.data("x", [None, 4])
        hidden = layer.fc(x, 3, act="relu")
        loss = layer.mean(hidden)
        before = {v.name: v.dtype for v in self.main.list_vars()}
        pairs = pd.amp.decorate(pd.optimizer.SGD(0.1)).minimize(loss)
        for v in self.main.list_vars():
            if v.name in before:
                self.assertEqual(v.dtype, before[v.name])
        self.assertEqual({g.dtype for _, g in pairs}, {"float32"})
        self.run_startup()
        value, = self.exe.run(self.main, {"x": random(2, 4)}, [hidden])
        self.assertEqual(value.dtype, np.float32)

    def test_inference_in_16_bits(self):
        for name, (build, shape) in NETWORKS.items():
            self.setUp()
            build()
            self.run_startup()
            logits = [op for op in self.main.global_block().ops
                      if op.type == "softmax_with_cross_entropy"
                      ][0].inputs["Logits"][0]
            program = self.main.clone(for_test=True)
            feed = batch(shape)
            full, = self.exe.eval(program, feed, [logits])
            for dtype, near in (("bfloat16", 0.05), ("float16", 0.01)):
                cast = pd.amp.cast(program, dtype)
                for optimize in (1, 2, False):
                    exe = pd.Executor(optimize=optimize)
                    half, = exe.eval(cast, feed, [logits])
                    self.assertEqual(half.dtype, np.float32)
                    error = abs(half - full).max() / abs(full).max()
                    self.assertLess(error, near, (name, dtype, optimize))
                    self.assertGreater(error, 0)

    def test_a_saved_program_of_16_bits(self):
        x = layer.data("x", [None, 4])
        y = layer.fc(x, 3, act="relu")
        self.run_startup()
        program = pd.amp.cast(self.main)
        expected, = self.exe.eval(program, {"x": random(2, 4)}, [y.name])
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "model")
            pd.io.save_inference_model(path, ["x"], [y.name], program)
            with pd.scope_guard(pd.Scope()):
                loaded = pd.io.load_inference_model(path)[0]
                found, = self.exe.eval(loaded, {"x": random(2, 4)}, [y.name])
        np.testing.assert_array_equal(found, expected)

    def test_loops_stay_float32(self):
        x = layer.data("x", [None, 4])
        hidden = layer.fc(x, 4)
        total = pd.cond(pd.less_than(layer.mean(hidden), 100.0),
                        lambda: layer.fc(hidden, 2),
                        lambda: layer.fc(hidden, 2))
        loss = layer.mean(total)
        pd.amp.decorate(pd.optimizer.SGD(0.1)).minimize(loss)
        casts = [sum(op.type == "cast" for op in block.ops)
                 for block in self.main.blocks]
        self.assertGreater(casts[0], 0)
        self.assertEqual(set(casts[1:]), {0})
        self.run_startup()
        self.assertTrue(np.isfinite(self.exe.run(
            self.main, {"x": random(2, 4)}, [loss])[0]))

    def test_what_is_fed_is_read(self):
        x = layer.data("x", [None, 4])
        hidden = layer.fc(x, 4)
        y = layer.fc(hidden, 2, bias_attr=False)
        program = pd.amp.cast(pd.default_main_program(),
                              feeds=[hidden.name])
        self.exe.run(pd.default_startup_program())
        fed = {"x": random(3, 4, seed=1), hidden.name: random(3, 4, seed=2)}
        plain, half = (np.asarray(self.exe.run(
            each, feed=fed, fetch_list=[y])[0])
            for each in (pd.default_main_program(), program))
        np.testing.assert_allclose(half, plain, rtol=0.05, atol=0.02)

    def test_a_scale_is_of_one_loss(self):
        loss = mlp()
        optimizer = pd.amp.decorate(pd.optimizer.SGD(0.1), "float16")
        pairs = optimizer.backward(loss)
        optimizer.apply_gradients(pairs[:1])
        before = str(pd.default_main_program())
        with self.assertRaisesRegex(NotImplementedError,
                                    "dynamic loss scale is updated once"):
            optimizer.apply_gradients(pairs[1:])
        self.assertEqual(str(pd.default_main_program()), before)

    def test_the_startup_program_of_backward(self):
        loss = mlp()
        startup = pd.Program()
        optimizer = pd.amp.decorate(pd.optimizer.SGD(0.1), "float16")
        pairs = optimizer.backward(loss, startup_program=startup)
        optimizer.apply_gradients(pairs, startup_program=startup)
        self.assertIn("loss_scaling", str(startup))

    def test_mistakes_are_named(self):
        x = layer.data("x", [None, 4])
        loss = layer.mean(layer.fc(x, 2))

        def minimize(*arguments, **options):
            pd.amp.decorate(pd.optimizer.SGD(0.1), *arguments, **options
                            ).minimize(loss)

        self.refused(
            (ValueError, "bfloat16 or float16, not float64",
             lambda: minimize("float64")),
            (ValueError, "a loss scale is at least 1",
             lambda: minimize("float16", init_loss_scaling=0.5)),
            (ValueError, "a loss scale is at least 1",
             lambda: minimize("float16", init_loss_scaling=float("inf"))),
            (ValueError, "incr_ratio",
             lambda: minimize("float16", incr_ratio=1.0)),
            (ValueError, "decr_every_n_nan_or_inf",
             lambda: minimize("float16", decr_every_n_nan_or_inf=0)),
            (KeyError, "mul", lambda: minimize(custom_white_list=["mull"])),
            (ValueError, "both", lambda: minimize(custom_white_list=["mul"],
                                                  custom_black_list="mul")),
            (RuntimeError, "was not scaled",
             lambda: pd.amp.decorate(pd.optimizer.SGD(0.1), "float16"
                                     ).apply_gradients(
                                         pd.append_backward(loss))),
        )


if __name__ == "__main__":
    import unittest
    unittest.main()
