"""Data files that NumPy and paddle.safetensors write, read by framework/io."""

import gzip
import os
import struct
import subprocess
import tempfile
import unittest

import numpy as np

import paddle as pd
from paddle import safetensors

SHOW = "framework/io/testing/show_arrays"
TYPES = ["bool", "uint8", "int8", "int16", "int32", "int64", "float16",
         "float32", "float64"]
# The types of IDX files, and their numbers.
IDX_TYPES = {"uint8": 0x08, "int8": 0x09, "int16": 0x0B, "int32": 0x0C,
             "float32": 0x0D, "float64": 0x0E}


def random_bits(dtype, shape):
    """An array of random bytes: also NaNs and denormal numbers."""
    count = int(np.prod(shape))
    generator = np.random.default_rng(7)
    if dtype == "bool":
        return generator.integers(0, 2, shape).astype(bool)
    size = np.dtype(dtype).itemsize
    return np.frombuffer(generator.bytes(count * size), dtype).reshape(shape)


def all_arrays():
    arrays = {dtype: random_bits(dtype, (5, 3)) for dtype in TYPES}
    arrays["scalar"] = np.array(3.5, "float32")
    arrays["empty"] = np.zeros((0, 4), "int64")
    arrays["deep"] = random_bits("int16", (2,) * 9)
    return arrays


def idx(array):
    return (bytes([0, 0, IDX_TYPES[array.dtype.name], array.ndim])
            + struct.pack(f">{array.ndim}I", *array.shape)
            + array.astype(array.dtype.newbyteorder(">")).tobytes())


class DataFilesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def show(self, *arguments):
        done = subprocess.run([SHOW, *map(str, arguments)], text=True,
                              capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [line.split(" ") for line in done.stdout.splitlines()]

    def refusal(self, path):
        done = subprocess.run([SHOW, path], text=True, capture_output=True)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn(path, done.stderr)
        return done.stderr

    def assert_shows(self, path, arrays):
        """The file has these arrays, bit by bit."""
        found = {name: (dtype, shape, digits)
                 for name, dtype, shape, digits in self.show(path)}
        wanted = {name: (array.dtype.name,
                         "[" + ",".join(map(str, array.shape)) + "]",
                         array.tobytes().hex())
                  for name, array in arrays.items()}
        self.assertEqual(found, wanted)

    def test_safetensors(self):
        path = self.path("a.safetensors")
        arrays = all_arrays()
        arrays['näme"\\'] = np.arange(3)
        safetensors.save(path, arrays, {"epoch": "3", "ключ": "значение"})
        self.assert_shows(path, arrays)
        safetensors.save(path, {})
        self.assert_shows(path, {})

    def test_bfloat16(self):
        path = self.path("a.safetensors")
        with pd.program_guard(pd.Program(), pd.Program()):
            x = pd.layer.data("x", [2])
            half = pd.layer.cast(x, "bfloat16")
            value, = pd.Executor().run(
                feed={"x": np.array([1.5, -2], "float32")},
                fetch_list=[half], scope=pd.Scope(), return_numpy=False)
        safetensors.save(path, {"a": value})
        self.assertEqual(self.show(path), [["a", "bfloat16", "[2]",
                                            "c03f00c0"]])

    def test_npz(self):
        path = self.path("a.npz")
        for write in np.savez, np.savez_compressed:
            write(path, **all_arrays())
            self.assert_shows(path, all_arrays())

    def test_npy(self):
        for name, array in all_arrays().items():
            np.save(self.path(name + ".npy"), array)
            self.assert_shows(self.path(name + ".npy"), {name: array})

    def test_npy_versions(self):
        array = random_bits("float32", (4, 2))
        for version in (1, 0), (2, 0), (3, 0):
            with open(self.path("a.npy"), "wb") as file:
                np.lib.format.write_array(file, array, version)
            self.assert_shows(self.path("a.npy"), {"a": array})

    def test_npy_of_other_layouts(self):
        array = np.arange(6, dtype="float32").reshape(2, 3)
        for other, message in [(np.asfortranarray(array), "Fortran order"),
                               (array.astype(">f4"), "data type >f4"),
                               (array.astype("complex64"), "data type <c8"),
                               (np.array(["ab"]), "data type <U2"),
                               (np.zeros(2, "i4,f4"), "structures")]:
            np.save(self.path("a.npy"), other)
            self.assertIn(message, self.refusal(self.path("a.npy")))

    def test_idx(self):
        for dtype in IDX_TYPES:
            array = random_bits(dtype, (4, 3, 2))
            with open(self.path("a.idx"), "wb") as file:
                file.write(idx(array))
            self.assert_shows(self.path("a.idx"), {"a": array})
            with gzip.open(self.path("b.idx.gz"), "wb") as file:
                file.write(idx(array))
            self.assert_shows(self.path("b.idx.gz"), {"b": array})

    def test_batches_of_sequences(self):
        lengths = [np.array([2, 0, 3]), np.array([1]), np.array([4, 1])]
        files, sequences = [], []
        for i, part in enumerate(lengths):
            words = random_bits("int16", (part.sum(), 2))
            files.append(self.path(f"{i}.safetensors"))
            safetensors.save(files[-1],
                             {"words": words, "words.lengths": part})
            sequences += np.split(words, np.cumsum(part)[:-1])
        seen = []
        for number, found, digits in self.show(
                2, 5, "words:words.lengths", *files):
            sizes = [int(size) for size in found[1:-1].split(",")]
            rows = np.frombuffer(bytes.fromhex(digits), "int16")
            seen += [part.tobytes() for part in np.split(
                rows.reshape(-1, 2), np.cumsum(sizes)[:-1])]
        self.assertEqual(number, "2")
        self.assertEqual(sorted(seen),
                         sorted(part.tobytes() for part in sequences))
        self.assertNotEqual(seen, [part.tobytes() for part in sequences])

    def test_order_does_not_depend_on_formats(self):
        rows = random_bits("float64", (11, 2))
        np.save(self.path("x.npy"), rows)
        np.savez_compressed(self.path("first.npz"), x=rows[:4])
        safetensors.save(self.path("rest.safetensors"), {"x": rows[4:]})
        self.assertEqual(
            self.show(3, 1, "x", self.path("x.npy")),
            self.show(3, 1, "x", self.path("first.npz"),
                      self.path("rest.safetensors")))
