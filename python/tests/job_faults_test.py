"""Trainers of a job that are lost, and come back: the parameters are those of
training that nothing has disturbed.

PADDLE_KILLS says how many trainers are killed at random, 6 by default; the
whole trial has 50 (ci/faults.sh).
"""

import os
import random
import signal
import statistics
import time
import unittest

from fault_trials import LOOP, SERVED, TRAINER, FaultTest

KILLS = int(os.environ.get("PADDLE_KILLS", "6"))
SEED = int(os.environ.get("PADDLE_KILLS_SEED", "1"))


class KillTest(FaultTest):

    def test_trainers_killed_at_random(self):
        chosen = random.Random(SEED)
        recoveries = []
        steps = 150 * KILLS
        expected = self.undisturbed(LOOP, steps=steps, pause=0)
        trial = self.trial(LOOP, "--restarts", str(KILLS), steps=steps)
        for _ in range(KILLS):
            victim = chosen.randrange(3)
            pids = [trial.pid(rank) for rank in range(3)]
            others = [rank for rank in range(3) if rank != victim]
            trial.wait_for_steps(others[0], len(trial.steps(others[0]))
                                 + chosen.randrange(1, 60))
            killed = time.monotonic()
            os.kill(pids[victim], signal.SIGKILL)
            trial.wait(lambda: trial.pid(victim) != pids[victim])
            trial.wait(lambda: any(when > killed + 0.02 for when, _ in
                                   trial.steps(others[0])[-3:]))
            recoveries.append(next(when for when, _ in trial.steps(others[0])
                                   if when > killed + 0.02) - killed)
            for rank in others:
                self.assertEqual(trial.pid(rank), pids[rank])
        self.check_end(trial, expected)
        print(f"{KILLS} kills; recovery: median "
              f"{statistics.median(recoveries):.2f} s, worst "
              f"{max(recoveries):.2f} s")
        if KILLS >= 50:  # the whole trial, which has the machine for itself
            self.assertLess(statistics.median(recoveries), 1.5)
            self.assertLess(max(recoveries), 5)

    def test_two_at_once(self):
        expected = self.undisturbed(LOOP, pause=0)
        trial = self.trial(LOOP, "--restarts", "2")
        trial.wait_for_steps(0, 20)
        trial.kill(1, 2)
        self.check_end(trial, expected)

    def test_all_at_once_begin_anew(self):
        expected = self.undisturbed(LOOP, pause=0)
        trial = self.trial(LOOP, "--restarts", "3")
        trial.wait_for_steps(0, 20)
        trial.kill(0, 1, 2)
        self.check_end(trial, expected)
        self.assertEqual(trial.times_made(0, 1), 2)

    def test_trainer_and_checkpoints(self):
        expected = self.undisturbed(TRAINER, pause=0)
        trial = self.trial(TRAINER, "--restarts", "3")
        trial.kill_at([(1, 10), (0, 40), (2, 120)])
        self.check_end(trial, expected)

    def test_trainers_of_servers(self):
        """Those that wait for a server are told that a trainer was lost."""
        expected = self.undisturbed(SERVED, pause=0)
        trial = self.trial(SERVED, "--restarts", "3", "--servers", "2")
        trial.kill_at([(1, 10), (0, 40), (2, 80)])
        self.check_end(trial, expected)

    def test_trainer_and_checkpoints_of_servers(self):
        expected = self.undisturbed(TRAINER, pause=0)
        trial = self.trial(TRAINER.replace(
            "finish(trainer", "job.fetch_state(trainer.scope)\nfinish(trainer"),
            "--restarts", "3", "--servers", "2")
        trial.kill_at([(1, 10), (0, 40), (2, 120)])
        self.check_end(trial, expected)

    def test_all_trainers_of_servers_begin_anew(self):
        expected = self.undisturbed(SERVED, pause=0)
        trial = self.trial(SERVED, "--restarts", "3", "--servers", "1")
        trial.wait_for_steps(0, 20)
        trial.kill(0, 1, 2)
        self.check_end(trial, expected)
        self.assertEqual(trial.times_made(0, 1), 2)

    def test_trainers_stop_together(self):
        """One that was lost while others evaluated knows what they saw."""
        script = TRAINER.replace(
            "trainer.train(batches, 2,", "history = trainer.train(batches, 9,"
            "\n    eval_reader=lambda: list(batches())[:5], eval_every=10,"
            "\n    early_stopping=pd.EarlyStopping(patience=6),").replace(
                'trainer.scope, "")', "trainer.scope, [each['eval_loss'] "
                "for each in history] + [trainer.job.steps])")
        expected = self.undisturbed(script, pause=0)
        trial = self.trial(script, "--restarts", "4")
        trial.kill_at([(1, 10), (0, 30), (2, 45)])
        self.check_end(trial, expected)

    def test_all_killed_go_on_from_the_checkpoint(self):
        expected = self.undisturbed(TRAINER, pause=0)
        trial = self.trial(TRAINER, "--restarts", "3")
        trial.wait_for_steps(0, 50)
        trial.kill(0, 1, 2)
        self.check_end(trial, expected)
        # Step 49 had a checkpoint: the first steps were not made again.
        self.assertEqual(trial.times_made(0, 1), 1)


class StopTest(FaultTest):

    def test_a_trainer_that_is_stopped_is_replaced(self):
        expected = self.undisturbed(LOOP, pause=0)
        trial = self.trial(LOOP, "--restarts", "1", "--stall", "2")
        trial.wait_for_steps(0, 20)
        before = trial.pid(1)
        os.kill(before, signal.SIGSTOP)
        self.check_end(trial, expected)
        self.assertNotEqual(trial.pid(1), before)

    def test_one_that_computes_for_long_is_not(self):
        """An evaluation longer than the time without a sign of life."""
        script = LOOP.replace("        made_a_step", "        if job.rank == 1 "
                              "and job.steps == 20: time.sleep(5)\n"
                              "        made_a_step")
        expected = self.undisturbed(LOOP, pause=0)
        trial = self.trial(script, "--restarts", "1", "--stall", "2")
        before = [trial.pid(rank) for rank in range(3)]
        self.check_end(trial, expected)
        self.assertEqual([trial.pid(rank) for rank in range(3)], before)

    def test_a_trainer_that_comes_late(self):
        script = LOOP.replace("job = pd.distributed.init()", "if os.environ["
                              "'RANK'] == '2': time.sleep(4)\n"
                              "job = pd.distributed.init()")
        expected = self.undisturbed(LOOP, pause=0)
        self.check_end(self.trial(script, "--restarts", "1"), expected)


class EndTest(FaultTest):

    def test_an_exception_ends_the_job(self):
        script = LOOP.replace("        made_a_step", "        if job.rank == 1 "
                              "and job.steps == 20: raise KeyError('mine')\n"
                              "        made_a_step")
        trial = self.trial(script, "--restarts", "5")
        status, _ = trial.end()
        self.assertEqual(status, 1)
        self.assertIn("KeyError: 'mine'", trial.errors)

    def test_restarts_are_used_up(self):
        trial = self.trial(LOOP, "--restarts", "1", steps=1000)
        for _ in range(2):
            trial.wait_for_steps(0, len(trial.steps(0)) + 20)
            before = trial.pid(1)
            os.kill(before, signal.SIGKILL)
            if trial.process.poll() is None and _ == 0:
                trial.wait(lambda: trial.pid(1) != before)
        status, _ = trial.end()
        self.assertEqual(status, 137)
        self.assertIn("no restart is left of 1", trial.errors)


if __name__ == "__main__":
    unittest.main()
