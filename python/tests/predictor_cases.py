"""Helps tests of saved models."""

import os
import tempfile

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase, random

layer = pd.layer


class PredictorTestCase(ProgramTestCase):

    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.model = self.path("model")

    def path(self, name):
        return os.path.join(self.folder, name)

    def save(self, feeds, fetches, program=None, name="model"):
        pd.io.save_inference_model(self.path(name), feeds, fetches, program)
        return self.path(name)

    def write_images(self):
        """A network of convolutions and a batch normalization, saved."""
        self.image = layer.data("image", [None, 3, 12, 12])
        x = layer.conv2d(self.image, 16, 3, padding=1, bias_attr=False)
        x = layer.relu(layer.batch_norm(x))
        x = layer.pool2d(layer.conv2d(x, 32, 3, act="relu"), 2, pool_stride=2)
        self.classes = layer.softmax(layer.fc(x, 5))
        self.run_startup()
        self.save([self.image], [self.classes])
        self.images = random(16, 3, 12, 12)

    def write_sentences(self):
        """States of an LSTM, and the last of each sentence, saved."""
        self.words = layer.data("words", [None, 1], "int64", lod_level=1)
        x = layer.fc(layer.embedding(self.words, (20, 16)), 4 * 128)
        self.states, _ = layer.dynamic_lstm(x, 4 * 128)
        self.last = layer.sequence_last_step(self.states)
        self.run_startup()
        self.save([self.words], [self.states, self.last])

    def sentences(self, *lengths):
        numbers = np.random.default_rng(sum(lengths))
        return [numbers.integers(0, 20, (length, 1)) for length in lengths]
