"""Scripts that tests start as the trainers of a job."""

import os
import subprocess
import sys

import light_modules

import paddle as pd

PLAIN = [sys.executable]  # the interpreter, without a launcher
_FOLDER = os.path.abspath("framework/distributed")
GLOO = os.path.join(_FOLDER, "gloo/libpaddle_gloo.so")
GRPC = os.path.join(_FOLDER, "server/libpaddle_grpc.so")


def launcher(trainers, *options):
    """Returns the command that starts so many trainers."""
    return [sys.executable, light_modules.path("cli"), "run", "--nproc",
            str(trainers), *options]


def start(command, script, folder, arguments=(), **variables):
    """Starts a script, a text, in a folder, with arguments, and the given
    variables added to the environment; returns the process, which prints into
    pipes."""
    path = os.path.join(folder, "train.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(script)
    package = os.path.dirname(os.path.dirname(pd.__file__))
    return subprocess.Popen(
        [*command, path, *map(str, arguments)], cwd=folder,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={
            **os.environ, "PYTHONPATH": package,
            "PADDLE_GLOO_LIBRARY": GLOO, "PADDLE_GRPC_LIBRARY": GRPC,
            **variables})


def run(command, script, folder, arguments=(), **variables):
    """Runs a script as start does. Returns what it printed; RuntimeError with
    its errors if it fails."""
    with start(command, script, folder, arguments, **variables) as process:
        printed, errors = process.communicate()
    if process.returncode:
        raise RuntimeError(errors)
    return printed
