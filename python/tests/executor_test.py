"""Running programs: feeds, fetches, what is shared, what is repeatable."""

import gc
import threading
import weakref

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase, random


class ExecutorTest(ProgramTestCase):

    def line(self, optimizer=None):
        x = pd.layer.data("x", [None, 13])
        y = pd.layer.data("y", [None, 1])
        cost = pd.layer.mean(
            pd.layer.square_error_cost(pd.layer.fc(x, 1), y))
        (optimizer or pd.optimizer.SGD(0.1)).minimize(cost)
        return cost

    def feed(self, rows=20):
        xs = random(rows, 13)
        return {"x": xs, "y": xs.sum(1, keepdims=True)}

    def test_fit_a_line_converges(self):
        cost = self.line()
        self.run_startup()
        feed = self.feed()
        losses = [float(self.exe.run(feed=feed, fetch_list=[cost])[0])
                  for _ in range(400)]
        self.assertGreater(losses[0], 0.5)
        self.assertLess(losses[-1], 1e-3)

    def test_eval_updates_nothing(self):
        cost = self.line()
        self.run_startup()
        before = self.value("fc_0.w_0")
        one = self.exe.eval(feed=self.feed(), fetch_list=[cost])
        two = self.exe.eval(feed=self.feed(), fetch_list=[cost])
        self.assertEqual(one, two)
        np.testing.assert_array_equal(self.value("fc_0.w_0"), before)
        self.exe.run(feed=self.feed())
        self.assertFalse((self.value("fc_0.w_0") == before).all())

    def test_fetch_by_variable_and_by_name(self):
        cost = self.line()
        self.run_startup()
        feed = self.feed()
        one, two = self.exe.eval(feed=feed, fetch_list=[cost, cost.name])
        self.assertEqual(one, two)
        self.assertEqual(self.exe.eval(feed=feed, fetch_list=cost), [one])
        keyed = {self.main.global_block().var(n): v for n, v in feed.items()}
        self.assertEqual(self.exe.eval(feed=keyed, fetch_list=[cost]), [one])
        self.assertEqual(self.exe.run(self.startup), [])

    def test_numbers_and_lists_take_the_type_of_the_variable(self):
        for dtype in ("float32", "float64", "int64"):
            x = pd.layer.data(dtype, [None, 2], dtype)
            out = self.eval(x + x, **{dtype: [[1, 2], [3, 4]]})
            self.assertEqual(out.dtype, dtype)
            self.assertEqual(out.tolist(), [[2, 4], [6, 8]])
        scalar = pd.layer.data("s", [])
        self.assertEqual(float(self.eval(scalar + 1, s=2)), 3)

    def test_any_layout_is_fed(self):
        x = pd.layer.data("x", [3, 4])
        doubled = x + x
        for array in (random(4, 3).T, random(3, 8)[:, ::2], random(3, 4)[::-1]):
            np.testing.assert_array_equal(self.eval(doubled, x=array),
                                          array + array)

    def test_a_feed_is_neither_changed_nor_kept(self):
        self.line()
        self.run_startup()
        feed = self.feed()
        copies = {name: array.copy() for name, array in feed.items()}
        self.exe.run(feed=feed)
        for name, array in feed.items():
            np.testing.assert_array_equal(array, copies[name])
            self.assertIsNone(self.scope.find_var(name))

    def test_a_feed_is_given_back(self):
        class Array(np.ndarray):
            pass
        x = pd.layer.data("x", [None])
        array = random(5).view(Array)
        alive = weakref.ref(array)
        out = x + x
        self.eval(out, x=array)
        del array
        gc.collect()
        self.assertIsNone(alive())

    def test_fetched_arrays_are_the_users(self):
        cost = self.line()
        self.run_startup()
        names = [cost, "fc_0.w_0", "x"]
        feed = self.feed()
        first = self.exe.run(feed=feed, fetch_list=names)
        copies = [array.copy() for array in first]
        second = self.exe.run(feed=feed, fetch_list=names)
        for array, copy, later in zip(first, copies, second):
            np.testing.assert_array_equal(array, copy)
            self.assertFalse(np.shares_memory(array, later))
            array[...] = 7  # Reaches nobody else.
        self.assertFalse((self.value("fc_0.w_0") == 7).any())
        self.assertFalse((feed["x"] == 7).any())

    def test_lod_tensors_keep_their_lengths(self):
        x = pd.layer.data("x", [None, 2], lod_level=1)
        y = pd.layer.relu(x)
        value = pd.LoDTensor(random(5, 2), [[2, 0, 3]])
        out, = self.exe.eval(feed={"x": value}, fetch_list=[y],
                             return_numpy=False)
        self.assertEqual(out.lengths, [[2, 0, 3]])
        np.testing.assert_array_equal(np.asarray(out),
                                      np.maximum(value.numpy(), 0))

    def test_bfloat16_comes_out_as_float32(self):
        x = pd.layer.data("x", [3])
        out = self.eval(x.astype("bfloat16"), x=[1, 1.001, 256])
        self.assertEqual(out.dtype, np.float32)
        self.assertEqual(out.tolist(), [1, 1, 256])

    def test_zero_rows_are_legal(self):
        x = pd.layer.data("x", [None, 13])
        out = self.eval_after_startup(pd.layer.fc(x, 3),
                                      x=np.zeros((0, 13), np.float32))
        self.assertEqual(out.shape, (0, 3))

    def eval_after_startup(self, fetch, **feed):
        self.run_startup()
        return self.eval(fetch, **feed)

    def test_a_changed_program_is_run_as_it_is_now(self):
        x = pd.layer.data("x", [2])
        one = x + 1
        self.assertEqual(self.eval(one, x=[1, 2]).tolist(), [2, 3])
        two = one + 1
        self.assertEqual(self.eval(two, x=[1, 2]).tolist(), [3, 4])
        self.assertEqual(self.eval(one, x=[1, 2]).tolist(), [2, 3])

    def test_one_program_in_two_scopes(self):
        cost = self.line()
        scopes = [pd.Scope(), pd.Scope()]
        for scope in scopes:
            self.exe.run(self.startup, scope=scope)
        self.exe.run(feed=self.feed(), scope=scopes[0], fetch_list=[cost])
        a, b = (np.array(s.find_var("fc_0.w_0").get_tensor()) for s in scopes)
        self.assertFalse((a == b).all())
        self.assertIsNone(self.scope.find_var("fc_0.w_0"))

    def test_another_threads_default_program_is_empty(self):
        self.line()
        errors = []

        def run():
            try:
                self.exe.run(feed=self.feed(), fetch_list=["x"])
            except RuntimeError as error:
                errors.append(str(error))

        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
        self.assertEqual(len(errors), 1)
        self.assertIn("each thread has its own", errors[0])

    def test_threads_run_one_executor_in_their_own_scopes(self):
        cost = self.line()
        feed, losses = self.feed(), {}

        def train(index):
            scope = pd.Scope()
            self.exe.run(self.startup, scope=scope)
            for _ in range(200):
                loss, = self.exe.run(self.main, feed=feed, fetch_list=[cost],
                                     scope=scope)
            losses[index] = loss.tobytes()

        threads = [threading.Thread(target=train, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(losses), 4)
        self.assertEqual(len(set(losses.values())), 1)


class RepeatableTest(ProgramTestCase):

    def setUp(self):
        super().setUp()
        self.main.random_seed = self.startup.random_seed = 0
        threads = pd.num_threads()
        self.addCleanup(pd.set_num_threads, threads)

    def train(self, seed, threads, plan_memory=True):
        """All parameters after some steps with dropout, as bytes."""
        pd.set_num_threads(threads)
        pd.seed(seed)
        scope, exe = pd.Scope(), pd.Executor(plan_memory=plan_memory)
        exe.run(self.startup, scope=scope)
        for step in range(5):
            exe.run(self.main, scope=scope,
                    feed={"x": random(64, 100, seed=step),
                          "label": np.arange(64).reshape(64, 1) % 10})
        return [np.array(scope.find_var(p.name).get_tensor()).tobytes()
                for p in self.main.all_parameters()]

    def network(self):
        x = pd.layer.data("x", [None, 100])
        label = pd.layer.data("label", [None, 1], "int64")
        hidden = pd.layer.dropout(pd.layer.fc(x, 300, act="relu"), 0.5)
        image = pd.layer.reshape(hidden, [-1, 3, 10, 10])
        hidden = pd.layer.conv2d(image, 8, 3, act="relu")
        hidden = pd.layer.pool2d(hidden, 2, pool_stride=2)
        loss = pd.layer.softmax_with_cross_entropy(
            pd.layer.fc(hidden, 10), label)
        pd.optimizer.Adam(0.01).minimize(pd.layer.mean(loss))

    def test_the_same_seed_gives_the_same_bits_for_any_threads(self):
        self.network()
        one = self.train(seed=3, threads=1)
        self.assertEqual(self.train(seed=3, threads=1), one)
        self.assertEqual(self.train(seed=3, threads=2), one)
        self.assertEqual(self.train(seed=3, threads=3), one)
        self.assertNotEqual(self.train(seed=4, threads=1), one)

    def test_memory_planning_changes_no_bit(self):
        self.network()
        self.assertEqual(self.train(3, 2, plan_memory=True),
                         self.train(3, 2, plan_memory=False))

    def test_the_seed_starts_a_scope_anew(self):
        x = pd.layer.uniform_random(shape=[5])
        pd.seed(1)
        first = [self.exe.run(fetch_list=[x])[0].tolist() for _ in range(2)]
        self.assertNotEqual(first[0], first[1])
        pd.seed(1)
        again = [self.exe.run(fetch_list=[x])[0].tolist() for _ in range(2)]
        self.assertEqual(first, again)

    def test_settings_are_checked(self):
        for seed in (-1, 2**64):
            with self.assertRaisesRegex(ValueError, "a seed is in"):
                pd.seed(seed)
        with self.assertRaises(ValueError):
            pd.set_num_threads(0)
        pd.set_num_threads(3)
        self.assertEqual(pd.num_threads(), 3)
