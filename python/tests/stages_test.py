"""Programs whose layers several processes share."""

import tempfile
import unittest

import job_scripts

# Trains two layers on two stages, or, with an argument, on one process that
# accumulates the gradients of as many runs; prints a checksum of each
# persistable, and the mean losses.
SCRIPT = """
import sys
import zlib
import numpy as np
import paddle as pd

PARTS, SCHEDULE, ALONE = {parts}, "{schedule}", {alone}
ROWS, STEPS = 16, 20

pd.seed(5)
x = pd.layer.data("x", [None, 8])
y = pd.layer.data("y", [None, 1])
tied = pd.ParamAttr("tied")
with pd.device("stage:0"):
    h = pd.layer.tanh(pd.layer.fc(x, 8, param_attr=tied))
with pd.device("stage:1"):
    h = pd.layer.dropout(pd.layer.fc(h, 8, param_attr=tied), 0.3)
    loss = pd.layer.mse_loss(pd.layer.fc(h, 1), y)
pd.optimizer.Adam(0.01).minimize(
    loss, accumulate_steps=PARTS if ALONE else 1)
main, startup = pd.default_main_program(), pd.default_startup_program()
persistables = {{var.name for var in main.list_vars() if var.persistable}}
random = np.random.RandomState(1)
data = [{{"x": random.randn(ROWS, 8).astype("float32"),
         "y": random.randn(ROWS, 1).astype("float32")}}
        for _ in range(STEPS)]
exe = pd.Executor()
losses = []
if ALONE:
    exe.run(startup)
    for step, feed in enumerate(data):
        values = []
        for part in range(PARTS):
            rows = slice(part * ROWS // PARTS, (part + 1) * ROWS // PARTS)
            pd.core._set_step(pd.global_scope(), step * PARTS + part + 1)
            value, = exe.run(main, {{name: value[rows]
                                    for name, value in feed.items()}}, [loss])
            values.append(value)
        losses.append(np.mean(values, dtype="float32"))
else:
    job = pd.distributed.init()
    program, startup = job.parallelize(
        main, startup, pipeline=pd.distributed.Pipeline(PARTS, SCHEDULE))
    exe.run(startup)
    persistables = {{var.name for var in program.list_vars()
                    if var.persistable}}
    for feed in job.shard(data):
        value, = job.run(exe, program, feed, [loss])
        assert (value is None) == (job.rank == 0)
        if value is not None:
            losses.append(value)
for name in sorted(persistables):
    value = np.asarray(pd.global_scope().find_var(name).get_tensor())
    print("sum", name, zlib.crc32(value.tobytes()))
for step, value in enumerate(losses):
    print("loss", step, float(value))
"""

# Has more stages than the two processes of the job.
TOO_MANY = """
import paddle as pd

x = pd.layer.data("x", [None, 8])
for stage in range(3):
    with pd.device(f"stage:{stage}"):
        x = pd.layer.fc(x, 8)
pd.optimizer.SGD(0.1).minimize(pd.layer.mean(x))
pd.distributed.init().parallelize(
    pd.default_main_program(), pd.default_startup_program(),
    pipeline=pd.distributed.Pipeline(2))
"""


def values(printed, kind):
    """The printed values of a kind, by what they are of. Both stages print what
    both have."""
    found = {}
    for line in printed.splitlines():
        words = line.split()
        if kind in words:
            _, name, value = words[words.index(kind):]
            found.setdefault(name, set()).add(value)
    return found


class StagesTest(unittest.TestCase):

    def train(self, command, parts, schedule="", alone=False):
        with tempfile.TemporaryDirectory() as folder:
            return job_scripts.run(
                command, SCRIPT.format(parts=parts, schedule=schedule,
                                       alone=alone), folder)

    def test_pipelines_have_the_bits_of_accumulation(self):
        for parts in (1, 4, 8):
            alone = self.train(job_scripts.PLAIN, parts, alone=True)
            expected = values(alone, "sum")
            losses = values(alone, "loss")
            for schedule in ("1f1b", "gpipe"):
                printed = self.train(job_scripts.launcher(2), parts, schedule)
                sums = values(printed, "sum")
                self.assertGreaterEqual(len(sums), 16)
                for name, value in sums.items():
                    self.assertEqual(value, expected[name], (name, parts))
                got = values(printed, "loss")
                self.assertEqual(len(got), 20)
                for step, (value,) in got.items():
                    expected_loss, = losses[step]
                    self.assertAlmostEqual(float(value), float(expected_loss),
                                           places=5)

    def test_more_stages_than_processes(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(
                    RuntimeError, r"there are 2 stages, from 0 on, and no "
                    r"other for operator mul on stage 2, .*train.py, line 7"):
                job_scripts.run(job_scripts.launcher(2), TOO_MANY, folder)

    def test_a_program_without_loss(self):
        script = TOO_MANY.replace("range(3)", "range(2)").replace(
            "pd.optimizer", "pd.layer.mean(x)\n# ")
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(
                    RuntimeError, "call minimize for a loss before"):
                job_scripts.run(job_scripts.launcher(2), script, folder)


class DeviceTest(unittest.TestCase):

    def test_unknown_devices_are_refused_where_they_are_written(self):
        script = ("import paddle as pd\n"
                  "with pd.device('gpu:0'):\n"
                  "    pass\n")
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(
                    RuntimeError, r"(?s)line 2.*ValueError: .*'gpu:0' is no "
                    r"device"):
                job_scripts.run(job_scripts.PLAIN, script, folder)


if __name__ == "__main__":
    unittest.main()
