"""Networks of Fashion-MNIST, trained here and saved for other processors."""

import functools
import os
import struct
from typing import Any, Callable, Dict, List, NamedTuple, Tuple

import numpy as np

import paddle as pd
from paddle.dataset import mnist

DTYPES = ("float32", "bfloat16", "int8")
HALF_ROW = 14  # pixels; an image is a sequence of such
TEST_IMAGES = 200
BATCH = 64


def mlp(image: pd.Variable) -> pd.Variable:
    hidden = pd.layer.fc(image, 512, act="relu")
    return pd.layer.fc(pd.layer.fc(hidden, 512, act="relu"), mnist.CLASSES)


def conv(image: pd.Variable) -> pd.Variable:
    x = pd.layer.reshape(image, [-1, 1, 28, 28])
    x = pd.layer.conv2d(x, 32, 5, bias_attr=False)
    x = pd.layer.pool2d(pd.layer.batch_norm(x, act="relu"), 2, pool_stride=2)
    x = pd.layer.conv2d(x, 64, 5, bias_attr=False)
    x = pd.layer.pool2d(pd.layer.batch_norm(x, act="relu"), 2, pool_stride=2)
    return pd.layer.fc(x, mnist.CLASSES)


def lstm(rows: pd.Variable) -> pd.Variable:
    states, _ = pd.layer.dynamic_lstm(pd.layer.fc(rows, 4 * 128), 4 * 128)
    return pd.layer.fc(pd.layer.sequence_pool(states, "max"), mnist.CLASSES)


NETWORKS: Dict[str, Callable[[pd.Variable], pd.Variable]] = {
    "mlp": mlp, "conv": conv, "lstm": lstm}


class Saved(NamedTuple):
    """A model in a folder, and what this processor computes of its inputs."""
    folder: str
    inputs: str  # a folder; see model.c
    scores: str  # the name of what is fetched
    wanted: np.ndarray


class Training(NamedTuple):
    """A program that trains in a folder, and what it becomes here."""
    folder: str
    inputs: str
    loss: str
    losses: np.ndarray
    trained: Dict[str, np.ndarray]  # values of all persistable variables


@functools.lru_cache(maxsize=None)
def images(part: str, count: int) -> Tuple[np.ndarray, np.ndarray]:
    arrays = (mnist.train_arrays if part == "train" else mnist.test_arrays)()
    return arrays.images[:count], arrays.labels[:count].reshape(count, 1)


def sequences(pixels: np.ndarray) -> Tuple[np.ndarray, List[int]]:
    """Images as sequences of different lengths: the last rows are left out."""
    rows = pixels.reshape(len(pixels), -1, HALF_ROW)
    lengths = [rows.shape[1] - i % 24 for i in range(len(rows))]
    return np.concatenate([r[:n] for r, n in zip(rows, lengths)]), lengths


def value(name: str, pixels: np.ndarray) -> Any:
    """Returns what a network is fed with."""
    numbers = mnist.normalize(pixels).reshape(len(pixels), -1)
    if name != "lstm":
        return numbers
    rows, lengths = sequences(numbers)
    return pd.LoDTensor(rows, [lengths])


def write_inputs(folder: str, *values: Any) -> str:
    """Writes what model.c reads."""
    os.makedirs(folder, exist_ok=True)
    for i, one in enumerate(values):
        path = os.path.join(folder, str(i))
        if isinstance(one, pd.LoDTensor):
            np.array(one.lengths[0], "int64").tofile(path + ".lengths")
        np.ascontiguousarray(np.asarray(one)).tofile(path)
    return folder


def write_idx(folder: str) -> None:
    """Writes the images of the test, and their labels, for tools/infer."""
    pixels, labels = images("test", TEST_IMAGES)
    with open(os.path.join(folder, "images"), "wb") as file:
        file.write(struct.pack(">4i", 2051, *pixels.shape) + pixels.tobytes())
    with open(os.path.join(folder, "labels"), "wb") as file:
        file.write(struct.pack(">2i", 2049, len(labels)) +
                   labels.astype("uint8").tobytes())


class Network:
    """One of the networks, and how it is trained and saved."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.main, self.startup = pd.Program(), pd.Program()
        self.main.random_seed = self.startup.random_seed = 3
        self.scope = pd.Scope()
        self.exe = pd.Executor(pd.CPUPlace())
        with pd.program_guard(self.main, self.startup):
            x = (pd.layer.data("x", [None, HALF_ROW], lod_level=1)
                 if name == "lstm" else pd.layer.data("x", [None, 784]))
            self.scores = NETWORKS[name](x)
            label = pd.layer.data("label", [None, 1], "int64")
            self.loss = pd.layer.mean(
                pd.layer.softmax_with_cross_entropy(self.scores, label))
            self.inference = self.main.clone(for_test=True)
            pd.optimizer.Adam(0.002).minimize(self.loss)
        self.exe.run(self.startup, scope=self.scope)

    def train(self, steps: int) -> None:
        pixels, labels = images("train", steps * BATCH)
        for first in range(0, len(pixels), BATCH):
            rows = slice(first, first + BATCH)
            self.exe.run(self.main, fetch_list=[self.loss], scope=self.scope,
                         feed={"x": value(self.name, pixels[rows]),
                               "label": labels[rows]})

    def save(self, folder: str, dtype: str) -> Saved:
        path = os.path.join(folder, f"{self.name}_{dtype}")
        program = self._integers() if dtype == "int8" else self.inference
        pd.io.save_inference_model(
            path, ["x"], [self.scores.name], program, self.scope,
            dtype="float32" if dtype == "int8" else dtype)
        feed = value(self.name, images("test", TEST_IMAGES)[0])
        return Saved(
            path, write_inputs(os.path.join(folder, self.name), feed),
            self.scores.name, np.asarray(pd.Predictor(path)(feed)))

    def _integers(self) -> pd.Program:
        program = self.inference
        if self.name == "lstm":
            program = pd.quantization.quantize_dynamic(program)
        feed = {"x": value(self.name, images("train", 100)[0])}
        calibration = pd.quantization.calibrate(
            program, [feed], [self.scores], scope=self.scope)
        # Filters are rounded by their values in the global scope.
        with pd.scope_guard(self.scope):
            return pd.quantization.quantize(program, calibration,
                                            [self.scores])


def save_training(folder: str, steps: int) -> Training:
    """Saves a program that trains, with random numbers, and trains it here."""
    main, startup, scope = pd.Program(), pd.Program(), pd.Scope()
    main.random_seed = startup.random_seed = 5
    with pd.program_guard(main, startup):
        x = pd.layer.data("x", [None, 784])
        label = pd.layer.data("label", [None, 1], "int64")
        hidden = pd.layer.dropout(pd.layer.fc(x, 64, act="relu"), 0.1)
        loss = pd.layer.mean(pd.layer.softmax_with_cross_entropy(
            pd.layer.fc(hidden, mnist.CLASSES), label))
        pd.optimizer.Momentum(0.02, 0.9).minimize(loss)
    exe = pd.Executor(pd.CPUPlace())
    exe.run(startup, scope=scope)
    path = os.path.join(folder, "training")
    os.makedirs(path)
    with open(os.path.join(path, "program"), "wb") as file:
        file.write(main.serialize())
    pd.io.save(os.path.join(path, "parameters"), main, scope=scope)
    pixels, labels = images("train", BATCH)
    feed = {"x": value("mlp", pixels), "label": labels}
    inputs = write_inputs(os.path.join(folder, "training_inputs"),
                          *feed.values())
    losses = [exe.run(main, feed=feed, fetch_list=[loss], scope=scope)[0]
              for _ in range(steps)]
    return Training(path, inputs, loss.name,
                    np.array(losses, "float32").ravel(), values(main, scope))


def values(program: pd.Program, scope: pd.Scope) -> Dict[str, np.ndarray]:
    """The persistable variables of a program."""
    return {var.name: np.array(scope.find_var(var.name).get_tensor())
            for var in program.global_block().vars if var.persistable}


def load_trained(folder: str) -> Dict[str, np.ndarray]:
    """The values in a folder that paddle_model_save has written."""
    scope = pd.Scope()
    with open(os.path.join(folder, "program"), "rb") as file:
        program = pd.Program.parse(file.read())
    pd.io.load(os.path.join(folder, "parameters"), program, scope=scope)
    return values(program, scope)
