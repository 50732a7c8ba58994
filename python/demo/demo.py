"""Trains networks on Fashion-MNIST, saves one, and runs it without Python.

usage: demo [--data DIRECTORY] [--save DIRECTORY]
Ends with a line for each model; exits with 1 if one misses its accuracy, or if
the C++ program does not predict what Python does.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time

import numpy as np

import paddle as pd
from paddle.dataset import mnist

import fit_a_line
import models
import training
from training import Recipe, Trained

RECIPES = [
    Recipe("mlp", models.mlp, epochs=8, batch=64, learning_rate=0.001,
           wanted=0.87),
    Recipe("conv", models.conv, epochs=8, batch=64, learning_rate=0.002,
           wanted=0.90),
]
FIT_A_LINE_WANTED = 0.02


def find_infer() -> str:
    """The C++ program, which Bazel puts beside this one."""
    runfiles = os.environ.get("RUNFILES_DIR") or os.path.join(
        os.path.dirname(os.path.abspath(__file__)), *[os.pardir] * 3)
    for root in (runfiles, *sys.path):
        for workspace in ("paddle", ""):
            path = os.path.join(root, workspace, "tools/infer/infer")
            if os.path.isfile(path) and os.access(path, os.X_OK):
                return path
    raise FileNotFoundError("tools/infer/infer is not among the runfiles")


def classify_in_cpp(folder: str, data: str, output: str) -> np.ndarray:
    """The classes that the C++ program finds for the test images."""
    subprocess.run(
        [find_infer(), f"--model={folder}",
         f"--images={mnist.file_of('t10k-images-idx3-ubyte', data)}",
         f"--labels={mnist.file_of('t10k-labels-idx1-ubyte', data)}",
         f"--output={output}"], check=True)
    with open(output, encoding="ascii") as file:
        return np.array([int(line) for line in file], np.int64)


def run_in_cpp(trained: Trained, arguments: argparse.Namespace,
               labels: np.ndarray) -> Trained:
    """The trained model, saved and run by the C++ program."""
    with tempfile.TemporaryDirectory() as folder:
        model = arguments.save or os.path.join(folder, "model")
        pd.io.save_inference_model(model, ["image"], [trained.prediction],
                                   trained.program, trained.scope)
        begin = time.monotonic()
        classes = classify_in_cpp(model, arguments.data,
                                  os.path.join(folder, "classes"))
        seconds = time.monotonic() - begin
    return trained._replace(predictions=classes, seconds=seconds,
                            accuracy=float(np.mean(classes == labels)))


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", default=mnist.DIRECTORY,
                        help="folder of the IDX files (default: %(default)s)")
    parser.add_argument("--save", help="keep the conv net's program here")
    return parser.parse_args()


def main() -> int:
    arguments = parse_arguments()
    pd.seed(1)
    failures = []
    if not fit_a_line.run() < FIT_A_LINE_WANTED:
        failures.append("fit_a_line did not converge")
    train_set = mnist.train_arrays(arguments.data)
    test_set = mnist.test_arrays(arguments.data)
    results = {}
    for recipe in RECIPES:
        trained = training.train(recipe, train_set, test_set)
        results[recipe.name] = trained
        if not trained.accuracy >= recipe.wanted:
            failures.append(f"{recipe.name} is below {recipe.wanted}")
    in_cpp = run_in_cpp(results["conv"], arguments, test_set.labels)
    differ = np.count_nonzero(
        in_cpp.predictions != results["conv"].predictions)
    if differ:
        failures.append(f"C++ predicts {differ} images differently")
    results["conv_cpp"] = in_cpp
    for failure in failures:
        print(failure, file=sys.stderr, flush=True)
    for name, result in results.items():
        print(f"{name} test_accuracy={result.accuracy:.4f} "
              f"seconds={result.seconds:.1f}", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
