"""Processes that a scheduler has started know their place without `paddle run`:
the parameters are those of one process with all shards."""

import os
import subprocess
import sys

import fault_trials
import job_scripts

SIZE = 3
# The variables that each scheduler sets: rank, size, place on the machine.
SCHEDULERS = {
    "Slurm": ("SLURM_PROCID", "SLURM_NTASKS", "SLURM_LOCALID"),
    "Open MPI": ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE",
                 "OMPI_COMM_WORLD_LOCAL_RANK"),
    "MPICH": ("PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID"),
    "an indexed Job": ("JOB_COMPLETION_INDEX", "PADDLE_TRAINERS", None),
}
SBATCH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "slurm",
                      "train.sbatch")
# Starts all tasks on this machine, as srun does on its nodes.
SRUN = f"""#!{sys.executable}
import os, subprocess, sys
command = sys.argv[1:]
while command[0].startswith("--"):
    command.pop(0)
tasks = [subprocess.Popen(command, env={{
    **os.environ, "SLURM_PROCID": str(rank), "SLURM_LOCALID": "0",
    "PADDLE_ADDRESS": f"127.0.0.{{rank + 2}}"}})
    for rank in range(int(os.environ["SLURM_NTASKS"]))]
sys.exit(max(task.wait() for task in tasks))
"""


class LaunchersTest(fault_trials.FaultTest):

    def check_processes(self, starter, variables):
        rank_name, size_name, local_name = variables
        folder = os.path.join(self.folder, rank_name)
        os.mkdir(folder)
        trials = []
        for rank in range(SIZE):
            own = {rank_name: str(rank), size_name: str(SIZE)}
            if local_name is not None:
                own[local_name] = str(rank)
            trials.append(self.added(fault_trials.Trial(
                ["env", *(f"{name}={value}" for name, value in own.items()),
                 f"PADDLE_STORE=file://{folder}/store", "PADDLE_SHARDS=4",
                 f"PADDLE_ADDRESS=127.0.0.{rank + 2}", sys.executable],
                fault_trials.LOOP, folder, steps=20, pause=0)))
        with self.subTest(starter):
            self.check(trials, self.expected, SIZE)

    def test_variables_of_schedulers(self):
        self.expected = self.undisturbed(fault_trials.LOOP, steps=20, pause=0)
        for starter, variables in SCHEDULERS.items():
            self.check_processes(starter, variables)

    def test_the_batch_script_of_slurm(self):
        expected = self.undisturbed(fault_trials.LOOP, steps=20, pause=0)
        with open(os.path.join(self.folder, "srun"), "w") as file:
            file.write(SRUN)
        os.chmod(file.name, 0o755)
        with open(os.path.join(self.folder, "train.py"), "w") as file:
            file.write("STEPS, PAUSE = 20, 0\n" + fault_trials.LOOP)
        environ = job_scripts.environ(
            SLURM_JOB_ID="17", SLURM_NTASKS=str(SIZE), PADDLE_SHARDS="4",
            SLURM_SUBMIT_DIR=self.folder)
        environ["PATH"] = self.folder + ":" + environ["PATH"]
        done = subprocess.run(["bash", SBATCH, "train.py"], cwd=self.folder,
                              env=environ, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("ends with"), SIZE)
        self.assertEqual(fault_trials.ends(done.stdout), expected)
        self.assertTrue(os.path.isdir(os.path.join(self.folder,
                                                   "store-17-0")))

    def test_a_launcher_within_a_scheduler(self):
        """`srun paddle run`, say: its workers have ranks of their own."""
        expected = self.undisturbed(fault_trials.LOOP, steps=20, pause=0)
        for rank_name, size_name, _ in SCHEDULERS.values():
            with self.subTest(rank_name):
                folder = os.path.join(self.folder, rank_name)
                os.mkdir(folder)
                trial = self.added(fault_trials.Trial(
                    ["env", f"{rank_name}=1", f"{size_name}=2",
                     *job_scripts.launcher(3, "--shards", "4", "--restarts",
                                           "1")],
                    fault_trials.LOOP, folder, steps=20, pause=0))
                self.check([trial], expected, 3)
