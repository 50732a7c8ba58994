"""Checkpoints of trainers that are killed, or have no room on the disk, at any
change of the folder: training goes on to the same bits.

One process is killed at each of its writes, those of two trainers are sampled;
PADDLE_FAULTS=all leaves none out (ci/faults.sh).
"""

import concurrent.futures
import os
import re
import shutil
import signal
import tempfile
import unittest

import job_scripts

import paddle as pd

ALL = os.environ.get("PADDLE_FAULTS") == "all"
SAMPLES = 4  # of each trainer
LIBRARY = os.path.abspath("python/tests/libdisk_faults.so")
PAIR = job_scripts.launcher(2, "--shards", "2")

# Prints a checksum of all that is kept; what a trainer is refused, too.
SCRIPT = """
import zlib
import numpy as np
import paddle as pd

def network():
    x = pd.layer.data("x", [None, 3])
    y = pd.layer.data("y", [None, 1])
    return pd.layer.mse_loss(pd.layer.fc(
        pd.layer.dropout(x, 0.2), 1, bias_attr=False), y)

def batches():
    random = np.random.RandomState(1)
    for number in range(7):
        rows = random.randn(4, 3).astype("float32")
        yield {"x": rows, "y": rows.sum(1, keepdims=True)}

job = pd.distributed.init()
pd.seed(7)
trainer = pd.Trainer(network, pd.optimizer.Momentum(0.01, 0.9), job=job)
try:
    trainer.train(batches, 2, progress=False, MORE
                  checkpoints=pd.Checkpoints("run", every=EVERY, keep=1))
except OSError as error:
    print("trainer", job.rank, "is refused:", error, flush=True)
    job.barrier()  # All are.
    raise
total = 0
for var in sorted(trainer.program.list_vars(), key=lambda var: var.name):
    if var.persistable:
        value = np.asarray(trainer.scope.find_var(var.name).get_tensor())
        total = zlib.crc32(value.tobytes(), total)
print("trainer", job.rank, "ends with", total, flush=True)
"""
BEST = ("eval_reader=batches, "
        "early_stopping=pd.EarlyStopping('eval_loss', patience=9),")


class Trial:
    """A training in a folder of its own, with faults of its disk."""

    def __init__(self, command, every, more=""):
        self._command, self._every, self._more = command, every, more
        self.folder = tempfile.mkdtemp()
        self.checkpoints = os.path.join(self.folder, "run")

    def __enter__(self):
        return self

    def __exit__(self, *error):
        shutil.rmtree(self.folder)

    def run(self, *options, **faults):
        """Returns the exit status, what is printed, and errors."""
        script = SCRIPT.replace("EVERY", str(self._every)).replace(
            "MORE", self._more)
        variables = {f"FAULTS_{name.upper()}": str(value)
                     for name, value in faults.items()}
        with job_scripts.start(
                [*self._command, *options], script, self.folder,
                LD_PRELOAD=LIBRARY, FAULTS_FOLDER=self.checkpoints,
                **variables) as process:
            printed, errors = process.communicate(timeout=120)
        return process.returncode, printed, errors

    def count(self, **faults):
        """Returns the number of changes, and what undisturbed training
        prints."""
        file = os.path.join(self.folder, "count")
        status, printed, errors = self.run(count=file, **faults)
        if status:
            raise RuntimeError(errors)
        with open(file) as counted:
            return int(counted.read()), printed

    def leftovers(self):
        if not os.path.exists(self.checkpoints):  # It was never made.
            return []
        return [name for name in os.listdir(self.checkpoints)
                if name.startswith(".")]

    def check_whole(self):
        """Raises OSError if a checkpoint is not whole; returns their names."""
        paths = pd.Checkpoints(self.checkpoints).paths()
        for path in paths:
            assert pd.Checkpoints.check(path), path
        return [os.path.basename(path) for path in paths]


def sums(printed):
    """Returns what trainers end with, all different ones."""
    return set(re.findall(r"ends with (\d+)", printed))


def chosen(count):
    """Returns numbers of changes, up to count: all, or a sample."""
    if ALL:
        return range(1, count + 1)
    return [1 + number * (count - 1) // (SAMPLES - 1)
            for number in range(SAMPLES)]


class FaultsTest(unittest.TestCase):

    def each(self, numbers, attempt):
        """Makes the attempts, two at a time, and prints how many."""
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            made = len(list(pool.map(attempt, numbers)))
        print(f"{self._testMethodName}: {made} attempts")

    def test_one_process_is_killed_at_every_change(self):
        with Trial(job_scripts.PLAIN, 4, BEST) as trial:
            count, whole = trial.count()
            self.assertEqual(len(trial.check_whole()), 1)
        self.assertGreater(count, 60)

        def attempt(number):
            with Trial(job_scripts.PLAIN, 4, BEST) as trial:
                status, printed, errors = trial.run(at=number)
                self.assertEqual(status, -signal.SIGKILL, errors)
                self.assertNotIn("ends", printed)
                if os.path.exists(trial.checkpoints):
                    self.assertLessEqual(len(trial.check_whole()), 2)
                status, printed, errors = trial.run()
                self.assertEqual((status, errors), (0, ""), number)
                self.assertEqual(printed, whole, number)
                # Killed behind the last, two are there until the next.
                self.assertIn(len(trial.check_whole()),
                              (1,) if number < count - 20 else (1, 2), number)
                self.assertEqual(trial.leftovers(), [], number)
        self.each(range(1, count + 1), attempt)

    def kill_one_of_two(self, rank, every):
        with Trial(PAIR, every) as trial:
            count, whole = trial.count(rank=rank)
        self.assertEqual(len(sums(whole)), 1)

        def attempt(number):
            with Trial([*PAIR, "--restarts", "1"], every) as trial:
                once = os.path.join(trial.folder, "killed")
                status, printed, errors = trial.run(
                    rank=rank, at=number, once=once)
                self.assertTrue(os.path.exists(once))
                self.assertEqual(status, 0, errors)
                self.assertEqual(sums(printed), sums(whole), number)
                self.assertEqual(len(trial.check_whole()), 1, number)
                status, printed, _ = trial.run()
                self.assertEqual(sums(printed), sums(whole), number)
                self.assertEqual(trial.leftovers(), [], number)
        self.each(chosen(count), attempt)

    def test_the_first_of_two_is_killed(self):
        self.kill_one_of_two(0, 2)

    def test_the_second_of_two_is_killed(self):
        self.kill_one_of_two(1, 2)

    def test_one_of_two_is_killed_at_the_end_of_an_epoch(self):
        self.kill_one_of_two(0, None)
        if ALL:
            self.kill_one_of_two(1, None)

    def fill_the_disk_of(self, rank):
        with Trial(PAIR, 2) as trial:
            count, whole = trial.count(rank=rank)

        def attempt(number):
            with Trial(PAIR, 2) as trial:
                status, printed, _ = trial.run(rank=rank, at=number, full=1)
                if status == 0:  # Behind it, the last is only renamed.
                    self.assertGreater(number, count - 20)
                    self.assertEqual(sums(printed), sums(whole), number)
                    return
                texts = re.findall(r"is refused: (.*)", printed)
                self.assertEqual(len(texts), 2, printed)
                self.assertEqual(len(set(texts)), 1)
                self.assertRegex(
                    texts[0], rf"no checkpoint is written: trainer {rank}: "
                    r".*run.*No space left|No space left.*run")
                before = trial.check_whole()
                self.assertEqual(trial.leftovers(), [], number)
                self.assertLessEqual(len(before), 1)
                status, printed, errors = trial.run()
                self.assertEqual(status, 0, errors)
                self.assertEqual(sums(printed), sums(whole), number)
        self.each(chosen(count), attempt)

    def test_a_full_disk_of_the_first(self):
        self.fill_the_disk_of(0)

    def test_a_full_disk_of_the_second(self):
        self.fill_the_disk_of(1)


if __name__ == "__main__":
    unittest.main()
