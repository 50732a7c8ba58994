"""Networks saved here, computed by programs of another processor, compared.

    ./tools/dev python ci/aarch64/compare.py --infer "qemu-aarch64 infer" \
      --model "qemu-aarch64 model"

infer is tools/infer, model the program of model.c, which may be given several
times. Ends with "N passed, M failed".
"""

import argparse
import os
import shlex
import subprocess
import sys
import tempfile
from typing import Dict, List

import numpy as np

import nets

# The largest difference of two scores, by the largest score. Sums in another
# order; roundings to 8 bits of a mantissa; roundings to 255 steps of a range,
# where one processor has products of integers and the other has not.
BOUNDS = {"float32": 1e-5, "bfloat16": 0.02, "int8": 0.02}
STEPS = 20
TRAINED_BOUND = 1e-4  # after that many


class Cases:
    """Counts what passes."""

    def __init__(self) -> None:
        self.passed = self.failed = 0
        self.full: Dict[str, int] = {}  # bytes of each network in float32

    def add(self, what: str, found: float, bound: float) -> None:
        passed = found <= bound  # not for NaN
        self.passed += passed
        self.failed += not passed
        print(f"{'passed' if passed else 'FAILED'}: {what}: {found:.2g} of at "
              f"most {bound:g}", flush=True)


def run(command: str, *arguments: str) -> bool:
    """Runs a program, which says itself what is wrong."""
    return subprocess.run([*shlex.split(command), *arguments],
                          stdout=subprocess.DEVNULL).returncode == 0


def name_of(command: str) -> str:
    return os.path.basename(shlex.split(command)[-1])


def difference(found: np.ndarray, wanted: np.ndarray) -> float:
    """The largest, by the largest number; NaN for other sizes."""
    if found.size != wanted.size or not np.isfinite(found).all():
        return float("nan")
    return float(np.abs(found.reshape(wanted.shape) - wanted).max() /
                 np.abs(wanted).max())


def numbers(path: str) -> np.ndarray:
    """Those that model.c has written; none without the file."""
    return (np.fromfile(path, "float32") if os.path.exists(path)
            else np.empty(0, "float32"))


def margin(classes: List[int], wanted: np.ndarray) -> float:
    """The most that a class has less than the largest score of its row, by the
    largest score of all."""
    if len(classes) != len(wanted):
        return float("nan")
    own = wanted[np.arange(len(wanted)), classes]
    return float((wanted.max(1) - own).max() / np.abs(wanted).max())


def check_size(cases: Cases, saved: nets.Saved, dtype: str) -> None:
    """A folder has half the bytes in bfloat16, and never more in int8: if it
    stores integers is up to this processor."""
    size = os.path.getsize(os.path.join(saved.folder, "parameters"))
    most = {"bfloat16": 0.52, "int8": 1.001}.get(dtype)
    name, _, _ = os.path.basename(saved.folder).partition("_")
    if most is None:
        cases.full[name] = size
    else:
        cases.add(f"stored, {name}_{dtype}", size / cases.full[name], most)


def check_infer(cases: Cases, infer: str, folder: str, dtype: str,
                saved: nets.Saved) -> None:
    """tools/infer gives images the same class, or one as good."""
    output = saved.folder + ".classes"
    classes: List[int] = []
    if run(infer, "--model", saved.folder, "--output", output,
           "--images", os.path.join(folder, "images"),
           "--labels", os.path.join(folder, "labels")):
        with open(output, encoding="utf-8") as file:
            classes = [int(line) for line in file]
    cases.add(f"infer, {os.path.basename(saved.folder)}",
              margin(classes, saved.wanted), 2 * BOUNDS[dtype])


def check_model(cases: Cases, model: str, dtype: str,
                saved: nets.Saved) -> None:
    output = saved.folder + ".scores"
    run(model, saved.folder, saved.scores, saved.inputs, output)
    cases.add(f"{name_of(model)}, {os.path.basename(saved.folder)}",
              difference(numbers(output), saved.wanted), BOUNDS[dtype])
    if os.path.exists(output):
        os.remove(output)


def check_training(cases: Cases, model: str, folder: str,
                   training: nets.Training) -> None:
    """Losses of each step, and the parameters afterwards, read here."""
    name = name_of(model)
    output, trained = (tempfile.mkdtemp(dir=folder) + part
                       for part in ("/losses", "/trained"))
    done = run(model, training.folder, training.loss, training.inputs, output,
               str(len(training.losses)), trained)
    cases.add(f"{name}, losses of {len(training.losses)} steps",
              difference(numbers(output), training.losses), TRAINED_BOUND)
    found = nets.load_trained(trained) if done else {}
    worst = np.max([difference(found.get(key, np.empty(0)), wanted)
                    for key, wanted in training.trained.items()])
    cases.add(f"{name}, what training leaves", float(worst), TRAINED_BOUND)


def check_saved(cases: Cases, folder: str, infer: str,
                models: List[str]) -> None:
    nets.write_idx(folder)
    for name in nets.NETWORKS:
        network = nets.Network(name)
        network.train(steps=60)
        for dtype in nets.DTYPES:
            saved = network.save(folder, dtype)
            check_size(cases, saved, dtype)
            for model in models:
                check_model(cases, model, dtype, saved)
            if name != "lstm":  # infer takes images of one size
                check_infer(cases, infer, folder, dtype, saved)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--infer", required=True)
    parser.add_argument("--model", required=True, action="append")
    given = parser.parse_args()
    cases = Cases()
    with tempfile.TemporaryDirectory() as folder:
        check_saved(cases, folder, given.infer, given.model)
        training = nets.save_training(folder, STEPS)
        # A test that cannot fail would be one of a program that learns nothing.
        cases.add("the last loss by the first",
                  training.losses[-1] / training.losses[0], 0.5)
        for model in given.model:
            check_training(cases, model, folder, training)
    print(f"{cases.passed} passed, {cases.failed} failed")
    return int(cases.failed > 0)


if __name__ == "__main__":
    sys.exit(main())
