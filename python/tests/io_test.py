"""Files: what was saved comes back to the bit, or nothing does."""

import os
import tempfile

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase, random


class IoTest(ProgramTestCase):

    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.x = pd.layer.data("x", [None, 4])
        self.label = pd.layer.data("label", [None, 1], "int64")
        hidden = pd.layer.dropout(pd.layer.fc(self.x, 8, act="relu"), 0.5)
        self.out = pd.layer.softmax(pd.layer.fc(hidden, 3))
        loss = pd.layer.mean(pd.layer.cross_entropy(self.out, self.label))
        pd.optimizer.Adam(0.01).minimize(loss)
        self.run_startup()
        self.train()

    def path(self, name):
        return os.path.join(self.folder, name)

    def train(self):
        self.exe.run(feed={"x": random(30, 4),
                           "label": np.arange(30).reshape(30, 1) % 3})

    def values(self, scope=None):
        scope = scope or self.scope
        return {v.name: np.array(scope.find_var(v.name).get_tensor())
                for v in self.main.list_vars() if v.persistable}

    def assert_same(self, one, two):
        self.assertEqual(one.keys(), two.keys())
        for name in one:
            np.testing.assert_array_equal(one[name], two[name], name)

    def test_all_that_outlives_a_run_is_saved(self):
        saved = self.values()
        self.assertGreater(len(saved), 2 * len(self.main.all_parameters()))
        pd.io.save(self.path("all"), self.main)
        self.train()
        self.assertFalse((self.value("fc_0.w_0") == saved["fc_0.w_0"]).all())
        pd.io.load(self.path("all"), self.main)
        self.assert_same(self.values(), saved)

    def test_training_goes_on_as_if_never_stopped(self):
        pd.io.save(self.path("all"))
        self.main.random_seed = 9
        other = pd.Scope()
        pd.io.load(self.path("all"), scope=other)
        test = self.main.clone(for_test=True)
        feed = {"x": random(5, 4)}
        one, = self.exe.eval(test, feed=feed, fetch_list=[self.out])
        two, = self.exe.eval(test, feed=feed, fetch_list=[self.out],
                             scope=other)
        np.testing.assert_array_equal(one, two)

    def test_a_choice_of_variables(self):
        pd.io.save(self.path("one"), variables=["fc_0.w_0"])
        with self.assert_fails(KeyError, "one", "fc_0.b_0"):
            pd.io.load(self.path("one"), variables=["fc_0.w_0", "fc_0.b_0"])
        pd.io.load(self.path("one"),
                   variables=[self.main.global_block().var("fc_0.w_0")])

    def test_an_inference_model_predicts_the_same(self):
        model = self.path("model")
        pd.io.save_inference_model(model, [self.x], [self.out])
        self.assertEqual(sorted(os.listdir(model)),
                         ["manifest", "parameters", "program"])
        test = self.main.clone(for_test=True)
        feed = {"x": random(7, 4)}
        expected, = self.exe.eval(test, feed=feed, fetch_list=[self.out])
        with pd.scope_guard(pd.Scope()) as scope:
            program, feeds, fetches = pd.io.load_inference_model(model)
            self.assertEqual((feeds, fetches), (["x"], [self.out.name]))
            self.assertEqual({op.role for op in program.global_block().ops},
                             {"forward"})
            got, = self.exe.run(program, feed=feed, fetch_list=fetches)
            self.assertIsNone(scope.find_var("label"))
        np.testing.assert_array_equal(got, expected)

    def test_a_mapped_model_predicts_the_same(self):
        model = self.path("model")
        pd.io.save_inference_model(model, [self.x], [self.out])
        feed = {"x": random(7, 4)}
        results = []
        for mmap in (False, True):
            with pd.scope_guard(pd.Scope()):
                program, _, fetches = pd.io.load_inference_model(
                    model, mmap=mmap)
                results.append(self.exe.run(program, feed, fetches)[0])
                with open("/proc/self/maps", encoding="utf-8") as maps:
                    self.assertEqual(model + "/parameters" in maps.read(),
                                     mmap)
        np.testing.assert_array_equal(*results)

    def test_a_model_is_exchanged_whole(self):
        model = self.path("model")
        pd.io.save_inference_model(model, [self.x], [self.out])
        first = self.read(model)
        self.train()
        pd.io.save_inference_model(model + "/", ["x"], [self.out])
        second = self.read(model)
        self.assertEqual(first["program"], second["program"])
        self.assertNotEqual(first["parameters"], second["parameters"])
        self.assertEqual(os.listdir(self.folder), ["model"])

    def read(self, folder):
        contents = {}
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), "rb") as file:
                contents[name] = file.read()
        return contents

    def test_what_fails_leaves_what_was_there(self):
        model = self.path("model")
        pd.io.save_inference_model(model, [self.x], [self.out])
        pd.io.save(self.path("all"))
        before = self.read(model)
        with pd.scope_guard(pd.Scope()):
            with self.assert_fails(RuntimeError, "fc_0.w_0", "no value"):
                pd.io.save_inference_model(model, [self.x], [self.out])
            with self.assert_fails(RuntimeError, "no value"):
                pd.io.save(self.path("all"))
            with self.assert_fails(KeyError, "nothing"):
                pd.io.save_inference_model(model, [self.x], ["nothing"])
        self.assertEqual(self.read(model), before)
        self.assertEqual(sorted(os.listdir(self.folder)), ["all", "model"])

    def test_a_folder_with_other_files_is_left_alone(self):
        with open(self.path("mine"), "w") as file:
            file.write("text")
        with self.assert_fails(RuntimeError, "mine"):
            pd.io.save_inference_model(self.folder, [self.x], [self.out])
        self.assertEqual(os.listdir(self.folder), ["mine"])

    def test_shapes_must_fit(self):
        pd.io.save(self.path("all"))
        other = pd.Program()
        with pd.program_guard(other, pd.Program()):
            pd.layer.fc(pd.layer.data("x", [None, 5]), 8)
        scope = pd.Scope()
        with self.assert_fails(ValueError, "fc_0.w_0", "[5, 8]", "[4, 8]"):
            pd.io.load(self.path("all"), other, scope=scope)
        self.assertEqual(scope.local_names(), [])

    def test_damaged_files_set_nothing(self):
        model = self.path("model")
        pd.io.save_inference_model(model, [self.x], [self.out])
        for name, data in self.read(model).items():
            for damaged in self.damage(data):
                with open(os.path.join(model, name), "wb") as file:
                    file.write(damaged)
                scope = pd.Scope()
                with self.assert_fails(OSError, os.path.join(model, name)):
                    pd.io.load_inference_model(model, scope)
                self.assertEqual(scope.local_names(), [])
            with open(os.path.join(model, name), "wb") as file:
                file.write(data)
        pd.io.load_inference_model(model, pd.Scope())

    @staticmethod
    def damage(data):
        step = max(1, len(data) // 40)
        for size in range(0, len(data), step):
            yield data[:size]
        for place in range(0, len(data), step):
            yield data[:place] + bytes([data[place] ^ 4]) + data[place + 1:]
        yield data + b"x"

    def test_files_that_are_not_there(self):
        for load in (pd.io.load, pd.io.load_inference_model):
            with self.assertRaisesRegex(FileNotFoundError, "nowhere"):
                load(self.path("nowhere"))
        with self.assertRaisesRegex(OSError, "no/such/folder"):
            pd.io.save(self.path("no/such/folder"))
