"""The commands of `paddle` that ask a cluster, while jobs run."""

import contextlib
import io
import os
import unittest
from unittest import mock

import submit_trials

from paddle import core
from paddle.distributed import commands


class CommandsTest(submit_trials.SubmitTestCase):

    def setUp(self):
        super().setUp()
        self.there = self.node()
        self.way = self.cluster(self.there)

    def test_a_job_that_waits_and_begins_again_is_followed(self):
        first = self.submit("mlp", self.way, epochs=4000)
        job = self.submit("lstm", self.way, epochs=40, checkpoint_steps=1)
        self.wait_for_steps(first, 0)
        self.assertEqual(job.state()["attempt"], 0)
        follow = self.start(self.there, "logs", job.id, "--follow")
        second = self.start(self.there, "logs", job.id, "-f", "--attempt=2")
        self.said(self.start(self.there, "cancel", first.id))
        self.wait_for(lambda: first.state()["phase"] == "cancelled", "its end")
        self.wait_for_steps(job, 10)
        self.say(job, "1-trainer-0", "first\n")
        self.assertEqual(follow.stdout.readline(), "first\n")
        self.say(job, "1-trainer-0", "last\n")
        self.kill(job, "trainer-0")
        self.wait_for(lambda: "logs/2-trainer-0" in job.files(), "a log")
        self.say(job, "2-trainer-0", "again\n")
        job.wait(timeout=120)
        self.assertEqual(self.said(follow), "last\nagain\n")
        self.assertEqual(self.said(second), "again\n")

    def say(self, job, log, text):
        """Has a process say something, as trainers are silent."""
        path = os.path.join(self.root, "jobs", job.id, "logs", log)
        with open(path, "a", encoding="utf-8") as file:
            file.write(text)

    def test_a_job_that_never_begins_is_followed(self):
        first = self.submit("mlp", self.way, epochs=4000)
        job = self.submit("mlp", self.way)
        self.wait_for_steps(first, 0)
        follow = self.start(self.there, "logs", job.id, "--follow")
        self.said(self.start(self.there, "cancel", job.id))
        self.assertRegex(self.said(follow, 1), "^paddle logs: .*trainer-0")
        self.said(self.start(self.there, "cancel", first.id))

    def test_jobs_are_listed_by_one_question(self):
        jobs = [self.submit("mlp", self.way) for _ in range(3)]
        jobs[-1].wait(timeout=120)
        said = io.StringIO()
        with mock.patch.object(core._JobClient, "job", side_effect=KeyError):
            with contextlib.redirect_stdout(said):
                status = commands.main(
                    ["jobs", "--cluster", self.there.address, "--token-file",
                     self.token_file])
        self.assertEqual(status, 0)
        self.assertEqual(
            [line.split()[0] for line in said.getvalue().splitlines()],
            ["JOB", *(job.id for job in jobs)])


if __name__ == "__main__":
    unittest.main()
