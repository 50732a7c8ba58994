"""Jobs as their manifests say, with processes for pods: one is killed, and the
parameters are those of a training that nothing has disturbed."""

import os
import sys
import time

import fault_trials
import job_scripts
import light_modules
import manifests
import pods

FOLDER = os.path.dirname(os.path.abspath(manifests.__file__))


class PodsTest(fault_trials.FaultTest):

    def setUp(self):
        super().setUp()
        programs = os.path.join(self.folder, "programs")
        os.mkdir(programs)
        with open(os.path.join(programs, "paddle"), "w") as file:
            file.write(f"#!/bin/sh\nexec {sys.executable} "
                       f"{light_modules.path('cli')} \"$@\"\n")
        os.chmod(file.name, 0o755)
        environ = job_scripts.environ()
        self.environ = {**environ,
                        "PATH": programs + ":" + environ["PATH"]}

    def cluster(self, name, script, steps=150, pause=0.01):
        found = pods.Cluster(manifests.read(os.path.join(FOLDER, name)),
                             self.folder, self.environ)
        self.addCleanup(found.close)
        work = os.path.join(self.folder, "work")
        os.mkdir(work)
        with open(os.path.join(work, "train.py"), "w") as file:
            file.write(f"STEPS, PAUSE = {steps}, {pause}\n{script}")
        self.expected = self.undisturbed(script, steps=steps, pause=0)
        return found

    def wait_for_steps(self, cluster, part, count):
        """Waits until a trainer has made so many steps."""
        path = os.path.join(self.folder, "work", "steps-0")
        deadline = time.monotonic() + 60
        while True:
            cluster.look_after(part)
            if os.path.exists(path):
                with open(path) as file:
                    if len(file.readlines()) >= count:
                        return
            self.assertLess(time.monotonic(), deadline, cluster.output(part))
            time.sleep(0.02)

    def disturb(self, cluster, part, trainers=3):
        """Starts the trainers, kills one and checks the end."""
        self.assertEqual(
            [pod.index for pod in cluster.pods if pod.part == part],
            list(range(trainers)))
        cluster.start(part)
        self.wait_for_steps(cluster, part, 20)
        cluster.kill(part, 1)
        cluster.wait(part)
        self.assertEqual(cluster.made_again(part), 1)
        printed = cluster.output(part)
        self.assertEqual(printed.count("ends with"), trainers, printed)
        self.assertEqual(fault_trials.ends(printed), self.expected, printed)

    def test_indexed_job(self):
        cluster = self.cluster("indexed_job.yaml", fault_trials.LOOP)
        cluster.start("coordinator")
        self.disturb(cluster, "train")

    def test_trainers_before_the_coordinator(self):
        cluster = self.cluster("indexed_job.yaml", fault_trials.LOOP, steps=30)
        cluster.start("train")
        time.sleep(3)
        cluster.start("coordinator")
        cluster.wait("train")
        self.assertEqual(cluster.made_again("train"), 0)

    def test_job_set(self):
        cluster = self.cluster("job_set.yaml", fault_trials.SERVED)
        cluster.start("coordinator")
        cluster.start("server")
        self.disturb(cluster, "trainer")

    def test_train_job_of_a_runtime(self):
        cluster = self.cluster("training_runtime.yaml", fault_trials.LOOP)
        cluster.start("coordinator")
        self.disturb(cluster, "node")

    def test_a_mistake_of_the_script(self):
        cluster = self.cluster("indexed_job.yaml", fault_trials.LOOP)
        with open(os.path.join(self.folder, "work", "train.py"), "w") as file:
            file.write("raise ValueError('so wrong')\n")
        cluster.start("coordinator")
        cluster.start("train")
        with self.assertRaisesRegex(RuntimeError, "so wrong"):
            cluster.wait("train")

    def test_an_environment_of_a_pod(self):
        cluster = pods.Cluster(
            manifests.read(os.path.join(FOLDER, "job_set.yaml")), self.folder,
            self.environ)
        pod = cluster.pods[-1]
        self.assertEqual((pod.part, pod.index, pod.address),
                         ("trainer", 2, "127.0.0.7"))
        self.assertEqual(pod.hosts, ["train-trainer-0-2.train"])
        values = cluster._environment(pod, pod.spec["containers"][0])
        self.assertEqual(values, {
            "JOB_COMPLETION_INDEX": "2", "PADDLE_NODES": "3",
            "POD_IP": "127.0.0.7", "JOB_SET": "train",
            "PADDLE_SERVERS": "train-server-0-0.train:4000,"
                              "train-server-0-1.train:4000"})
