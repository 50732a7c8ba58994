"""Jobs of several machines, which find each other in etcd: machines that are
lost, join, are cut off, and an etcd that is lost. Each launcher here is a
machine; its files are in a folder of its own."""

import functools
import os
import random
import signal
import time
import unittest

import etcd_server
import job_scripts
from fault_trials import BEGIN, LOOP, TRAINER
from machine_trials import Machine, MachinesTest

# PADDLE_MACHINE_KILLS: machines that are killed at random.
KILLS = int(os.environ.get("PADDLE_MACHINE_KILLS", "3"))
# PADDLE_LATE: seconds that a machine is late.
LATE = float(os.environ.get("PADDLE_LATE", "4"))


class SharedEtcdTest(MachinesTest, etcd_server.EtcdTestCase):

    def lose_some(self, machines, start, chosen, most):
        """Kills machines at random, each after a while, and starts others."""
        for _ in range(KILLS):
            victim = chosen.randrange(3)
            others = [each for each in machines
                      if each is not machines[victim]]
            others[0].wait_until(others[0].count() + chosen.randrange(*most))
            machines[victim].send(signal.SIGKILL)
            machines[victim] = start()
            machines[victim].wait_until(1)


class JoinTest(SharedEtcdTest):

    def test_two_machines_of_two(self):
        expected = self.undisturbed(LOOP, pause=0)
        self.check([self.machine(trainers=2) for _ in range(2)], expected, 4)

    def test_machines_join_between_steps(self):
        expected = self.undisturbed(LOOP, pause=0, steps=400)
        machines = []
        for _ in range(3):
            machines.append(self.machine(nodes="1:3", steps=400))
            machines[0].wait_until(machines[0].count() + 30)
        pids = machines[0].pids()
        self.check(machines, expected, 3)
        self.assertEqual(machines[0].pids(), pids)
        # The newcomers have made some of the steps, and not all.
        for machine in machines[1:]:
            self.assertGreater(machine.count(), 10)
        self.assertNotIn("lost", "".join(each.errors for each in machines))

    def test_a_machine_that_comes_late(self):
        expected = self.undisturbed(LOOP, pause=0)
        first = self.machine()
        time.sleep(LATE)
        self.check([first, self.machine()], expected, 2)

    def test_more_machines_than_may_take_part(self):
        """One waits, and takes the place of one that is lost."""
        expected = self.undisturbed(LOOP, pause=0, steps=300)
        machines = [self.machine(steps=300) for _ in range(2)]
        machines[0].wait_until(10)
        machines.append(self.machine(steps=300))
        machines[0].wait_until(60)
        self.assertEqual(machines[2].count(), 0)
        machines[1].send(signal.SIGKILL)
        self.check(machines[::2], expected, 2)

    def test_one_that_comes_after_the_end(self):
        self.assertEqual(self.machine(nodes="1:2").end()[0], 0)
        late = self.machine(nodes="1:2")
        self.assertEqual(late.end()[0], 1)
        self.assertIn("is over: its workers have ended well", late.errors)


class LossTest(SharedEtcdTest):

    def test_a_machine_that_is_lost(self):
        """The others go on without it."""
        expected = self.undisturbed(LOOP, pause=0, steps=300)
        machines = [self.machine(nodes="2:3", steps=300) for _ in range(3)]
        machines[0].wait_until(20)
        pids = [machine.pids() for machine in machines]
        machines[1].send(signal.SIGKILL)
        self.check(machines[::2], expected, 2)
        for number in (0, 2):
            self.assertEqual(machines[number].pids(), pids[number])

    def test_a_machine_that_is_replaced(self):
        """Too few go on when there are enough again."""
        expected = self.undisturbed(LOOP, pause=0, steps=200)
        machines = [self.machine(steps=200) for _ in range(2)]
        machines[0].wait_until(20)
        machines[0].send(signal.SIGKILL)
        time.sleep(5)
        count = machines[1].count()
        machines[0] = self.machine(steps=200)
        self.check(machines, expected, 2)
        self.assertLess(count, 2 * 200)

    def test_machines_killed_at_random(self):
        steps = 300 * KILLS
        expected = self.undisturbed(LOOP, pause=0, steps=steps)
        start = functools.partial(self.machine, nodes="1:3", steps=steps)
        machines = [start() for _ in range(3)]
        self.lose_some(machines, start, random.Random(1), (1, 100))
        self.check(machines, expected, 3)

    def test_checkpoints_while_machines_are_lost(self):
        """Whoever is left writes all of it, or none."""
        runs = os.path.join(self.folder, "run")
        script = TRAINER.replace('"run", every=7', f'"{runs}", every=1')
        self.assertNotEqual(script, TRAINER)
        steps = 60 * (KILLS + 1)
        expected = self.undisturbed(TRAINER, pause=0, steps=steps)
        start = functools.partial(self.machine, script, nodes="1:3",
                                  steps=steps)
        machines = [start() for _ in range(3)]
        self.lose_some(machines, start, random.Random(2), (5, 20))
        self.check(machines, expected, 3)
        # One process goes on from the last of them, to the same bits.
        again = self.added(Machine(job_scripts.launcher(1, "--shards", "4"),
                                   script, self.folder, steps=steps, pause=0))
        self.check([again], expected, 1)
        self.assertEqual(again.count(), 0)

    def test_a_worker_is_started_again_on_its_machine(self):
        expected = self.undisturbed(LOOP, pause=0, steps=200)
        machines = [self.machine(LOOP, "--restarts", "2", trainers=2,
                                 steps=200) for _ in range(2)]
        pids = [machine.pids() for machine in machines]
        machines[1].wait_until(20)
        pids = [machine.pids() for machine in machines]
        victim, pid = next(iter(pids[1].items()))
        os.kill(pid, signal.SIGKILL)
        self.check(machines, expected, 4)
        self.assertEqual(machines[0].pids(), pids[0])
        self.assertIn("restart 1 of 2", machines[1].errors)

    def test_restarts_are_counted_for_all_machines_together(self):
        machines = [self.machine(LOOP, "--restarts", "1", steps=2000)
                    for _ in range(2)]
        machines[0].wait_until(20)
        for machine in machines:
            for pid in machine.pids().values():
                os.kill(pid, signal.SIGKILL)
            if machine is machines[0]:
                machines[1].wait_until(machines[1].count() + 50)
        self.assertEqual([machine.end()[0] for machine in machines],
                         [137, 137])
        self.assertIn("no restart is left of 1", machines[1].errors)
        self.assertIn("was ended by another machine: worker 0 of",
                      machines[0].errors)

    def test_a_machine_that_is_stopped_and_goes_on(self):
        """It takes part again, and counts no step twice."""
        expected = self.undisturbed(LOOP, pause=0, steps=600)
        machines = [self.machine(nodes="1:2", steps=600) for _ in range(2)]
        machines[0].wait_until(20)
        pids = machines[1].pids()
        machines[1].send(signal.SIGSTOP)
        machines[0].wait_until(machines[0].count() + 100)
        machines[1].send(signal.SIGCONT)
        self.check(machines, expected, 2)
        # It knew nothing of the steps of the others, and was replaced.
        self.assertNotEqual(machines[1].pids(), pids)
        self.assertIn("was cut off, and the others have gone on without it; "
                      "started again", machines[1].errors)


class EtcdLossTest(SharedEtcdTest):

    def test_etcd_is_killed_and_wiped(self):
        """Steps go on without it; groups form again when it is back."""
        expected = self.undisturbed(LOOP, pause=0, steps=1000)
        machines = [self.machine(LOOP, "--restarts", "1", steps=1000)
                    for _ in range(2)]
        machines[0].wait_until(20)
        pids = [machine.pids() for machine in machines]
        self.etcd.kill()
        time.sleep(3)  # longer than the lease
        machines[0].wait_until(machines[0].count() + 100)
        self.etcd.wipe()
        self.etcd.start()
        time.sleep(1)
        machines[0].wait_until(machines[0].count() + 50)
        self.assertEqual([machine.pids() for machine in machines], pids)
        victim = next(iter(pids[1].values()))
        os.kill(victim, signal.SIGKILL)
        self.check(machines, expected, 2)
        self.assertEqual(machines[0].pids(), pids[0])
        self.assertIn("the job goes on", machines[0].errors)


class EndTest(SharedEtcdTest):

    def test_an_error_of_a_feed_is_not_tried_again(self):
        script = LOOP.replace(
            "job.run(exe, program, feed, [loss])", "job.run_each(exe, program,"
            "\n            feed, [loss], None, lambda each: each "
            "if job.steps < 20 else open('nowhere'))")
        self.assertNotEqual(script, LOOP)
        machines = [self.machine(script, "--restarts", "3") for _ in range(2)]
        self.assertEqual([machine.end()[0] for machine in machines], [1, 1])
        self.assertIn("FileNotFoundError", "".join(
            machine.errors for machine in machines))

    def test_addresses_that_nobody_has(self):
        machines = [self.machine(LOOP, "--address", "10.77.77.7")
                    for _ in range(2)]
        self.assertEqual([machine.end()[0] for machine in machines], [1, 1])
        self.assertIn("cannot use the address '10.77.77.7'", "".join(
            machine.errors for machine in machines))

    def test_a_machine_that_comes_back_after_the_end(self):
        expected = self.undisturbed(LOOP, pause=0, steps=200)
        machines = [self.machine(nodes="1:2", steps=200) for _ in range(2)]
        machines[0].wait_until(20)
        machines[1].send(signal.SIGSTOP)
        self.check(machines[:1], expected, 1)
        machines[1].send(signal.SIGCONT)
        self.assertEqual(machines[1].end()[0], 0)
        self.assertIn("the other machines have ended the job well",
                      machines[1].errors)

    def test_signals_while_a_restart_waits_for_etcd(self):
        machine = self.machine(LOOP, "--restarts", "3", nodes="1", steps=5000)
        machine.wait_until(20)
        self.etcd.kill()
        self.addCleanup(self.etcd.start)
        os.kill(next(iter(machine.pids().values())), signal.SIGKILL)
        time.sleep(0.5)
        machine.process.send_signal(signal.SIGTERM)
        self.assertEqual(machine.end(timeout=20)[0], 128 + signal.SIGTERM)

    def test_an_exception_ends_the_job(self):
        script = LOOP.replace("        made_a_step", "        if job.rank == 1 "
                              "and job.steps == 20: raise KeyError('mine')\n"
                              "        made_a_step")
        machines = [self.machine(script) for _ in range(2)]
        self.assertEqual([machine.end()[0] for machine in machines], [1, 1])
        errors = sorted((machine.errors for machine in machines), key=len)
        self.assertRegex(errors[0], r"the job was ended by another machine: "
                         r"worker 0 of .* failed: exit code 1")
        self.assertIn("KeyError: 'mine'", errors[1])

    def test_machines_that_never_come(self):
        machine = self.machine(LOOP, "--patience", "1.5")
        self.assertEqual(machine.end()[0], 1)
        self.assertIn("2 machines are needed for a group, and 1 has come "
                      "within 1.5 s", machine.errors)

    def test_other_settings(self):
        first = self.machine(BEGIN, nodes="2")
        first.wait(lambda: os.path.exists(
            os.path.join(first.folder, "train.py")))
        time.sleep(1)
        other = self.machine(BEGIN, nodes="2:3")
        self.assertEqual(other.end()[0], 1)
        self.assertRegex(other.errors, r'have .*"nnodes": \[2, 2\].*, and this '
                         r'machine .*"nnodes": \[2, 3\]')
        first.send(signal.SIGTERM)

    def test_no_etcd(self):
        self.machines += 1
        command = self.command()
        command[command.index("--store") + 1] = (
            f"etcd://127.0.0.1:{etcd_server.free_port()}/x")
        machine = self.added(Machine(command, LOOP, self.folder))
        self.assertEqual(machine.end()[0], 1)
        self.assertRegex(machine.errors, "^paddle run: etcd://127.0.0.1:.* "
                         "cannot be reached: .*refused\n$")


if __name__ == "__main__":
    unittest.main()
