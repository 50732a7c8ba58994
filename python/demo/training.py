"""Training and measuring a classifier of images."""

import time
from typing import Callable, NamedTuple

import numpy as np
from tqdm import tqdm

import paddle as pd
from paddle.dataset.mnist import Arrays, normalize

TEST_BATCH = 500


class Recipe(NamedTuple):
    name: str
    network: Callable[[pd.Variable], pd.Variable]
    epochs: int
    batch: int
    learning_rate: float
    wanted: float  # test accuracy


class Trained(NamedTuple):
    program: pd.Program  # in test mode
    prediction: str  # what it computes from `image`
    scope: pd.Scope
    predictions: np.ndarray  # int64 [n], of the test images
    accuracy: float
    seconds: float


class _Network:
    """Programs of one recipe, and the scope they run in."""

    def __init__(self, recipe: Recipe) -> None:
        self.main, self.startup = pd.Program(), pd.Program()
        self.scope = pd.Scope()
        self.exe = pd.Executor(pd.CPUPlace())
        with pd.program_guard(self.main, self.startup):
            image = pd.layer.data("image", [None, 784])
            label = pd.layer.data("label", [None, 1], "int64")
            logits = recipe.network(image)
            self.prediction = pd.layer.softmax(logits)
            self.loss = pd.layer.mean(
                pd.layer.softmax_with_cross_entropy(logits, label))
            self.accuracy = pd.layer.accuracy(self.prediction, label)
            self.test = self.main.clone(for_test=True)
            adam = pd.optimizer.Adam(recipe.learning_rate)
            adam.minimize(self.loss)
            self.rate = adam.learning_rate_of()
        self.exe.run(self.startup, scope=self.scope)

    def set_rate(self, value: float) -> None:
        tensor = self.scope.find_var(self.rate.name).get_tensor()
        tensor.set(np.full(tensor.shape, value, np.float32))

    def step(self, images: np.ndarray, labels: np.ndarray):
        loss, accuracy = self.exe.run(
            self.main, feed={"image": images, "label": labels},
            fetch_list=[self.loss, self.accuracy], scope=self.scope)
        return float(loss), float(accuracy)

    def predict(self, images: np.ndarray) -> np.ndarray:
        classes = []
        for begin in range(0, len(images), TEST_BATCH):
            batch = images[begin:begin + TEST_BATCH]
            scores, = self.exe.eval(
                self.test, feed={"image": batch},
                fetch_list=[self.prediction], scope=self.scope)
            classes.append(scores.argmax(axis=1))
        return np.concatenate(classes)


def train(recipe: Recipe, train_set: Arrays, test_set: Arrays) -> Trained:
    """Trains for the recipe's epochs; the learning rate falls linearly."""
    begin = time.monotonic()
    network = _Network(recipe)
    images = normalize(train_set.images.reshape(len(train_set.images), -1))
    labels = train_set.labels.reshape(-1, 1)
    generator = np.random.default_rng(7)
    for epoch in range(recipe.epochs):
        network.set_rate(recipe.learning_rate * (1 - epoch / recipe.epochs))
        order = generator.permutation(len(images))
        _epoch(network, recipe, epoch, images[order], labels[order])
    test_images = normalize(test_set.images.reshape(len(test_set.images), -1))
    predictions = network.predict(test_images)
    accuracy = float(np.mean(predictions == test_set.labels))
    return Trained(network.test, network.prediction.name, network.scope,
                   predictions, accuracy, time.monotonic() - begin)


def _epoch(network: _Network, recipe: Recipe, epoch: int, images: np.ndarray,
           labels: np.ndarray) -> None:
    title = f"{recipe.name} {epoch + 1}/{recipe.epochs}"
    with tqdm(total=len(images), desc=title, unit="img", mininterval=0.5,
              dynamic_ncols=True) as bar:
        losses, accuracies = [], []
        for begin in range(0, len(images), recipe.batch):
            end = min(begin + recipe.batch, len(images))
            loss, accuracy = network.step(images[begin:end], labels[begin:end])
            losses.append(loss)
            accuracies.append(accuracy)
            if len(losses) % 50 == 0:
                bar.set_postfix(loss=f"{np.mean(losses[-50:]):.3f}",
                                accuracy=f"{np.mean(accuracies[-50:]):.3f}",
                                refresh=False)
            bar.update(end - begin)
