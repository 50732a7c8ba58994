"""Gradients and optimizers against NumPy."""

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase, random


class GradientTest(ProgramTestCase):

    def test_a_network_against_numpy(self):
        x = pd.layer.data("x", [None, 4])
        hidden = pd.layer.tanh(pd.layer.fc(x, 3, param_attr="w",
                                           bias_attr="b"))
        loss = pd.layer.mean(pd.layer.square(hidden))
        pairs = pd.append_backward(loss)
        self.assertEqual([(p.name, g.name) for p, g in pairs],
                         [("w", "w@GRAD"), ("b", "b@GRAD")])
        self.run_startup()
        value = random(6, 4)
        w_grad, b_grad = self.eval([g for _, g in pairs], x=value)
        out = np.tanh(value @ self.value("w") + self.value("b"))
        inner = 2 * out / out.size * (1 - out ** 2)
        np.testing.assert_allclose(w_grad, value.T @ inner, atol=1e-6)
        np.testing.assert_allclose(b_grad, inner.sum(0), atol=1e-6)

    def test_shared_parameters_add_up(self):
        x = pd.layer.data("x", [None, 3])
        out = x
        for _ in range(3):
            out = pd.layer.fc(out, 3, param_attr="w", bias_attr=False)
        (_, gradient), = pd.append_backward(pd.layer.mean(out))
        self.run_startup()
        value, w = random(2, 3).astype("f8"), self.value("w").astype("f8")

        def loss(v):
            return (value @ v @ v @ v).mean()
        numeric = np.zeros((3, 3))
        for i in np.ndindex(3, 3):
            step = np.zeros((3, 3))
            step[i] = 1e-5
            numeric[i] = (loss(w + step) - loss(w - step)) / 2e-5
        np.testing.assert_allclose(
            self.eval(gradient, x=value.astype("f4")), numeric, atol=1e-5)

    def test_gradients_of_any_variable(self):
        x = pd.layer.data("x", [2])
        y = pd.layer.data("y", [2])
        z = pd.layer.data("z", [2])
        grads = pd.gradients([x * y, x], [x, y, z])
        self.assertIsNone(grads[2])
        one, two = self.eval(grads[:2], x=[1, 2], y=[3, 4])
        self.assertEqual((one.tolist(), two.tolist()), ([4, 5], [1, 2]))

    def test_target_gradients_weigh(self):
        x, w = pd.layer.data("x", [2]), pd.layer.data("w", [2])
        gradient, = pd.gradients([x * x], [x], target_gradients=[w])
        self.assertEqual(self.eval(gradient, x=[1, 2], w=[10, 1]).tolist(),
                         [20, 4])

    def test_no_grad_set_and_parameter_list(self):
        x = pd.layer.data("x", [None, 4])
        loss = pd.layer.mean(pd.layer.fc(pd.layer.fc(x, 3), 1))
        names = [p.name for p, _ in pd.append_backward(
            loss, parameter_list=["fc_1.w_0"])]
        self.assertEqual(names, ["fc_1.w_0"])

    def test_sparse_gradients_are_selected_rows(self):
        ids = pd.layer.data("ids", [None, 1], "int64")
        rows = pd.layer.embedding(ids, (6, 2), is_sparse=True)
        (_, gradient), = pd.append_backward(pd.layer.reduce_sum(rows))
        self.run_startup()
        value = self.eval(gradient, ids=[[1], [4], [1]])
        self.assertEqual(value.height, 6)
        dense = value.to_dense()
        self.assertEqual(dense[:, 0].tolist(), [0, 2, 0, 0, 1, 0])


class OptimizerTest(ProgramTestCase):
    """y = sum(w * x): the gradient of w is x, whatever w is."""

    W = np.array([1.0, -2.0, 3.0], np.float32)

    def train(self, optimizer, steps=3, **attr):
        """w after each step, with gradients x = [1, 2, 3] * step."""
        w = pd.layer.create_parameter([3], attr=pd.ParamAttr(
            "w", pd.initializer.Values(self.W), **attr))
        x = pd.layer.data("x", [3])
        optimizer.minimize(pd.layer.reduce_sum(w * x))
        self.run_startup()
        seen = []
        for step in range(1, steps + 1):
            self.exe.run(feed={"x": self.gradient(step)})
            seen.append(self.value("w"))
        return seen

    @staticmethod
    def gradient(step):
        return np.array([1, 2, 3], np.float32) * step

    def check(self, optimizer, update, **attr):
        """`update(w, gradient, step)` gives the new w."""
        w = self.W.astype("f8")
        for step, seen in enumerate(self.train(optimizer, **attr), 1):
            w = update(w, self.gradient(step).astype("f8"), step)
            np.testing.assert_allclose(seen, w, rtol=2e-6)

    def test_sgd(self):
        self.check(pd.optimizer.SGD(0.1), lambda w, g, _: w - 0.1 * g)

    def test_parameters_have_a_rate_of_their_own(self):
        self.check(pd.optimizer.SGD(0.1), lambda w, g, _: w - 0.05 * g,
                   learning_rate=0.5)

    def test_momentum(self):
        for nesterov in (False, True):
            velocity = np.zeros(3)

            def update(w, g, _):
                velocity[:] = 0.9 * velocity + g
                step = g + 0.9 * velocity if nesterov else velocity
                return w - 0.1 * step
            self.setUp()
            self.check(pd.optimizer.Momentum(0.1, 0.9, nesterov), update)
            self.doCleanups()

    def test_adam(self):
        m, v = np.zeros(3), np.zeros(3)

        def update(w, g, step):
            m[:] = 0.8 * m + 0.2 * g
            v[:] = 0.95 * v + 0.05 * g * g
            rate = 0.1 * np.sqrt(1 - 0.95 ** step) / (1 - 0.8 ** step)
            return w - rate * m / (np.sqrt(v) + 1e-8)
        self.check(pd.optimizer.Adam(0.1, beta1=0.8, beta2=0.95), update)

    def test_regularizers(self):
        self.check(pd.optimizer.SGD(
            0.1, regularization=pd.regularizer.L2Decay(0.5)),
            lambda w, g, _: w - 0.1 * (g + 0.5 * w))

    def test_a_parameters_own_regularizer_goes_first(self):
        self.check(pd.optimizer.SGD(
            0.1, regularization=pd.regularizer.L2Decay(0.5)),
            lambda w, g, _: w - 0.1 * (g + 0.25 * np.sign(w)),
            regularizer=pd.regularizer.L1Decay(0.25))

    def test_clips(self):
        def by_norm(g):
            return g * min(1, 4 / np.linalg.norm(g))
        clips = [(pd.clip.ClipByValue(-1, 2), lambda g: np.clip(g, -1, 2)),
                 (pd.clip.ClipByNorm(4), by_norm),
                 (pd.clip.ClipByGlobalNorm(4), by_norm)]
        for clip, expected in clips:
            self.setUp()
            self.check(pd.optimizer.SGD(0.1, grad_clip=clip),
                       lambda w, g, _: w - 0.1 * expected(g))
            self.doCleanups()

    def test_the_steps_alone_do_what_minimize_does(self):
        x = pd.layer.data("x", [None, 2])
        loss = pd.layer.mean(pd.layer.fc(x, 2))
        other = self.main.clone()
        sgd = pd.optimizer.SGD(0.1)
        sgd.apply_gradients(sgd.backward(loss))
        steps = [op.type for op in self.main.global_block().ops]
        with pd.program_guard(other, pd.Program()):
            pd.optimizer.SGD(0.1).minimize(
                other.global_block().var(loss.name))
        self.assertEqual([op.type for op in other.global_block().ops], steps)
        roles = [op.role for op in self.main.global_block().ops]
        self.assertEqual(roles, sorted(roles, key=["forward", "backward",
                                                   "optimize"].index))

    def test_the_learning_rate_changes_between_runs(self):
        sgd = pd.optimizer.SGD(0.1)
        first, = self.train(sgd, steps=1)
        rate = sgd.learning_rate_of()
        tensor = self.scope.find_var(rate.name).get_tensor()
        tensor.set(np.full(tensor.shape, 1, np.float32))
        self.exe.run(feed={"x": self.gradient(1)})
        np.testing.assert_allclose(self.value("w"), first - self.gradient(1))

    def test_frozen_parameters_stay(self):
        x = pd.layer.data("x", [None, 2])
        hidden = pd.layer.fc(x, 2, param_attr=pd.ParamAttr(
            "frozen", trainable=False))
        pd.optimizer.SGD(0.1).minimize(pd.layer.mean(pd.layer.fc(hidden, 1)))
        self.run_startup()
        before = self.value("frozen"), self.value("fc_1.w_0")
        self.exe.run(feed={"x": random(3, 2)})
        self.assertTrue((before[0] == self.value("frozen")).all())
        self.assertFalse((before[1] == self.value("fc_1.w_0")).all())

    def test_bad_settings_are_refused_at_once(self):
        optimizer = pd.optimizer
        bad = [(lambda: optimizer.Adam(0.1, beta1=-0.5),
                "attribute beta1 of operator adam is -0.5"),
               (lambda: optimizer.Adam(0.1, beta2=1.0),
                "attribute beta2 of operator adam is 1"),
               (lambda: optimizer.Adamax(0.1, beta2=1.0), "below 1"),
               (lambda: optimizer.Momentum(0.1, -0.5),
                "attribute mu of operator momentum is -0.5.*at least 0"),
               (lambda: optimizer.RMSProp(0.1, rho=2.0), "decay"),
               (lambda: optimizer.Adagrad(0.1, epsilon=-1.0), "epsilon"),
               (lambda: optimizer.Adagrad(0.1, initial_accumulator_value=-1.0),
                "begins with a number of at least 0, not -1"),
               (lambda: optimizer.Ftrl(0.1, lr_power=1.0), "at most 0"),
               (lambda: optimizer.ProximalGD(0.1, l1=-1.0), "l1"),
               (lambda: optimizer.AdamW(0.1, weight_decay=-1.0), "coeff"),
               (lambda: optimizer.Lamb(-0.1), "learning rate")]
        for make, message in bad:
            with self.subTest(message):
                with self.assertRaisesRegex(ValueError, message):
                    make()

    def test_adamw_spares_parameters(self):
        def decays(param):
            return param.name != "w"
        kept = self.train(pd.optimizer.AdamW(0.1, 0.5, decay_if=decays))
        self.setUp()
        plain = self.train(pd.optimizer.Adam(0.1))
        self.doCleanups()
        for a, b in zip(kept, plain):
            np.testing.assert_array_equal(a, b)

    def test_ftrl(self):
        n, z = np.zeros(3), np.zeros(3)

        def update(w, g, _):
            z[:] += g - (np.sqrt(n + g * g) - np.sqrt(n)) / 0.1 * w
            n[:] += g * g
            return np.where(abs(z) <= 5, 0, (np.sign(z) * 5 - z) / (
                np.sqrt(n) / 0.1 + 2 * 0.25))
        self.check(pd.optimizer.Ftrl(0.1, l1=5.0, l2=0.25), update)

    def test_lamb(self):
        m, v = np.zeros(3), np.zeros(3)

        def update(w, g, step):
            m[:] = 0.9 * m + 0.1 * g
            v[:] = 0.999 * v + 0.001 * g * g
            r = m / (1 - 0.9 ** step) / (
                np.sqrt(v / (1 - 0.999 ** step)) + 1e-6) + 0.01 * w
            return w - 0.1 * np.linalg.norm(w) / np.linalg.norm(r) * r
        self.check(pd.optimizer.Lamb(0.1), update)

    def test_proximal(self):
        def shrink(w):
            return np.sign(w) * np.maximum(abs(w) - 0.05, 0) / 1.02
        self.check(pd.optimizer.ProximalGD(0.1, l1=0.5, l2=0.2),
                   lambda w, g, _: shrink(w - 0.1 * g))
        self.setUp()
        moment = np.zeros(3)

        def update(w, g, _):
            moment[:] += g * g
            return shrink(w - 0.1 * g / np.sqrt(moment))
        self.check(pd.optimizer.ProximalAdagrad(0.1, l1=0.5, l2=0.2), update)
        self.doCleanups()


class InitializerTest(ProgramTestCase):

    def first(self, initializer, shape):
        pd.layer.create_parameter(shape, "float64",
                                  pd.ParamAttr("w", initializer))
        self.run_startup()
        return self.value("w")

    def test_orthogonal(self):
        w = self.first(pd.initializer.Orthogonal(2.0), [4, 3, 5])
        w = w.reshape(4, 15)
        np.testing.assert_allclose(w @ w.T, 4 * np.eye(4), atol=1e-13)

    def test_bilinear(self):
        w = self.first(pd.initializer.Bilinear(), [2, 1, 4, 4])
        tent = np.array([0.25, 0.75, 0.75, 0.25])
        np.testing.assert_allclose(w[1, 0], np.outer(tent, tent))

    def test_arrays(self):
        value = np.arange(6.0).reshape(2, 3)
        made = self.first(pd.initializer.NumpyArrayInitializer(value), [2, 3])
        np.testing.assert_array_equal(made, value)
