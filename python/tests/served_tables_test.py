"""Tables whose rows outlive their servers: on the disk, and in checkpoints."""

import json
import os
import shutil
import unittest

import job_scripts
from served_jobs import KILL, SERVE, WORDS, ServedTest

# Steps look up rows that others have changed, so that the parameters in the end
# depend on the bits of rows.
TRAIN = WORDS + """
epochs = [0]


def note(happened):
    if isinstance(happened, pd.event.BeginEpoch):
        epochs[0] = happened.epoch


trainer = pd.Trainer(network, optimizer, job=job)
trainer.train(lambda: batches(5, epochs[0]), epochs=int(sys.argv[1]),
              event_handler=note, checkpoints=sys.argv[2], progress=False)
print(job.servers, job.steps, checksum(trainer.program, trainer.scope))
"""

# Trains on, and then goes back to the checkpoint, which servers that have made
# later steps take.
BACK = TRAIN.replace("""
trainer.train(""", """
for folder, number in ((sys.argv[2], 1), (None, 2)):
    trainer.train(lambda: batches(5, epochs[0]), number, event_handler=note,
                  checkpoints=folder, progress=False)
trainer.train(""")

KILLED = WORDS + SERVE + KILL + """
losses = 0
for number, feed in enumerate(job.shard(list(batches(30)) * 2)):
    kill(number)
    for value, in job.run_each(exe, main, feed, [loss]):
        losses = zlib.crc32(value.tobytes(), losses)
assert job.rank or killed == int(sys.argv[1]), killed
print(job.servers, job.steps, losses, checksum(whole, pd.global_scope()))
"""


class DurabilityTest(ServedTest):

    def kill(self, servers, times, **variables):
        """Returns the steps, and the checksums of all losses and of the
        parameters, of one trainer."""
        options = ["--servers", str(servers)] if servers else []
        if times:
            options += ["--server-dir", self.folder]
        printed = job_scripts.run(
            job_scripts.launcher(1, "--shards", "4", *options), KILLED,
            self.folder, arguments=(times,), **variables)
        return printed.split()[-3:]

    def test_rows_of_servers_that_are_killed(self):
        times = int(os.environ.get("PADDLE_SERVER_KILLS", "5"))
        alone = self.kill(0, 0)
        self.assertEqual(alone[0], "60")
        self.assertEqual(self.kill(2, times), alone)
        kept = [os.path.join(folder, name)
                for folder, names, _ in os.walk(self.folder)
                for name in names if name.startswith("table-")]
        self.assertEqual(len(kept), 2, kept)
        # A job that begins anew with the folder finds none of its rows.
        self.assertEqual(self.kill(2, times), alone)

    def test_the_library_is_missing(self):
        told = self.fail_job(
            KILLED, "--servers", "1", "--server-dir", self.folder,
            PADDLE_ROCKSDB_LIBRARY="/none.so")
        self.assertRegex(
            told, r"/none.so does not exist: a server that keeps the rows of "
            r"the table '.*' on the disk needs libpaddle_rocksdb.so; "
            "PADDLE_ROCKSDB_LIBRARY says where it is")


class CheckpointTest(ServedTest):

    def train(self, epochs, name, trainers, servers, script=TRAIN):
        return self.run_job(script, trainers, servers, epochs,
                            os.path.join(self.folder, name))

    def test_other_trainers_and_servers_go_on(self):
        whole = self.train(4, "whole", 1, 1)
        self.assertEqual(whole[0], 20)
        self.assertEqual(self.train(4, "alone", 1, 0), whole)
        self.train(2, "cut", 2, 2)
        for name in ("again", "more"):
            shutil.copytree(os.path.join(self.folder, "cut"),
                            os.path.join(self.folder, name))
        self.assertEqual(self.train(4, "cut", 1, 3), whole)
        self.assertEqual(self.train(4, "again", 3, 1), whole)
        # The seed is that of the checkpoint: rows that were never changed
        # begin with the bits that they had.
        self.assertEqual(self.train(4, "more", 2, 2, TRAIN.replace(
            "pd.seed(3)", "pd.seed(4)")), whole)

    def test_the_same_servers_go_back(self):
        whole = self.train(2, "whole", 1, 1)
        self.assertEqual(self.train(2, "back", 2, 2, BACK), whole)

    def test_the_files(self):
        self.train(1, "kept", 2, 3)
        folder = os.path.join(self.folder, "kept", "checkpoint-00000000")
        with open(os.path.join(folder, "state.json")) as file:
            tables = json.load(file)["tables"]
        self.assertEqual(tables, {"embedding_0.w_0": [
            "table-0-0-0", "table-0-1-0", "table-0-2-0"]})
        path = os.path.join(folder, "table-0-1-0")
        with open(path, "r+b") as file:
            file.truncate(os.path.getsize(path) - 1)
        with self.assertRaises(RuntimeError) as caught:
            self.train(2, "kept", 1, 1)
        self.assertIn("table-0-1-0", str(caught.exception))

    def test_servers_are_needed_for_rows(self):
        self.train(1, "served", 1, 1)
        self.train(1, "alone", 1, 0)
        with self.assertRaises(RuntimeError) as caught:
            self.train(2, "served", 1, 0)
        self.assertRegex(str(caught.exception), "ValueError: the checkpoint .*"
                         "has rows of the table 'embedding_0.w_0', which "
                         "servers keep and no trainer has")
        with self.assertRaises(RuntimeError) as caught:
            self.train(2, "alone", 1, 1)
        self.assertRegex(str(caught.exception), "ValueError: the checkpoint .*"
                         "has no rows of the table 'embedding_0.w_0'")


if __name__ == "__main__":
    unittest.main()
