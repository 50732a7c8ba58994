"""Steps that are made again, with a job and servers that are stand-ins."""

import os
import types
import unittest
import unittest.mock
import warnings

import paddle as pd
from paddle.distributed.steps import Steps

SILENT = ("Unavailable: the server {} has not answered for 60000 ms; the call "
          "of 'w' was made 9 times\n  operator pull_parameter")
LOST = "Unavailable: rank 1 (pid 17) was killed by SIGKILL"


class Executor:
    """Fails with each of the errors, and then runs."""

    def __init__(self, errors):
        self.errors = list(errors)

    def run(self, program, **_):
        if self.errors:
            raise OSError(self.errors.pop(0))
        return ["ran"]


class StepsTest(unittest.TestCase):

    def warnings_of(self, errors, has_agent=True):
        """Returns what a step warns of that is made again after errors."""
        job = unittest.mock.Mock(shards=1, has_agent=has_agent,
                                 replaying=False)
        job.bind_step.return_value = 1
        job.repair_step.return_value = "again"
        made = types.SimpleNamespace(main=pd.Program(), shard=None, idle=None)
        steps = Steps(job)
        steps.add_served(made)
        with unittest.mock.patch.dict(
                os.environ, PADDLE_SERVERS="10.0.0.7:4000,10.0.0.8:4000"
                ), warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            self.assertEqual(
                steps.run(Executor(errors), made.main, lambda: [{}], [],
                          pd.Scope()), [["ran"]])
        return [str(each.message) for each in caught]

    def test_a_silent_server_is_told_of_once(self):
        seven, eight = (SILENT.format(f"10.0.0.{n}:4000") for n in (7, 8))
        told = self.warnings_of([seven, seven, LOST, eight, seven])
        self.assertEqual(len(told), 2, told)
        for text, address in zip(told, ("10.0.0.7:4000", "10.0.0.8:4000")):
            self.assertRegex(
                text, f"^Unavailable: the server {address} has not answered "
                "for 60000 ms; .*; with --restarts the step is made again, up "
                "to 20 times$")

    def test_lost_trainers_are_no_servers(self):
        self.assertEqual(self.warnings_of([LOST]), [])

    def test_without_restarts_the_error_tells(self):
        self.assertEqual(self.warnings_of(
            [SILENT.format("10.0.0.7:4000")], has_agent=False), [])


if __name__ == "__main__":
    unittest.main()
