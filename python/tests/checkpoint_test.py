"""Training that is stopped, killed or interrupted, and goes on: the same bits
as if nothing had happened."""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock

import paddle as pd
import training_program
from paddle.training.state import load_state

STEPS = 33  # in the middle of the third epoch


def start(folder, *options):
    """The program, in a process of its own that has begun."""
    process = subprocess.Popen(
        [sys.executable, training_program.__file__, folder, str(STEPS),
         *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    process.stdout.readline()
    return process


def end(process):
    """Returns everything a process has printed since it began, and its errors.
    communicate() would miss text that arrived together with the first line."""
    output, errors = process.stdout.read(), process.stderr.read()
    process.wait()
    process.stdout.close()
    process.stderr.close()
    return output, errors


def read_losses(folder):
    """Returns the loss of each step as text; a step that ran twice must have
    the same loss both times."""
    losses = {}
    with open(os.path.join(folder, "losses")) as file:
        for line in file:
            step, loss = line.split()
            assert losses.setdefault(int(step), loss) == loss, line
    return losses


class ResumeTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            cls.expected = cls.finish(start(folder, "--seed=7"))
            cls.losses = read_losses(folder)

    @classmethod
    def finish(cls, process):
        """The lines it prints; it must succeed."""
        output, errors = end(process)
        assert process.returncode == 0, errors
        return output.splitlines()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def checkpoints(self):
        return pd.Checkpoints(self.folder).paths()

    def check_end(self, lines):
        """Checks for the same losses and the same parameters, moments and so
        on."""
        self.assertEqual(lines, self.expected)
        self.assertEqual(read_losses(self.folder), self.losses)

    def wait_for_steps(self, process, count):
        path = os.path.join(self.folder, "losses")
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and process.poll() is None:
            with open(path) as file:
                if len(file.readlines()) >= count:
                    return
            time.sleep(0.002)
        self.fail(end(process)[1])

    def test_the_expectation_is_a_whole_training(self):
        self.assertEqual(list(self.losses), list(range(1, STEPS + 1)))
        self.assertEqual(len(set(self.losses.values())), STEPS)
        names = [line.split()[0] for line in self.expected]
        self.assertIn("fc_0.w_0_moment1_0", names)

    def test_another_process_goes_on_to_the_same_bits(self):
        first = start(self.folder, "--seed=7", "--stop=10")
        self.assertNotEqual(self.finish(first), self.expected)
        self.assertEqual(len(read_losses(self.folder)), 10)
        # Another seed, which the checkpoint's replaces.
        self.check_end(self.finish(start(self.folder, "--seed=8")))

    def test_at_the_end_of_an_epoch_too(self):
        self.finish(start(self.folder, "--seed=7", "--stop=15"))
        self.finish(start(self.folder, "--stop=30"))
        self.check_end(self.finish(start(self.folder)))

    def test_ctrl_c_saves_and_ends(self):
        process = start(self.folder, "--seed=7", "--slow=0.02")
        self.wait_for_steps(process, 5)
        process.send_signal(signal.SIGINT)
        self.assertIn("interrupted", self.finish(process))
        self.assertEqual(len(self.checkpoints()), 1)
        self.assertLess(len(read_losses(self.folder)), STEPS)
        self.check_end(self.finish(start(self.folder)))

    def test_a_second_ctrl_c_ends_at_once(self):
        process = start(self.folder, "--seed=7", "--slow=60")
        self.wait_for_steps(process, 1)
        while process.poll() is None:
            process.send_signal(signal.SIGINT)
            time.sleep(0.05)
        _, errors = end(process)
        self.assertIn("KeyboardInterrupt", errors)
        self.assertEqual(self.checkpoints(), [])

    def test_killed_at_any_moment_it_goes_on(self):
        chance, kills, lines = random.Random(1), 0, None
        while lines is None:
            process = start(self.folder, "--seed=7", "--every=1",
                            "--slow=0.01")
            if kills < 12:
                time.sleep(chance.uniform(0.0, 0.15))
                process.kill()
            output, _ = end(process)
            if process.returncode == 0:
                lines = output.splitlines()
            else:
                kills += 1
                self.check_loadable()
        self.assertGreater(kills, 2)
        self.check_end(lines)
        self.assertEqual([name for name in os.listdir(self.folder)
                          if name.startswith(".")], [])

    def check_loadable(self):
        """Whatever is there; without a warning that one is passed over."""
        trainer = training_program.make_trainer()
        with unittest.mock.patch(
                "warnings.warn", side_effect=AssertionError):
            folder, state = load_state(pd.Checkpoints(self.folder), trainer)
        if folder is not None:
            self.assertEqual(15 * state["epoch"] + state["batch"],
                             state["step"])
