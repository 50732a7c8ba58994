import subprocess
import unittest
from unittest import mock

import numpy as np

import bare
import beam_rows
import bench
import memory_rows
import process_memory
import training_rows
import training_tasks as tasks
from recurrent_sizes import recurrent_sizes
from training_nets import Ours, layer_sizes

try:
    import torch
except ImportError:
    torch = None

SMALL = {
    "mlp": tasks.Task(tasks.Mlp(2, hidden=(8,)), 0),
    "conv": tasks.Task(tasks.Conv(2), 0),
    "resnet": tasks.Task(tasks.Resnet20(4, blocks=1), 0, "momentum", 0.01),
    "vgg": tasks.Task(tasks.Vgg6(2, width=4), 0, "momentum", 0.01),
    "encoder": tasks.Task(tasks.Encoder(3, False, 1, 64, 5), 0),
    "ragged": tasks.Task(tasks.Encoder(3, True, 1, 64, 5), 0),
    "lstm": tasks.Task(tasks.Recurrent("lstm", 2, 8, 20, 4, 6), 0),
    "gru": tasks.Task(tasks.Recurrent("gru", 2, 8, 20, 4, 6), 0),
    "seq2seq": tasks.Task(tasks.Translator(3, 6, 20, 4, 8), 0),
    "word2vec": tasks.Task(tasks.SkipGram(50, 8, 4, 2), 0, "sgd", 0.1)}


class TrainingTest(unittest.TestCase):

    def test_lengths_are_those_they_say(self):
        lengths = tasks.sequence_lengths()
        self.assertEqual(lengths.max(), 400)
        self.assertAlmostEqual(lengths.mean() / 400, 0.39, delta=0.005)

    def test_every_task_is_a_row_for_one_thread_and_two(self):
        for name in tasks.TASKS:
            for threads in (1, 2):
                self.assertIn(f"train_{name}_t{threads}", bench.BENCHMARKS)
            self.assertIn(f"memory_{name}_peak", bench.BENCHMARKS)

    def test_tasks_learn(self):
        for name, task in SMALL.items():
            with self.subTest(name):
                ours = Ours(task._replace(rate=10 * task.rate))
                count = len(task.net.batches())
                losses = [float(ours.step()) for _ in range(20 * count)]
                self.assertLess(np.mean(losses[-count:]),
                                np.mean(losses[:count]))

    def test_layers_of_programs_run_as_bare_primitives(self):
        layers = layer_sizes(Ours(SMALL["resnet"]).main, 4)
        self.assertEqual(len(layers), 10)
        self.assertEqual(layers[3], (4, 16, 32, 32, 3, 2, 1, 1))
        self.assertEqual(layers[-1], (4, 64, 1, 10, 1, 1, 0, 1))
        times = bare.bare_times(layers, 1, 1, "train")
        self.assertGreater(times.later, 0)
        layers = layer_sizes(Ours(SMALL["encoder"]).main, 3)
        self.assertEqual(layers.count((15, 64, 1, 256, 1, 1, 0, 1)), 1)

    def test_layers_of_recurrent_nets_run_as_bare_primitives(self):
        net = tasks.Recurrent("lstm", 2, 8, sequences=4, longest=9)
        rows = int(net.batches()[0]["x.lengths"].sum())
        layers = recurrent_sizes(net)
        # Inputs, steps, and the weights of all steps, of each layer.
        self.assertEqual(len(layers), 2 * (1 + 9 + 1))
        self.assertEqual(layers[0], (rows, 8, 1, 32, 1, 1, 0, 1, 7))
        self.assertEqual(layers[1], (4, 8, 1, 32, 1, 1, 0, 1, 5))
        self.assertEqual(sum(each[0] for each in layers[1:10]), rows)
        self.assertEqual(layers[10], (rows, 8, 1, 32, 1, 1, 0, 1, 2))
        translator = recurrent_sizes(tasks.Translator(2, 5, 50, 8, 8))
        for sizes in (layers, translator):
            self.assertGreater(bare.bare_times(sizes, 1, 1, "train").later, 0)
        with self.assertRaisesRegex(TypeError, "Mlp"):
            recurrent_sizes(tasks.Mlp())

    def test_words_vary_from_batch_to_batch(self):
        batches = tasks.SkipGram().batches()
        words = np.concatenate([each["context"].ravel() for each in batches])
        self.assertEqual((words.min(), words.max() < 2000), (0, True))
        # As many among the first 44 as behind, since 44 is sqrt(2000).
        self.assertAlmostEqual(np.mean(words < 44), 0.5, delta=0.02)

    def test_losses_that_differ_are_an_error(self):
        training_rows._compare("peer", [1.0005], [1.0], False)
        with self.assertRaisesRegex(RuntimeError, "losses of peer"):
            training_rows._compare("peer", [1.005], [1.0], False)
        training_rows._compare("peer", [1.005], [1.0], True)

    def test_compilers_have_limited_time(self):
        with self.assertRaises(TimeoutError), training_rows._at_most(1):
            subprocess.run(["sleep", "60"], check=True)

    def test_rows_have_the_best_peer_and_who_is_missing(self):
        times = training_rows.Times(1.0, {"a": 7.0, "b": 6.0}, {"c": "late"},
                                    bare=0.5)
        with mock.patch.object(training_rows, "step_times", lambda *_: times):
            result = training_rows.training("mlp_b1", 2)
        self.assertEqual(result["name"], "train/mlp_b1_t2")
        self.assertEqual(result["peer_name"], "b")
        self.assertTrue(bench.holds(result))
        self.assertEqual(result["left_out"], {"c": "late"})
        self.assertEqual(result["bare"], 0.5)

    @unittest.skipIf(torch is None, "needs PyTorch")
    def test_pytorch_trains_alike(self):
        for name, task in SMALL.items():
            with self.subTest(name):
                peers = training_rows._Peers(task, 1, Ours(task))
                with mock.patch("torch_peer.compiles", lambda net: False):
                    peers.add_torch()  # raises unless losses are the same
                self.assertEqual(len(peers.trainers),
                                 len(tasks.torch_forms(task.net)))


class SearchTest(unittest.TestCase):

    def test_a_search_finds_words(self):
        net = tasks.Translator(3, 6, 20, 4, 8)
        words, scores = beam_rows.Ours(net, 2, 5).search()
        self.assertEqual(scores.shape, (3, 2))
        self.assertTrue((np.diff(scores) <= 0).all())
        self.assertTrue(all(0 < len(each) <= 5 for each in words))

    @unittest.skipIf(torch is None, "needs PyTorch")
    def test_pytorch_finds_the_same(self):
        net = tasks.Translator(3, 6, 20, 4, 8)
        times = beam_rows.search_times(net, 2, 5)  # raises unless it does
        self.assertEqual(set(times), {"ours", "PyTorch"})


class MemoryTest(unittest.TestCase):

    def test_memory_of_steps_is_counted(self):
        kept = []
        taken = process_memory.taken(lambda: kept.append(
            np.ones(10 << 20, "uint8")), 3)
        self.assertGreater(taken["grew"], 29)
        self.assertLess(taken["grew"], 40)
        self.assertGreater(taken["peak"], taken["grew"])

    def test_a_process_trains(self):
        taken = memory_rows.measure("ours", "mlp_b1")
        self.assertGreater(taken["peak"], 20)
        self.assertLess(taken["grew"], taken["peak"])

    def test_rows_have_the_least_of_the_peers(self):
        found = {"ours": {"peak": 60.0, "grew": 8.0},
                 "a": {"peak": 200.0, "grew": 9.0},
                 "b": {"peak": 130.0, "grew": 20.0}}
        with mock.patch.object(memory_rows, "memory", lambda _: found):
            peak = memory_rows.training_memory("mlp_b1", "peak")
            grew = memory_rows.training_memory("mlp_b1", "grew")
        self.assertEqual(peak["peer_name"], "b")
        self.assertTrue(bench.holds(peak))
        self.assertFalse(bench.holds(grew))
