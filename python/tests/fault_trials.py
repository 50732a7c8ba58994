"""Helps tests that disturb the trainers of a job, whose parameters at the end
have to be those of training that nothing has disturbed."""

import os
import re
import signal
import tempfile
import time
import unittest

import job_scripts

# Writes its process id where the test finds it, and each step that it has made
# with the others: when, and how many. At the end the first trainer prints a
# checksum.
BEGIN = """
import os
import time
import zlib
import numpy as np
import paddle as pd

job = pd.distributed.init()
pd.seed(3)
pid = open(f"pid-{job.rank}.new", "w")
pid.write(str(os.getpid()))
pid.close()
os.rename(pid.name, f"pid-{job.rank}")
steps = open(f"steps-{job.rank}", "a", buffering=1)

def network():
    x = pd.layer.data("x", [None, 8])
    y = pd.layer.data("y", [None, 1])
    h = pd.layer.relu(pd.layer.batch_norm(pd.layer.fc(x, 32)))
    h = pd.layer.dropout(h, 0.3)
    return pd.layer.mse_loss(pd.layer.fc(h, 1), y)

def batches():
    random = np.random.RandomState(5)
    for _ in range(4 * STEPS - 1):
        yield {"x": random.randn(4, 8).astype("float32"),
               "y": random.randn(4, 1).astype("float32")}

def made_a_step(number):
    steps.write(f"{time.monotonic()} {number}\\n")
    time.sleep(PAUSE)

def finish(program, scope, loss):
    total = 0
    for var in sorted(program.list_vars(), key=lambda var: var.name):
        if var.persistable:
            value = np.asarray(scope.find_var(var.name).get_tensor())
            total = zlib.crc32(value.tobytes(), total)
    print("trainer", job.rank, "ends with", total, loss, flush=True)
"""

LOOP = BEGIN + """
loss = network()
pd.optimizer.Adam(0.01).minimize(loss)
main = pd.default_main_program()
program = job.parallelize(main)
exe = pd.Executor()
exe.run(pd.default_startup_program())
for epoch in range(2):
    for feed in job.shard(batches()):
        value = job.run(exe, program, feed, [loss])
        made_a_step(job.steps)
finish(main, pd.global_scope(), "")
"""

# With servers, if there are any.
SERVED = LOOP.replace("program = job.parallelize(main)", """
program, startup = job.parallelize(main, pd.default_startup_program(),
                                   servers="sync")
""").replace("exe.run(pd.default_startup_program())", "exe.run(startup)"
             ).replace('finish(main, pd.global_scope(), "")', """
job.fetch_state()
finish(main, pd.global_scope(), "")
""")

TRAINER = BEGIN + """
trainer = pd.Trainer(network, pd.optimizer.Adam(0.01), job=job)

def watch(event):
    if isinstance(event, pd.event.EndStep):
        made_a_step(event.step)

trainer.train(batches, 2, event_handler=watch, progress=False,
              checkpoints=pd.Checkpoints("run", every=7))
finish(trainer.program, trainer.scope, "")
"""


def ends(printed):
    """Returns what trainers end with, all different lines."""
    return set(re.findall(r"ends with (.*)", printed))


class Trial:
    """A job, or a machine of one, whose trainers a test disturbs. Its files
    are in the folder."""

    def __init__(self, command, script, folder, steps=100, pause=0.003):
        self.folder = folder
        self.process = job_scripts.start(
            command, f"STEPS, PAUSE = {steps}, {pause}\n{script}", folder)

    def end(self, timeout=120):
        """Returns its exit status, and what it has printed."""
        printed, errors = self.process.communicate(timeout=timeout)
        self.errors = errors
        return self.process.returncode, printed

    def pid(self, rank):
        """Returns the process id of a trainer, once it has one."""
        path = os.path.join(self.folder, f"pid-{rank}")
        self.wait(lambda: os.path.exists(path))
        with open(path) as file:
            return int(file.read())

    def steps(self, rank):
        """Returns when the trainer has made steps, and their numbers."""
        path = os.path.join(self.folder, f"steps-{rank}")
        if not os.path.exists(path):
            return []
        with open(path) as file:
            lines = [line.split() for line in file if line.endswith("\n")]
        return [(float(when), int(number)) for when, number in lines]

    def kill(self, *ranks):
        for rank in ranks:
            os.kill(self.pid(rank), signal.SIGKILL)

    def kill_at(self, victims):
        """Kills trainers, each when another one has made so many steps."""
        for victim, step in victims:
            self.wait_for_steps(2 if victim < 2 else 1, step)
            self.kill(victim)

    def times_made(self, rank, number):
        """Returns how often the trainer has made the step of this number."""
        return [made for _, made in self.steps(rank)].count(number)

    def wait_for_steps(self, rank, count):
        self.wait(lambda: len(self.steps(rank)) >= count)

    def wait(self, ready, seconds=60):
        deadline = time.monotonic() + seconds
        while not ready():
            if self.process.poll() is not None:
                raise AssertionError(self.process.communicate()[1])
            if time.monotonic() > deadline:
                self.process.kill()
                raise AssertionError("it does not come to that")
            time.sleep(0.002)


class FaultTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def undisturbed(self, script, **kwargs):
        """Returns what one process ends with, which holds all shards."""
        with tempfile.TemporaryDirectory() as folder:
            trial = Trial(job_scripts.launcher(1, "--shards", "4"), script,
                          folder, **kwargs)
            status, printed = trial.end()
            self.assertEqual(status, 0, trial.errors)
        return ends(printed)

    def trial(self, script, *options, **kwargs):
        """Starts a job of three trainers, to be disturbed."""
        return self.added(Trial(
            job_scripts.launcher(3, "--shards", "4", *options), script,
            self.folder, **kwargs))

    def added(self, trial):
        """Returns the trial, which is over at the end of the test."""
        self.addCleanup(self.stop, trial)
        return trial

    def stop(self, trial):
        if trial.process.poll() is None:
            trial.process.send_signal(signal.SIGKILL)
        trial.process.communicate()

    def check_end(self, trial, expected):
        self.check([trial], expected, 3)

    def check(self, trials, expected, count):
        """All end well, with these parameters, `count` trainers in all."""
        printed = errors = ""
        for trial in trials:
            status, text = trial.end()
            self.assertEqual(status, 0, trial.errors)
            printed, errors = printed + text, errors + trial.errors
        self.assertEqual(len(re.findall("ends with", printed)), count, printed)
        self.assertEqual(ends(printed), expected, errors)
