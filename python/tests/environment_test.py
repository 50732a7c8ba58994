"""The place of a process in a job, from the variables of many launchers."""

import unittest

import light_modules

environment = light_modules.load("environment", "distributed",
                                 "environment.py")

STORE = {"PADDLE_STORE": "file:///tmp/job"}


class EnvironmentTest(unittest.TestCase):

    def refused(self, *parts, **environ):
        with self.assertRaises(ValueError) as context:
            environment.read(environ)
        for part in parts:
            self.assertIn(part, str(context.exception))

    def place(self, **environ):
        found = environment.read({**STORE, **environ})
        return found.rank, found.size, found.local_rank

    def test_alone(self):
        self.assertEqual(environment.read({}), environment.Environment(
            rank=0, size=1, local_rank=0, shards=1, store=None, job=None))
        self.assertEqual(environment.read({"PADDLE_SHARDS": "4"}).shards, 4)

    def test_the_launcher(self):
        found = environment.read({
            **STORE, "PADDLE_JOB": "mnist", "PADDLE_NODE": "0",
            "PADDLE_LOCAL_RANK": "2", "PADDLE_SHARDS": "8", "RANK": "2",
            "WORLD_SIZE": "4", "LOCAL_RANK": "2", "LOCAL_WORLD_SIZE": "4"})
        self.assertEqual(found, environment.Environment(
            rank=2, size=4, local_rank=2, shards=8, store="file:///tmp/job",
            job="mnist"))

    def test_other_launchers(self):
        for rank, size, local_rank in (
                ("RANK", "WORLD_SIZE", "LOCAL_RANK"),
                ("SLURM_PROCID", "SLURM_NTASKS", "SLURM_LOCALID"),
                ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE",
                 "OMPI_COMM_WORLD_LOCAL_RANK"),
                ("PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID")):
            with self.subTest(rank):
                self.assertEqual(self.place(
                    **{rank: "3", size: "5", local_rank: "1"}), (3, 5, 1))
                self.assertEqual(self.place(**{rank: "3", size: "5"}),
                                 (3, 5, 0))
                self.assertEqual(environment.read(
                    {**STORE, rank: "3", size: "5"}).shards, 5)
        self.assertEqual(self.place(JOB_COMPLETION_INDEX="3",
                                    PADDLE_TRAINERS="4"), (3, 4, 0))

    def test_the_first_that_is_set_counts(self):
        pairs = [("RANK", "WORLD_SIZE"), ("SLURM_PROCID", "SLURM_NTASKS"),
                 ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
                 ("PMI_RANK", "PMI_SIZE"),
                 ("JOB_COMPLETION_INDEX", "PADDLE_TRAINERS")]
        environ = {}
        for number, (rank, size) in reversed(list(enumerate(pairs))):
            environ.update({rank: str(number), size: str(number + 2)})
            self.assertEqual(self.place(**environ)[:2], (number, number + 2))

    def test_a_size_alone_is_no_job(self):
        """Such as in the shell of an allocation of Slurm."""
        self.assertEqual(self.place(SLURM_NTASKS="8"), (0, 1, 0))
        self.assertEqual(self.place(PADDLE_TRAINERS="8"), (0, 1, 0))

    def test_nonsense(self):
        self.refused("RANK is 4", "WORLD_SIZE is 4", RANK="4", WORLD_SIZE="4")
        self.refused("RANK is '-1'", RANK="-1", WORLD_SIZE="4")
        for text in ("", "x", "1.0", "1e3", " 1", "1_0", "١", "9" * 5000):
            with self.subTest(text):
                self.refused("RANK is", RANK=text, WORLD_SIZE="4")
                self.refused("WORLD_SIZE is", RANK="0", WORLD_SIZE=text)
                self.refused("PADDLE_SHARDS is", PADDLE_SHARDS=text)
        self.refused("WORLD_SIZE is 0", RANK="0", WORLD_SIZE="0")
        self.refused("WORLD_SIZE is not set", "RANK is", RANK="0")
        self.refused("RANK is not set", WORLD_SIZE="2")
        self.refused("PADDLE_TRAINERS is not set", JOB_COMPLETION_INDEX="0")
        self.refused("SLURM_LOCALID", SLURM_PROCID="0", SLURM_NTASKS="1",
                     SLURM_LOCALID="one")
        self.refused("PADDLE_LOCAL_RANK", RANK="0", WORLD_SIZE="1",
                     PADDLE_LOCAL_RANK="one")

    def test_shards(self):
        self.refused("PADDLE_SHARDS is 3", "4", RANK="0", WORLD_SIZE="4",
                     PADDLE_SHARDS="3", **STORE)
        self.refused("PADDLE_SHARDS is 0", PADDLE_SHARDS="0")

    def test_more_than_one_need_a_store(self):
        for environ in ({}, {"PADDLE_STORE": ""}):
            self.refused("PADDLE_STORE is not set", "SLURM_NTASKS",
                         SLURM_PROCID="0", SLURM_NTASKS="2", **environ)
        self.assertIsNone(environment.read(
            {"RANK": "0", "WORLD_SIZE": "1"}).store)
