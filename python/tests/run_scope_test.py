"""A run has a scope of its own: what it leaves, and what threads share."""

import mmap
import os
import tempfile
import threading

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase, random

OPTIMIZERS = [
    "SGD", "Adadelta", "Adagrad", "Adam", "Adamax", "AdamW", "DecayedAdagrad",
    "Ftrl", "Lamb", "Momentum", "NAdam", "ProximalAdagrad", "ProximalGD",
    "RAdam", "RMSProp",
]


def optimizer_of(name):
    arguments = (0.1, 0.9) if name == "Momentum" else (0.1,)
    return getattr(pd.optimizer, name)(*arguments)


def read_only(array):
    """Returns the same values in memory where a write ends the process."""
    with tempfile.TemporaryFile() as file:
        file.write(array.tobytes())
        file.flush()
        pages = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    return np.frombuffer(pages, array.dtype, array.size).reshape(array.shape)


def in_threads(count, work):
    """work(i) in each thread; what one raises comes out."""
    errors = []

    def run(index):
        try:
            work(index)
        except BaseException as error:  # pylint: disable=broad-except
            errors.append(error)

    threads = [threading.Thread(target=run, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


class RunScopeTest(ProgramTestCase):

    def network(self, optimizer=None):
        """One with all that updates itself: batch_norm, auc, an optimizer."""
        x = pd.layer.data("x", [None, 4])
        label = pd.layer.data("label", [None, 1], "int64")
        hidden = pd.layer.batch_norm(pd.layer.fc(x, 8), act="relu")
        chances = pd.layer.softmax(pd.layer.fc(hidden, 2))
        area = pd.layer.auc(chances, label).auc
        loss = pd.layer.mean(pd.layer.cross_entropy(chances, label))
        (optimizer or pd.optimizer.Adam(0.1)).minimize(loss)
        return loss, area

    def feed(self, rows=6, seed=1):
        return {"x": random(rows, 4, seed=seed),
                "label": np.arange(rows).reshape(rows, 1) % 2}

    def state(self):
        """All persistable variables, by name."""
        return {v.name: self.value(v.name)
                for v in self.main.list_vars() if v.persistable}

    def assert_state(self, expected):
        for name, value in self.state().items():
            np.testing.assert_array_equal(value, expected[name], name)

    def test_only_what_lasts_is_left_in_the_scope(self):
        loss, area = self.network()
        self.run_startup()
        lasting = self.scope.local_names()
        self.exe.run(feed=self.feed(), fetch_list=[loss, area])
        self.assertEqual(self.scope.local_names(), lasting)
        self.assertIsNone(self.scope.find_var(loss.name))

    def test_an_evaluation_changes_nothing(self):
        for optimizer in OPTIMIZERS:
            with self.subTest(optimizer), pd.program_guard(
                    pd.Program(), pd.Program()), pd.scope_guard(pd.Scope()):
                self.main = pd.default_main_program()
                self.scope = pd.global_scope()
                loss, area = self.network(optimizer_of(optimizer))
                self.exe.run(pd.default_startup_program())
                before = self.state()
                everything = [loss, area, *before]
                first = self.exe.eval(feed=self.feed(), fetch_list=everything)
                again = self.exe.eval(feed=self.feed(), fetch_list=everything)
                self.assert_state(before)
                for one, two in zip(first, again):
                    np.testing.assert_array_equal(one, two)
                after = self.exe.run(feed=self.feed(), fetch_list=everything)
                for one, two in zip(first, after):
                    np.testing.assert_array_equal(one, two)
                self.assertTrue(any((self.state()[name] != value).any()
                                    for name, value in before.items()))

    def test_batch_norm_in_a_loop_is_evaluated_without_a_trace(self):
        sequence = pd.layer.data("s", [None, None, 3])
        rnn = pd.rnn()
        with rnn.step():
            rnn.output(pd.layer.batch_norm(rnn.step_input(sequence)))
        out, = rnn()
        self.run_startup()
        before = self.state()
        self.assertTrue(before)
        self.eval(out, s=random(2, 5, 3))
        self.assert_state(before)
        self.exe.run(feed={"s": random(2, 5, 3)}, fetch_list=[out])
        self.assertTrue(any((self.state()[name] != value).any()
                            for name, value in before.items()))

    def test_no_run_writes_to_what_was_fed(self):
        for optimizer in OPTIMIZERS:
            with self.subTest(optimizer), pd.program_guard(
                    pd.Program(), pd.Program()), pd.scope_guard(pd.Scope()):
                self.main = pd.default_main_program()
                self.scope = pd.global_scope()
                loss, _ = self.network(optimizer_of(optimizer))
                self.exe.run(pd.default_startup_program())
                fed = {name: read_only(value)
                       for name, value in {**self.state(),
                                           **self.feed()}.items()}
                before = self.state()
                for run in (self.exe.eval, self.exe.run):
                    run(feed=fed, fetch_list=[loss])
                self.assert_state(before)
                self.exe.run(feed=self.feed())
                self.exe.run(pd.default_startup_program())
                for name, value in before.items():
                    np.testing.assert_array_equal(fed[name], value, name)

    def test_a_candidate_from_a_file_is_tried_and_training_goes_on(self):
        x = pd.layer.data("x", [None, 2])
        loss = pd.layer.mean(pd.layer.fc(x, 1, param_attr="w"))
        pd.optimizer.SGD(0.1).minimize(loss)
        self.run_startup()
        path = os.path.join(tempfile.mkdtemp(), "w.safetensors")
        pd.safetensors.save(path, {"w": np.ones((2, 1), np.float32)})
        candidate = pd.safetensors.load(path)["w"]
        value = random(3, 2)
        self.exe.eval(feed={"x": value, "w": candidate}, fetch_list=[loss])
        self.exe.run(feed={"x": value})
        self.run_startup()
        self.assertEqual(candidate.tolist(), [[1], [1]])

    def test_a_view_of_a_parameter_is_what_it_was(self):
        loss, _ = self.network()
        self.run_startup()
        name = self.main.all_parameters()[0].name
        tensor = self.scope.find_var(name).get_tensor()
        view, copy = np.asarray(tensor), np.array(tensor)
        self.exe.run(feed=self.feed(), fetch_list=[loss])
        np.testing.assert_array_equal(view, copy)
        self.assertFalse((np.asarray(tensor) == copy).all())

    def test_a_variable_of_the_scope_is_fed_as_it_is(self):
        x = pd.layer.data("x", [2, 1])
        w = pd.layer.create_parameter([2, 1], attr="w")
        loss = pd.layer.mean(x * w)
        pd.optimizer.SGD(1.0).minimize(loss)
        self.run_startup()
        self.set_value("w", np.float32([[1], [2]]))
        tensor = self.scope.find_var("w").get_tensor()
        seen, = self.exe.run(feed={"x": tensor}, fetch_list=["x"])
        self.assertEqual(seen.tolist(), [[1], [2]])
        self.assertEqual(self.value("w").tolist(), [[0.5], [1]])

    def test_fetching_twice_gives_two_arrays(self):
        x = pd.layer.data("x", [2])
        one, two = self.exe.run(feed={"x": [1, 2]}, fetch_list=[x + 1] * 2)
        one[...] = 7
        self.assertEqual(two.tolist(), [2, 3])

    def test_any_other_byte_of_a_bool_is_true(self):
        x = pd.layer.data("x", [4], "bool")
        odd = np.array([0, 1, 2, 255], np.uint8).view(bool)
        for value in (odd, odd[::-1][::-1], pd.LoDTensor(odd)):
            seen, = self.exe.run(feed={"x": value}, fetch_list=[x])
            self.assertEqual(seen.view(np.uint8).tolist(), [0, 1, 1, 1])
        self.set_value("flag", odd)
        self.assertEqual(self.value("flag").view(np.uint8).tolist(),
                         [0, 1, 1, 1])
        self.assertEqual(odd.view(np.uint8).tolist(), [0, 1, 2, 255])


class ThreadsTest(ProgramTestCase):

    def scopes(self, sharing):
        """Returns the scopes of 8 threads, in which the startup program has
        run."""
        if sharing == "separate":
            scopes = [pd.Scope() for _ in range(8)]
            for scope in scopes:
                self.exe.run(self.startup, scope=scope)
            return scopes
        self.run_startup()
        return [self.scope if sharing == "same" else self.scope.new_scope()
                for _ in range(8)]

    def test_each_thread_gets_its_own_answers(self):
        x = pd.layer.data("x", [None, 4])
        out = x
        for _ in range(8):
            out = pd.layer.relu(out * 1.0 + 1.0)
        pd.layer.fc(x, 1)
        for sharing in ("same", "siblings", "separate"):
            scopes = self.scopes(sharing)

            def infer(index, scopes=scopes):
                for step in range(60):
                    rows = 1 + (7 * step + 11 * index) % 40
                    fed = np.full((rows, 4), 100 * index + step, np.float32)
                    got, = self.exe.eval(self.main, {"x": fed}, [out],
                                         scopes[index])
                    np.testing.assert_array_equal(got, fed + 8)

            in_threads(8, infer)

    def test_training_saving_loading_and_looking_at_once(self):
        x = pd.layer.data("x", [None, 4])
        names = ["a", "b"]
        loss = pd.layer.mean(sum(
            pd.layer.fc(x, 1, param_attr=pd.ParamAttr(
                name, initializer=pd.initializer.Constant(0.0)),
                bias_attr=False) for name in names))
        pd.optimizer.SGD(0.1).minimize(loss)
        self.run_startup()
        folder = tempfile.mkdtemp()
        first = os.path.join(folder, "first")
        pd.io.save(first, self.main)
        feed = {"x": np.ones((3, 4), np.float32)}

        def work(index):
            own = os.path.join(folder, str(index))
            for step in range(30):
                kind = (index + step) % 5
                if kind == 0:
                    a, b = self.exe.eval(self.main, feed, names, self.scope)
                    np.testing.assert_array_equal(a, b)
                elif kind == 1:
                    pd.io.save(own, self.main, scope=self.scope)
                    scope = pd.Scope()
                    pd.io.load(own, self.main, scope=scope)
                    a, b = (np.array(scope.find_var(n).get_tensor())
                            for n in names)
                    np.testing.assert_array_equal(a, b)
                elif kind == 2:
                    pd.io.load(first, self.main, scope=self.scope)
                elif kind == 3:
                    view = np.asarray(self.scope.find_var("a").get_tensor())
                    before = view.copy()
                    self.exe.run(self.main, feed, [], self.scope)
                    np.testing.assert_array_equal(view, before)
                    self.assertEqual(len(set(view.ravel().tolist())), 1)
                else:
                    self.exe.run(self.main, feed, [loss], self.scope)

        in_threads(8, work)

    def test_steps_of_all_threads_count(self):
        w = pd.layer.create_parameter([1], attr=pd.ParamAttr(
            "w", initializer=pd.initializer.Constant(0.0)))
        pd.optimizer.SGD(1.0).minimize(pd.layer.mean(w))
        self.run_startup()

        def train(_):
            for _ in range(50):
                self.exe.run(self.main, {}, [], self.scope)

        in_threads(8, train)
        self.assertEqual(self.value("w").tolist(), [-400])
