"""Scripts that tests start as the trainers of a job."""

import contextlib
import os
import subprocess
import sys

import light_modules

import paddle as pd

PLAIN = [sys.executable]  # the interpreter, without a launcher
_FOLDER = os.path.abspath("framework/distributed")
GLOO = os.path.join(_FOLDER, "gloo/libpaddle_gloo.so")
GRPC = os.path.join(_FOLDER, "server/libpaddle_grpc.so")
ROCKSDB = os.path.join(_FOLDER, "table/libpaddle_rocksdb.so")


def environ(**variables):
    """Returns the environment of a process of a job."""
    package = os.path.dirname(os.path.dirname(pd.__file__))
    return {**os.environ, "PYTHONPATH": package, "PADDLE_GLOO_LIBRARY": GLOO,
            "PADDLE_GRPC_LIBRARY": GRPC, "PADDLE_ROCKSDB_LIBRARY": ROCKSDB,
            **variables}


@contextlib.contextmanager
def server(folder, before=""):
    """A server that keeps its steps in `folder`/kept; its address. It first
    runs the lines `before`."""
    script = before + ("import sys\nfrom paddle.distributed import server\n"
                       "sys.exit(server.main(['--dir', 'kept']))\n")
    with subprocess.Popen([*PLAIN, "-c", script], cwd=folder, text=True,
                          stdout=subprocess.PIPE, env=environ()) as process:
        try:
            yield f"127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.terminate()


def launcher(trainers, *options):
    """Returns the command that starts so many trainers."""
    return [sys.executable, light_modules.path("cli"), "run", "--nproc",
            str(trainers), *options]


def start(command, script, folder, arguments=(), **variables):
    """Starts a script, a text, in a folder, with arguments, and the given
    variables added to the environment; returns the process, which prints into
    pipes."""
    path = os.path.join(folder, "train.py")
    # A process that was started before may be about to read the file: it finds
    # the old text or the new one, and not the beginning of one.
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(script)
    os.replace(file.name, path)
    return subprocess.Popen(
        [*command, path, *map(str, arguments)], cwd=folder,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=environ(**variables))


def run(command, script, folder, arguments=(), **variables):
    """Runs a script as start does. Returns what it printed; RuntimeError with
    its errors if it fails."""
    with start(command, script, folder, arguments, **variables) as process:
        printed, errors = process.communicate()
    if process.returncode:
        raise RuntimeError(errors)
    return printed
