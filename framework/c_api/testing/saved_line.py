"""A program that fits a line, saved with its parameters for the tests."""

import os

import numpy as np

import paddle as pd


class SavedLine:
    """The files of a program that trains, and how it trains in Python."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.main, self.startup = pd.Program(), pd.Program()
        self.main.random_seed = self.startup.random_seed = 3
        self.scope = pd.Scope()
        self.exe = pd.Executor(pd.CPUPlace())
        with pd.program_guard(self.main, self.startup):
            x = pd.layer.data("x", [None, 4])
            y = pd.layer.data("y", [None, 1])
            self.prediction = pd.layer.fc(pd.layer.dropout(x, 0.1), 1)
            self.loss = pd.layer.mean(
                pd.layer.square_error_cost(self.prediction, y))
            pd.optimizer.Adam(0.05).minimize(self.loss)
        self.exe.run(self.startup, scope=self.scope)
        os.makedirs(folder)
        with open(os.path.join(folder, "program"), "wb") as file:
            file.write(self.main.serialize())
        self.save(os.path.join(folder, "parameters"))

    def save(self, path: str) -> None:
        with pd.scope_guard(self.scope):
            pd.io.save(path, self.main)

    @staticmethod
    def batch(step: int) -> "tuple[np.ndarray, np.ndarray]":
        random = np.random.default_rng(step)
        x = random.normal(size=(8, 4)).astype("float32")
        return x, x.sum(1, keepdims=True, dtype="float32")

    def train(self, step: int) -> np.ndarray:
        x, y = self.batch(step)
        return self.exe.run(self.main, feed={"x": x, "y": y},
                            fetch_list=[self.loss], scope=self.scope)[0]
