"""A small network whose kernels are large enough for several threads, and what
tests ask of the threads of a process."""

import os
import zlib

import numpy as np

import paddle as pd

layer = pd.layer
BATCH = 64


def random(*shape):
    generator = np.random.default_rng(3)
    return generator.standard_normal(shape).astype(np.float32)


def thread_names():
    """The names of all threads of this process."""
    names = []
    for task in os.listdir("/proc/self/task"):
        try:
            with open(f"/proc/self/task/{task}/comm") as file:
                names.append(file.read().strip())
        except OSError:
            pass  # it has ended meanwhile
    return sorted(names)


class Network:
    """Convolutions, pools, normalisation, an LSTM, attention, products, with
    gradients and an optimizer, in programs and a scope of its own."""

    def __init__(self):
        self.main, self.startup = pd.Program(), pd.Program()
        self.main.random_seed = self.startup.random_seed = 7
        self.scope = pd.Scope()
        self.exe = pd.Executor(pd.CPUPlace())
        with pd.program_guard(self.main, self.startup):
            self.loss = self._describe()
            pd.optimizer.Adam(0.01).minimize(self.loss)
        self.feed = {
            "image": random(BATCH, 3, 24, 24),
            "rows": pd.LoDTensor(random(BATCH * 8, 128), [[8] * BATCH]),
        }

    def _describe(self):
        image = layer.data("image", [None, 3, 24, 24])
        x = layer.conv2d(image, 16, 3, padding=1)
        x = layer.relu(layer.batch_norm(x))
        x = layer.pool2d(x, 2, pool_stride=2)
        x = layer.conv2d(x, 32, 3, groups=2, act="relu")
        x = layer.dropout(layer.fc(x, 256), 0.3)
        rows = layer.data("rows", [None, 128], lod_level=1)
        hidden, _ = layer.dynamic_lstm(rows, 128, use_peepholes=False)
        hidden = layer.sequence_pool(hidden, "last")
        both = layer.concat([layer.softmax(x), hidden], axis=1)
        return layer.mean(layer.square(layer.fc(both, 256)))

    def start(self):
        self.exe.run(self.startup, scope=self.scope)

    def step(self):
        loss, = self.exe.run(self.main, self.feed, [self.loss],
                             scope=self.scope)
        return float(loss)

    def checksum(self):
        """Sums everything that training changes."""
        total = 0
        for var in self.main.list_vars():
            if var.persistable:
                value = self.scope.find_var(var.name).get_tensor()
                total = zlib.crc32(np.array(value).tobytes(), total)
        return total


def trained(threads, steps=2):
    """The checksum of a network after some steps on that many threads."""
    before = pd.num_threads()
    pd.set_num_threads(threads)
    try:
        network = Network()
        network.start()
        for _ in range(steps):
            network.step()
        return network.checksum()
    finally:
        pd.set_num_threads(before)
