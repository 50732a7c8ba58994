"""pd.Predictor: saved models as functions of arrays."""

import concurrent.futures
import os
import subprocess
import sys
import threading
import time

import numpy as np

import paddle as pd
from predictor_cases import PredictorTestCase
from testing_util import random

layer = pd.layer
THREADS = 6

# Prints how many workers a call has started, of three that it might have.
COUNT = """
import sys
import numpy as np
import paddle as pd
from threaded_network import thread_names
pd.set_num_threads(4)
predictor = pd.Predictor(sys.argv[1], threads=eval(sys.argv[2]))
predictor(np.ones((4000, 1000), "float32"))
print(sum(name.startswith("paddle/") for name in thread_names()))
"""


def _packed(profile):
    return [record.type for record in profile.records
            if record.type.startswith("pack_")]


def _is_mapped(model):
    with open("/proc/self/maps", encoding="utf-8") as maps:
        return model + "/parameters" in maps.read()


class PredictorTest(PredictorTestCase):

    def test_computes_what_the_executor_does(self):
        self.write_images()
        expected = self.eval(self.classes, image=self.images)
        exact = pd.Predictor(self.model, optimize=1)
        test = self.main.clone(for_test=True)
        same, = self.exe.eval(test, {"image": self.images}, [self.classes])
        np.testing.assert_array_equal(exact(self.images), same)
        predictor = pd.Predictor(self.model)
        np.testing.assert_allclose(predictor(self.images), same, rtol=1e-4,
                                   atol=1e-6)
        self.assertGreater(np.abs(same - expected).max(), 1e-4)  # Not a test.
        result = predictor.predict({"image": self.images})
        self.assertEqual(list(result), [self.classes.name])
        np.testing.assert_array_equal(result[self.classes.name],
                                      predictor(self.images))
        np.testing.assert_array_equal(predictor(self.images.tolist()),
                                      predictor(self.images))

    def test_passes_of_level_2_run(self):
        self.write_images()
        predictor = pd.Predictor(self.model)
        plain, = pd.Executor(optimize=0).eval(
            predictor.program, {"image": self.images}, [self.classes.name],
            predictor._scope)
        self.assertFalse(np.array_equal(plain, predictor(self.images)))

    def test_says_what_it_takes_and_gives(self):
        self.write_sentences()
        predictor = pd.Predictor(self.model)
        feed, = predictor.feeds
        self.assertEqual((feed.name, feed.dtype, feed.shape[1], feed.lod_level),
                         ("words", "int64", 1, 1))
        self.assertIsInstance(feed.shape[0], str)
        states, last = predictor.fetches
        self.assertEqual((states.name, states.shape[1], states.lod_level),
                         (self.states.name, 128, 1))
        self.assertEqual((last.shape[1], last.lod_level, last.dtype),
                         (128, 0, "float32"))
        self.assertIn("words", repr(predictor))
        self.assertEqual(predictor.dtype, "float32")

    def test_steps(self):
        x = layer.data("x", [None, 1], lod_level=1)
        rnn = pd.Rnn()
        with rnn.step():
            total = rnn.memory(shape=[1])
            new = total + x
            rnn.update_memory(total, new)
            rnn.output(new)
        sums, = rnn()
        predictor = pd.Predictor(self.save([x], [sums]))
        self.assertEqual(predictor.dtype, "float32")
        first, second = predictor([[[1.], [2.], [3.]], [[5.]]])
        self.assertEqual((first.ravel().tolist(), second.ravel().tolist()),
                         ([1, 3, 6], [5]))

    def test_sequences_in_and_out(self):
        self.write_sentences()
        predictor = pd.Predictor(self.model)
        sentences = self.sentences(3, 0, 7)
        states, last = predictor(sentences)
        self.assertEqual([each.shape for each in states],
                         [(3, 128), (0, 128), (7, 128)])
        self.assertEqual(last.shape, (3, 128))
        alone, _ = predictor([sentences[2]])
        np.testing.assert_array_equal(states[2], alone[0])
        np.testing.assert_array_equal(last[2], states[2][-1])
        rows = pd.LoDTensor(np.concatenate(sentences), [[3, 0, 7]])
        np.testing.assert_array_equal(
            predictor.predict({"words": rows})[self.last.name], last)

    def test_sequences_of_sequences(self):
        x = layer.data("x", [None, 2], lod_level=2)
        self.save([x], [layer.scale(x, 2.0)])
        predictor = pd.Predictor(self.model)
        result = predictor([[random(2, 2), random(1, 2)], [random(3, 2)]])
        self.assertEqual([[len(rows) for rows in each] for each in result],
                         [[2, 1], [3]])

    def test_values_in_the_order_of_the_feeds(self):
        a, b = layer.data("a", [None, 2]), layer.data("b", [None, 2])
        self.save([b, a], [a - b])
        result = pd.Predictor(self.model)([[1, 1]], [[5, 7]])
        self.assertEqual(result.tolist(), [[4.0, 6.0]])
        predictor = pd.Predictor(self.model)
        for feed in ({"a": [[1, 1]], "b": [[5, 7]]},
                     {"b": [[5, 7]], "a": [[1, 1]]}):
            self.assertEqual(list(predictor._feed((feed,))), ["b", "a"])
            self.assertEqual(predictor(feed).tolist(), [[-4.0, -6.0]])

    def test_threads_give_the_bits_of_one(self):
        self.write_sentences()
        predictor = pd.Predictor(self.model)
        batches = [self.sentences(*lengths) for lengths in (
            (3, 5), (1,), (40, 2, 9), (7, 7), (0, 12))] * 8
        expected = [predictor(batch) for batch in batches]
        fresh = pd.Predictor(self.model)  # They meet while it is compiled.
        start = threading.Barrier(THREADS)

        def call_all(_):
            start.wait(60)
            return [fresh(batch) for batch in batches]

        with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
            results = list(pool.map(call_all, range(THREADS)))
        for got in results:
            for (states, last), (others, other) in zip(got, expected):
                np.testing.assert_array_equal(last, other)
                np.testing.assert_array_equal(np.concatenate(states),
                                              np.concatenate(others))

    def test_other_threads_run_meanwhile(self):
        self.write_images()
        predictor = pd.Predictor(self.model)
        # For much longer than the system lets a thread have a processor.
        large = random(6000, 3, 12, 12)
        predictor(large)
        times = []

        def compute():
            times.append(time.perf_counter())
            predictor(large)
            times.append(time.perf_counter())

        thread = threading.Thread(target=compute)
        thread.start()
        seen = []
        while len(times) < 2:
            seen.append(time.perf_counter())
            time.sleep(0)
        thread.join()
        begin, end = times
        fifth = (end - begin) / 5
        self.assertGreater(sum(begin + fifth < time < end - fifth
                               for time in seen), 5)

    def test_numbers_of_threads_give_the_same_bits(self):
        self.write_images()
        expected = pd.Predictor(self.model)(self.images)
        before = pd.num_threads()
        self.addCleanup(pd.set_num_threads, before)
        pd.set_num_threads(4)
        for threads in (1, 2, 3, 7):
            np.testing.assert_array_equal(
                pd.Predictor(self.model, threads=threads)(self.images),
                expected)
        self.assertEqual(pd.num_threads(), 4)

    def test_a_limit_of_threads_is_kept(self):
        x = layer.data("x", [None, 1000])
        self.save([x], [layer.exp(x)])
        for threads, workers in ((1, 0), (3, 2), (None, 3), (9, 3)):
            done = subprocess.run(
                [sys.executable, "-c", COUNT, self.model, str(threads)],
                check=True, capture_output=True, text=True,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
            self.assertEqual(int(done.stdout), workers, threads)

    def test_warm_up(self):
        self.write_sentences()
        predictor = pd.Predictor(self.model)
        predictor.warm_up()
        predictor.warm_up({"words": [9, 1]}, {"words": [2, 1]})
        with self.assert_raises(KeyError, "no feed 'word'", "mean words?"):
            predictor.warm_up({"word": [9, 1]})
        with self.assert_raises(ValueError, "words", "[9, 2]"):
            predictor.warm_up({"words": [9, 2]})

    def test_warm_up_makes_the_first_call_fast(self):
        self.write_images()
        predictor = pd.Predictor(self.model)
        begin = time.thread_time()
        predictor.warm_up({"image": [2, 3, 12, 12]})
        prepared = time.thread_time()
        predictor(self.images[:2])
        self.assertLess(time.thread_time() - prepared, prepared - begin)

    def test_weights_are_prepared_before_the_first_call(self):
        self.write_images()
        with pd.profiler() as loading:
            predictor = pd.Predictor(self.model)
        with pd.profiler() as calling:
            predictor(self.images)
        self.assertNotEqual(_packed(loading), [])
        self.assertEqual(_packed(calling), [])

    def test_warm_up_gives_equal_letters_equal_sizes(self):
        a, b = layer.data("a", [None, 2]), layer.data("b", [None, 2])
        self.save([a, b], [a + b])
        predictor = pd.Predictor(self.model)
        predictor.warm_up({"b": [7, 2]})

    def test_models_of_onnx(self):
        path = self.path("relu.onnx")
        with open(path, "wb") as file:
            file.write(bytes.fromhex(  # y = Relu(x), both [N, 2] float32
                "08083a3d0a0c0a0178120179220452656c751201675a140a0178120f0a0d"
                "080112090a0312014e0a02080262140a0179120f0a0d080112090a031201"
                "4e0a02080242040a00100d"))
        predictor = pd.Predictor(path)
        self.assertEqual(predictor.predict({"x": [[1, -1]]})["y"].tolist(),
                         [[1.0, 0.0]])

    def test_parameters_stay_in_the_file(self):
        self.write_images()
        expected = pd.Predictor(self.model, mmap=False)(self.images)
        self.assertFalse(_is_mapped(self.model))
        predictor = pd.Predictor(self.model)
        self.assertTrue(_is_mapped(self.model))
        self.set_value("conv2d_0.w_0", self.value("conv2d_0.w_0") * 2)
        self.save([self.image], [self.classes])  # exchanges the folder
        np.testing.assert_array_equal(predictor(self.images), expected)
        self.assertGreater(
            np.abs(pd.Predictor(self.model)(self.images) - expected).max(),
            1e-4)

    def test_models_share_no_parameters(self):
        self.write_images()
        one = pd.Predictor(self.model)
        before = one(self.images)
        self.set_value("conv2d_0.w_0", self.value("conv2d_0.w_0") * 2)
        self.save([self.image], [self.classes], name="other")
        pd.Predictor(self.path("other"))(self.images)
        np.testing.assert_array_equal(one(self.images), before)
        self.assertIsNone(pd.Scope().find_var("conv2d_0.w_0"))


class PredictorMistakesTest(PredictorTestCase):

    def setUp(self):
        super().setUp()
        image = layer.data("image", [None, 3])
        words = layer.data("words", [None, 1], "int64", lod_level=1)
        rows = layer.embedding(words, (10, 2))
        self.run_startup()
        self.save([image, words], [layer.scale(image, 2.0), rows])
        self.predictor = pd.Predictor(self.model)
        self.good = {"image": random(2, 3), "words": [[1], [2, 3]]}

    def test_names(self):
        for feed in ({"imag": 0, "words": 0}, {**self.good, "imag": 0}):
            with self.assert_raises(KeyError, "no feed 'imag'",
                                    "did you mean image?", "predictor_test.py",
                                    "words [s2, 1] int64, sequences"):
                self.predictor.predict(feed)
        with self.assert_raises(KeyError, "no feed 'scale_0.tmp_0'"):
            self.predictor.predict({**self.good, "scale_0.tmp_0": 0})

    def test_what_is_missing(self):
        with self.assert_fails(ValueError, "not fed: words [s2, 1] int64",
                               "takes image [N, 3] float32"):
            self.predictor.predict({"image": random(2, 3)})
        with self.assert_fails(ValueError, "not fed: image [N, 3] float32; "
                               "words"):
            self.predictor.predict({})
        with self.assert_fails(TypeError, "takes 2 values, not 1",
                               "image [N, 3] float32"):
            self.predictor.predict(random(2, 3))
        with self.assert_raises(TypeError, "takes 2 values, not 3"):
            self.predictor(1, 2, 3)

    def test_shapes(self):
        with self.assert_fails(ValueError, "image [N, 3] float32",
                               "[2, 4]"):
            self.predictor(random(2, 4), self.good["words"])
        with self.assert_raises(ValueError, "words (lod_level 1)",
                                "list of arrays", "(2, 1)"):
            self.predictor(self.good["image"], np.ones((2, 1), "int64"))

    def test_types(self):
        with self.assert_fails(TypeError, "image is float32", "float64",
                               'astype("float32")'):
            self.predictor(np.ones((2, 3)), self.good["words"])
        with self.assert_raises(TypeError, "words is int64", "float32",
                                "sequence 1"):
            self.predictor(self.good["image"], [[1], random(2, 1)])

    def test_a_mistake_leaves_it_working(self):
        expected = self.predictor.predict(self.good)
        with self.assertRaises(ValueError):
            self.predictor({"image": random(2, 3)})
        for name, value in self.predictor.predict(self.good).items():
            np.testing.assert_array_equal(np.concatenate(value),
                                          np.concatenate(expected[name]))

    def test_settings(self):
        for part, settings in (
                ("dtype is one of float32, bfloat16, int8, not 'half'",
                 {"dtype": "half"}),
                ("threads is at least 1, not 0", {"threads": 0}),
                ("threads is at least 1, not -2", {"threads": -2}),
                ("optimize is 0, 1 or 2, not 3", {"optimize": 3}),
                ("calibration is for int8, not for bfloat16",
                 {"dtype": "bfloat16", "calibration": []})):
            with self.subTest(part), self.assert_raises(ValueError, part):
                pd.Predictor(self.model, **settings)

    def test_files(self):
        with self.assert_raises(FileNotFoundError, self.path("none")):
            pd.Predictor(self.path("none"))
        with self.assert_raises(FileNotFoundError, self.path("none.onnx")):
            pd.Predictor(self.path("none.onnx"))
        with self.assert_raises(FileNotFoundError, self.folder):
            pd.Predictor(self.folder)
        with self.assert_raises(ValueError, "neither a folder", "nor an .onnx"):
            pd.Predictor(__file__)
        path = os.path.join(self.model, "parameters")
        with open(path, "r+b") as file:
            file.truncate(os.path.getsize(path) // 2)
        with self.assert_raises(OSError, path):
            pd.Predictor(self.model)
        os.remove(path)
        with self.assert_raises(FileNotFoundError, path):
            pd.Predictor(self.model)
