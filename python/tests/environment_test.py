"""The place of a process in a job; its cases are in environment_test.cc of
framework/distributed/runner."""

import unittest

from paddle.distributed import environment


class EnvironmentTest(unittest.TestCase):

    def test_alone(self):
        self.assertEqual(environment.read({}), environment.Environment(
            rank=0, size=1, local_rank=0, shards=1, store=None, job=None))

    def test_the_launcher(self):
        found = environment.read({
            "PADDLE_STORE": "file:///tmp/job", "PADDLE_JOB": "mnist",
            "PADDLE_SHARDS": "8", "RANK": "2", "WORLD_SIZE": "4",
            "LOCAL_RANK": "1", "PADDLE_SERVERS": "a:1,b:2"})
        self.assertEqual(found, environment.Environment(
            rank=2, size=4, local_rank=1, shards=8, store="file:///tmp/job",
            job="mnist", servers=("a:1", "b:2")))

    def test_nonsense(self):
        with self.assertRaisesRegex(ValueError, "RANK is '١', which is no "):
            environment.read({"RANK": "١", "WORLD_SIZE": "4"})

    def test_one_needs_no_store(self):
        self.assertIsNone(environment.read(
            {"RANK": "0", "WORLD_SIZE": "1", "PADDLE_STORE": ""}).store)


if __name__ == "__main__":
    unittest.main()
