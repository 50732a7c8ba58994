"""Checkpoints of a job: each trainer writes its share, and training goes on to
the same bits, with any number of trainers."""

import json
import os
import shutil
import tempfile
import unittest

import job_scripts

# Trains on the batches of four shards; trainer 1, or the only one, asks to stop
# after STOP steps. The first trainer prints checksums of all that is kept.
SCRIPT = """
import zlib
import numpy as np
import paddle as pd

def network():
    x = pd.layer.data("x", [None, 6])
    y = pd.layer.data("y", [None, 1])
    h = pd.layer.dropout(pd.layer.fc(x, 16, act="relu"), 0.4)
    return pd.layer.mse_loss(pd.layer.fc(h, 1), y)

def batches():
    random = np.random.RandomState(1)
    for number in range(22):
        rows = random.randn(4, 6).astype("float32")
        yield {"x": rows, "y": rows.sum(1, keepdims=True)}

def samples():
    x = np.random.default_rng(3).standard_normal((90, 6)).astype("float32")
    return pd.reader.DataPipeline.from_arrays(
        x, x.sum(1, keepdims=True)).shuffle(50, seed=9).batch(4)

job = pd.distributed.init()
pd.seed(SEED)
trainer = pd.Trainer(network, pd.optimizer.Adam(0.01), job=job)

def watch(event):
    if isinstance(event, pd.event.EndStep) and event.step == STOP and (
            job.rank == job.size - 1):
        trainer.stop()

history = trainer.train(READER, epochs=3, event_handler=watch, progress=False,
                        checkpoints=pd.Checkpoints(FOLDER, every=EVERY))
sums = {v.name: zlib.crc32(np.asarray(
    trainer.scope.find_var(v.name).get_tensor()).tobytes())
    for v in trainer.program.list_vars() if v.persistable}
if job.is_first:
    print(sorted(sums.items()), [round(each["loss"], 4) for each in history])
"""


class JobCheckpointTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def train(self, trainers, stop=-1, reader="batches", every=None, seed=7,
              folder="'run'", shards=4):
        """Returns what the first trainer prints."""
        settings = ("from os import environ\n"
                    f"STOP, EVERY, SEED, FOLDER = {stop}, {every}, {seed}, "
                    f"{folder}\n")
        printed = job_scripts.run(
            job_scripts.launcher(trainers, "--shards", str(shards)),
            settings + SCRIPT.replace("READER", reader),
            self.folder)
        return printed.partition("] ")[2] if trainers > 1 else printed

    def checkpoints(self):
        return sorted(os.listdir(os.path.join(self.folder, "run")))

    def undisturbed(self, **kwargs):
        whole = self.train(2, **kwargs)
        shutil.rmtree(os.path.join(self.folder, "run"))
        self.assertIn("moment1", whole)
        return whole

    def test_other_trainers_go_on(self):
        for reader in ("batches", "samples()"):
            whole = self.undisturbed(reader=reader)
            stopped = self.train(2, stop=8, reader=reader)
            self.assertNotEqual(stopped, whole)
            # Another seed, which the checkpoint's replaces.
            self.assertEqual(self.train(3, reader=reader, seed=8), whole)
            shutil.rmtree(os.path.join(self.folder, "run"))

    def test_one_trainer_goes_on_where_several_stopped(self):
        whole = self.undisturbed(every=4)
        self.train(3, stop=9, every=4)
        self.assertEqual(self.checkpoints(),
                         ["checkpoint-00000000", "checkpoint-00000001",
                          "checkpoint-00000002"])
        self.assertEqual(self.train(1, every=4), whole)

    def test_several_go_on_where_one_stopped(self):
        whole = self.undisturbed()
        self.train(1, stop=8)
        # As versions wrote it whose first trainer wrote all.
        self.assertEqual(self.files("checkpoint-00000000"),
                         ["manifest", "state.json", "variables"])
        self.assertEqual(self.state("checkpoint-00000000")["format"], 2)
        self.assertEqual(self.train(3), whole)

    def files(self, name):
        return sorted(os.listdir(os.path.join(self.folder, "run", name)))

    def state(self, name):
        with open(os.path.join(self.folder, "run", name, "state.json")) as file:
            return json.load(file)

    def test_each_writes_its_share(self):
        self.train(3, stop=3)
        shares = [f"variables-{rank}-of-3" for rank in range(3)]
        self.assertEqual(self.files("checkpoint-00000000"),
                         ["manifest", "state.json", *shares])
        state = self.state("checkpoint-00000000")
        self.assertEqual((state["format"], state["variables"], state["shards"],
                          state["job_steps"]), (3, shares, 4, 3))
        sizes = [os.path.getsize(os.path.join(
            self.folder, "run/checkpoint-00000000", share))
            for share in shares]
        self.assertLess(max(sizes), 1.2 * min(sizes), sizes)

    def test_a_checkpoint_without_one_of_its_shares_is_none(self):
        whole = self.undisturbed(every=4)
        self.train(3, stop=9, every=4)
        newest = os.path.join(self.folder, "run/checkpoint-00000002")
        os.remove(os.path.join(newest, "variables-1-of-3"))
        os.remove(os.path.join(self.folder, "run/checkpoint-00000001",
                               "manifest"))
        self.assertEqual(self.train(2, every=4), whole)

    def test_the_best_parameters_are_kept(self):
        best = {"reader": "batches, eval_reader=batches, early_stopping="
                          "pd.EarlyStopping('eval_loss', patience=1)"}
        whole = self.undisturbed(**best)
        self.train(3, stop=8, **best)
        self.train(2, stop=14, **best)
        self.assertIn("best", self.files("checkpoint-00000002"))
        self.assertEqual(self.train(3, **best), whole)

    def test_another_number_of_shards(self):
        self.train(2, stop=3)
        with self.assertRaisesRegex(
                RuntimeError, r"checkpoint-00000000 is of a training of 4 "
                r"shard\(s\), and this one has 2"):
            self.train(2, shards=2)

    def test_a_folder_that_is_not_shared(self):
        self.train(2, stop=3, folder="'run'")
        with self.assertRaisesRegex(
                RuntimeError, r"trainer 1 goes on at \(epoch, batch\) \(0, 0\)"
                r", trainer 0 at \(0, 3\): the folder run"):
            self.train(2, folder="'run' + environ['RANK'].strip('0')")

    def test_a_folder_that_is_not_shared_gets_no_checkpoint(self):
        with self.assertRaisesRegex(
                RuntimeError, "trainer 0: run/.*variables-1-of-2, which "
                "trainer 1 has written, is not here: the folder is not the "
                "same on all machines"):
            self.train(2, folder="'run' + environ['RANK'].strip('0')")
        self.assertEqual(self.checkpoints(), [])


if __name__ == "__main__":
    unittest.main()
