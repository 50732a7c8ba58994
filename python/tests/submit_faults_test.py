"""Nodes and processes are killed: jobs come to the bits of one process."""

import os
import re
import unittest

import numpy as np
import submit_cases as cases
import submit_trials

import paddle as pd


class FaultsTest(submit_trials.SubmitTestCase):

    def nodes(self, numbers, **options):
        """Starts nodes with names of their own."""
        return [self.node(name=f"n{number}x", **options) for number in numbers]

    def leader(self, nodes):
        """Returns the node that leads."""
        with open(os.path.join(self.folder, "store", "%state"), "rb") as file:
            found = re.search(rb"leader\x12.(n\d+x)-", file.read(), re.DOTALL)
        self.assertIsNotNone(found)
        return next(node for node in nodes
                    if node.name == found[1].decode())

    @staticmethod
    def busy(nodes, job):
        """Returns the nodes that have processes of the job."""
        state = job.state()
        names = {name.split("-")[0]
                 for name in state["trainers"] + state["servers"]}
        return [node for node in nodes if node.name in names]

    def test_the_leading_node_is_killed(self):
        """Whatever else ran there; the job goes on from a checkpoint."""
        for network in cases.FEEDS:
            with self.subTest(network=network):
                nodes = self.nodes(range(3), trainers=2, servers=1)
                job = self.submit(network, self.cluster(*nodes), epochs=40,
                                  trainers=2, servers=1, checkpoint_steps=1)
                self.wait_for_steps(job, 20)
                leader = self.leader(nodes)
                was_busy = leader in self.busy(nodes, job)
                leader.kill()
                self.check_alone(network, job, epochs=40)
                self.assertIsNot(self.leader(nodes), leader)
                if was_busy:
                    self.assertGreater(job.state()["attempt"], 1)
                for node in nodes:
                    node.kill()

    def test_nodes_are_killed_one_after_the_other(self):
        """Each has processes of the job; another one comes."""
        times = int(os.environ.get("PADDLE_NODE_KILLS", "2"))
        for network in cases.FEEDS:
            with self.subTest(network=network):
                self.kill_nodes(network, times, 20 * (times + 2))

    def kill_nodes(self, network, times, epochs):
        # A node that was killed counts until its lease is over: the next
        # attempt may be lost there, too. So may one on a busy machine, whose
        # nodes are late.
        nodes = self.nodes(range(3), trainers=1, servers=1)
        job = self.submit(network, self.cluster(*nodes), epochs=epochs,
                          trainers=2, servers=1, checkpoint_steps=5,
                          restarts=times + 5)
        random = np.random.RandomState(2)
        for kill in range(times):
            self.wait_for_steps(job, 30 * (kill + 1))
            self.wait_for(lambda: self.busy(nodes, job), "its nodes")
            state, busy = job.state(), self.busy(nodes, job)
            killed = busy[random.randint(len(busy))]
            nodes.remove(killed)
            killed.kill()
            nodes += self.nodes([3 + kill], trainers=1, servers=1)
            job = self.cluster(*nodes).job(job.id)
            self.wait_for(lambda: job.state()["attempt"] > state["attempt"],
                          lambda: f"another attempt: {job.state()}")
        self.check_alone(network, job, epochs)
        for node in nodes:
            node.kill()

    def test_a_trainer_is_killed(self):
        node = self.node(trainers=2)
        job = self.submit("mlp", self.cluster(node), epochs=40, trainers=2,
                          checkpoint_steps=3, restarts=1)
        self.wait_for_steps(job, 10)
        self.kill(job, "trainer-1")
        self.check_alone("mlp", job, epochs=40)
        self.assertEqual(job.state()["attempt"], 2)
        self.assertRegex(job.state()["message"], "signal 9|rank 1 is lost")

    def test_a_trainer_of_async_servers_is_killed(self):
        """Both files are trained on, though no trainer waits."""
        node = self.node(trainers=2, servers=1)
        job = self.submit("mlp", self.cluster(node), epochs=60, trainers=2,
                          servers=1, mode="async", checkpoint_steps=10)
        self.wait_for_steps(job, 10)
        self.kill(job, "trainer-1")
        job.wait(timeout=120)
        self.assertEqual(job.state()["attempt"], 2)
        losses = self.losses(job.metrics())
        self.assertLess(np.mean(losses[-20:]), np.mean(losses[:4]))
        folder = os.path.join(self.folder, "copied")
        job.download(folder)
        for number in range(2):
            file = cases.arrays("mlp", number)
            # The labels are noise: nobody knows them who has not seen them.
            self.assertLess(self.loss(folder, file),
                            0.9 * np.mean(file["labels"] ** 2))

    @staticmethod
    def loss(folder, file):
        """Returns the loss of parameters over a file."""
        main, startup, cost = cases.mlp()
        scope, exe = pd.Scope(), pd.Executor()
        exe.run(startup, scope=scope)
        pd.io.load(folder + "/values", main, scope=scope)
        feed = {"x": file["images"], "y": file["labels"]}
        return exe.run(main.clone(for_test=True), feed, [cost], scope=scope)[0]


if __name__ == "__main__":
    unittest.main()
