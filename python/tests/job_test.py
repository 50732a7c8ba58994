"""Jobs: the script of a trainer, alone and as several processes."""

import json
import os
import tempfile
import unittest

import numpy as np

import job_scripts
import paddle as pd

# Trains on 8 rows a step, which the trainers share, and writes what each has.
SCRIPT = """
import sys
import numpy as np
import paddle as pd

job = pd.distributed.init()
pd.seed(3)
x = pd.layer.data("x", [None, 4])
y = pd.layer.data("y", [None, 1])
h = pd.layer.relu(pd.layer.fc(x, 16))
loss = pd.layer.mse_loss(pd.layer.fc(h, 1), y)
pd.optimizer.Adam(0.01).minimize(loss)
program = job.parallelize(pd.default_main_program(), bucket_bytes={bytes},
                          order="{order}")
exe = pd.Executor()
exe.run(pd.default_startup_program())
random = np.random.RandomState(5)
rows = [(random.randn(8, 4).astype("float32"),
         random.randn(8, 1).astype("float32")) for step in range(20)]
parts = [{{"x": x[i::{parts}], "y": y[i::{parts}]}}
         for x, y in rows for i in range({parts})]
for feed in job.shard(parts[:len(parts) - {missing}]):
    job.run(exe, program, feed)
    {then}
names = sorted(p.name for p in program.all_parameters())
np.savez(f"params-{{job.rank}}.npz", *[
    np.asarray(pd.global_scope().find_var(name).get_tensor())
    for name in names])
"""


class JobTestCase(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_script(self, command, parts=1, missing=0, size=25 << 20,
                   then="pass", order="tree", **variables):
        """The parameters of each trainer; raises if the script fails."""
        job_scripts.run(command, SCRIPT.format(
            parts=parts, missing=missing, bytes=size, then=then,
            order=order),
            self.folder, **variables)
        return [self.parameters(os.path.join(self.folder, name))
                for name in sorted(os.listdir(self.folder))
                if name.endswith(".npz")]

    def parameters(self, path):
        with np.load(path) as file:
            values = [file[name] for name in file.files]
        os.remove(path)
        return values

    def assert_bits(self, one, other):
        self.assertEqual([value.tobytes() for value in one],
                         [value.tobytes() for value in other])


class AloneTest(JobTestCase):

    def test_a_job_of_one_is_the_plain_script(self):
        plain, = self.run_script(job_scripts.PLAIN)
        launched, = self.run_script(job_scripts.launcher(1))
        self.assert_bits(plain, launched)


class PlaceTest(unittest.TestCase):

    def test_the_processor(self):
        self.assertEqual(pd.distributed.init(pd.CPUPlace()).size, 1)

    @unittest.skipIf(pd.cuda_device_count(), "there is one")
    def test_a_gpu_that_is_not_there(self):
        with self.assertRaisesRegex(OSError, "CUDA|GPU"):
            pd.distributed.init(pd.CUDAPlace(0))


class SeveralTest(JobTestCase):

    def test_trainers_agree_and_compute_the_mean(self):
        alone, = self.run_script(job_scripts.PLAIN)
        for count in (2, 4):
            trainers = self.run_script(job_scripts.launcher(count),
                                       parts=count)
            self.assertEqual(len(trainers), count)
            for other in trainers[1:]:
                self.assert_bits(trainers[0], other)
            for value, expected in zip(trainers[0], alone):
                np.testing.assert_allclose(value, expected, atol=2e-5)

    def test_the_fast_order_computes_the_mean(self):
        alone, = self.run_script(job_scripts.PLAIN)
        trainers = self.run_script(job_scripts.launcher(3), parts=3,
                                   order="fast")
        for other in trainers[1:]:
            self.assert_bits(trainers[0], other)
        for value, expected in zip(trainers[0], alone):
            np.testing.assert_allclose(value, expected, atol=2e-5)

    def test_no_bit_depends_on_the_number_of_trainers(self):
        for missing in (0, 3):
            runs = [self.run_script(job_scripts.launcher(
                count, "--shards", "4"), parts=4, missing=missing)
                    for count in (1, 2, 3, 4)]
            for count, trainers in enumerate(runs, 1):
                self.assertEqual(len(trainers), count)
                for other in trainers:
                    self.assert_bits(runs[-1][0], other)

    def test_no_bit_depends_on_buckets(self):
        command = job_scripts.launcher(2)
        large, _ = self.run_script(command, parts=2)
        small, _ = self.run_script(command, parts=2, size=0)
        self.assert_bits(large, small)

    def test_data_that_ends_earlier_for_some(self):
        trainers = self.run_script(job_scripts.launcher(3), parts=3,
                                   missing=2)
        self.assert_bits(trainers[0], trainers[1])
        self.assert_bits(trainers[0], trainers[2])


class ErrorTest(JobTestCase):

    def fail(self, **kwargs):
        with self.assertRaises(RuntimeError) as caught:
            self.run_script(job_scripts.launcher(2), parts=2, **kwargs)
        return str(caught.exception)

    def test_an_exception_ends_the_job(self):
        text = self.fail(then="if job.rank == 1: raise KeyError('mine')")
        self.assertIn("KeyError: 'mine'", text)

    def test_programs_that_differ(self):
        text = self.fail(size="25 << 20 if job.rank else 0")
        self.assertRegex(
            text, r"trainers 0 and 1 have different programs: trainer 0 "
            r"exchanges allreduce_start\(.*train\.py:\d+, trainer 1 ")

    def test_a_missing_library(self):
        text = self.fail(PADDLE_GLOO_LIBRARY="/nowhere/gloo.so")
        self.assertIn("/nowhere/gloo.so does not exist", text)


TRAINER = """
import json
import numpy as np
import paddle as pd

def network():
    x = pd.layer.data("x", [None, 4])
    y = pd.layer.data("y", [None, 1])
    out = pd.layer.fc(x, 1)
    return pd.layer.mse_loss(out, y), {"out": pd.layer.mean(out)}

def reader():
    random = np.random.RandomState(1)
    for number in range(5):
        yield [(x, [x.sum()]) for x in random.randn(8, 4).astype("float32")]

job = pd.distributed.init()
trainer = pd.Trainer(network, pd.optimizer.SGD(0.05), job=job)

def watch(event):
    if STOP and job.rank == 1 and isinstance(event, pd.event.EndStep):
        trainer.stop()

history = trainer.train(reader, epochs=6, event_handler=watch,
                        progress=False, eval_reader=reader)
name, = [p.name for p in trainer.program.all_parameters() if "w" in p.name]
value = np.asarray(trainer.scope.find_var(name).get_tensor())
print(json.dumps([history, value.ravel().tolist()]))
"""


class TrainerTest(JobTestCase):

    def train(self, count, stop=False):
        """The history and a parameter of each trainer."""
        printed = job_scripts.run(job_scripts.launcher(count),
                                  f"STOP = {stop}\n" + TRAINER, self.folder)
        return [json.loads(line.partition("] ")[2] if count > 1 else line)
                for line in sorted(printed.splitlines())]

    def test_measures_are_those_of_all(self):
        one, other = self.train(2)
        self.assertEqual(one, other)
        history, weights = one
        self.assertEqual(len(history), 6)
        self.assertLess(history[-1]["loss"], history[0]["loss"] / 2)
        self.assertLess(history[-1]["eval_loss"], history[0]["eval_loss"])
        self.assertIn("out", history[0])

    def test_one_trainer_ends_training_for_all(self):
        one, other = self.train(2, stop=True)
        self.assertEqual(one, other)
        self.assertEqual(one[0], [])

    def test_alone(self):
        (history, _), = self.train(1)
        self.assertEqual(len(history), 6)
