"""Files of the safetensors format."""

import json
import os
import struct
import tempfile
import unittest

import numpy as np

import paddle as pd
from paddle import safetensors

try:
    from safetensors import numpy as theirs
except ImportError:
    theirs = None


class SafetensorsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.path = os.path.join(folder.name, "a.safetensors")

    def write(self, header, data=b"", length=None):
        text = header if isinstance(header, bytes) else json.dumps(
            header).encode()
        with open(self.path, "wb") as file:
            file.write(struct.pack("<Q", len(text) if length is None
                                   else length))
            file.write(text + data)

    def assert_refused(self, message):
        with self.assertRaisesRegex(ValueError, message) as context:
            safetensors.load(self.path)
        self.assertIn(self.path, str(context.exception))

    def test_all_types_and_shapes(self):
        tensors = {
            f"{dtype} {shape}": np.arange(np.prod(shape, dtype=int))
            .reshape(shape).astype(dtype)
            for dtype in ("bool", "uint8", "int8", "int16", "int32", "int64",
                          "float16", "float32", "float64")
            for shape in ((), (0,), (3,), (2, 3), (2, 0, 3))}
        safetensors.save(self.path, tensors)
        loaded = safetensors.load(self.path)
        self.assertEqual(set(loaded), set(tensors))
        for name, value in tensors.items():
            self.assertEqual(loaded[name].dtype, value.dtype)
            self.assertEqual(loaded[name].shape, value.shape)
            np.testing.assert_array_equal(loaded[name], value)
        self.assertEqual(os.listdir(self.folder), ["a.safetensors"])

    def test_the_bytes_of_the_format(self):
        safetensors.save(self.path, {"b": np.array([1, 2], "int16"),
                                     "a": np.array(3, "uint8")},
                         {"made by": "test"})
        with open(self.path, "rb") as file:
            content = file.read()
        length, = struct.unpack("<Q", content[:8])
        self.assertEqual((8 + length) % 8, 0)
        self.assertEqual(json.loads(content[8:8 + length]), {
            "__metadata__": {"made by": "test"},
            "a": {"dtype": "U8", "shape": [], "data_offsets": [0, 1]},
            "b": {"dtype": "I16", "shape": [2], "data_offsets": [1, 5]}})
        self.assertEqual(content[8 + length:], b"\3\1\0\2\0")
        self.assertEqual(safetensors.load_metadata(self.path),
                         {"made by": "test"})

    def test_nothing(self):
        safetensors.save(self.path, {})
        self.assertEqual(safetensors.load(self.path), {})
        self.assertEqual(safetensors.load_metadata(self.path), {})

    def test_strided_and_foreign_arrays(self):
        array = np.arange(12.0).reshape(3, 4)
        safetensors.save(self.path, {"t": array.T[::2],
                                     "big": array.astype(">f4")})
        loaded = safetensors.load(self.path)
        np.testing.assert_array_equal(loaded["t"], array.T[::2])
        np.testing.assert_array_equal(loaded["big"], array)

    def test_loading_reads_no_copy(self):
        safetensors.save(self.path, {"a": np.zeros(1 << 20)})
        array = safetensors.load(self.path)["a"]
        self.assertFalse(array.flags.owndata)
        with self.assertRaises(ValueError):
            array[0] = 1

    def test_bfloat16(self):
        self.write({"a": {"dtype": "BF16", "shape": [2],
                          "data_offsets": [0, 4]}},
                   struct.pack("<HH", 0x3FC0, 0xC000))
        loaded = safetensors.load(self.path)["a"]
        np.testing.assert_array_equal(loaded, np.array([1.5, -2], "float32"))
        scope, exe = pd.Scope(), pd.Executor()
        with pd.program_guard(pd.Program(), pd.Program()):
            x = pd.layer.data("x", [2])
            half = pd.layer.cast(x, "bfloat16")
            tensor, = exe.run(feed={"x": loaded}, fetch_list=[half],
                              scope=scope, return_numpy=False)
        safetensors.save(self.path, {"a": tensor})
        with open(self.path, "rb") as file:
            self.assertEqual(file.read()[-4:],
                             struct.pack("<HH", 0x3FC0, 0xC000))

    def test_refuses_what_the_format_lacks(self):
        with self.assertRaisesRegex(TypeError, "tensor a is of complex128"):
            safetensors.save(self.path, {"a": np.ones(1, complex)})
        with self.assertRaisesRegex(ValueError, "called '__metadata__'"):
            safetensors.save(self.path, {"__metadata__": np.ones(1)})
        with self.assertRaisesRegex(TypeError, "metadata is of strings"):
            safetensors.save(self.path, {}, {"a": 1})
        with self.assertRaisesRegex(ValueError, "tensor a has sequences"):
            safetensors.save(self.path, {"a": pd.LoDTensor(
                np.ones((3, 1)), [[1, 2]])})
        self.assertEqual(os.listdir(self.folder), [])

    def test_tensors_and_metadata_have_names(self):
        for arguments in (([1],), ({}, [1])):
            with self.assertRaisesRegex(TypeError, "by name, as in .*[1]"):
                safetensors.save(self.path, *arguments)
        self.assertFalse(os.path.exists(self.path))

    def test_every_truncation_is_noticed(self):
        safetensors.save(self.path, {"a": np.arange(3.0), "b": np.ones(2)})
        with open(self.path, "rb") as file:
            content = file.read()
        for size in range(len(content)):
            with open(self.path, "wb") as file:
                file.write(content[:size])
            self.assert_refused("no whole safetensors file")

    def test_hostile_headers(self):
        def entry(dtype="U8", shape=(2,), place=(0, 2), **more):
            return {"dtype": dtype, "shape": list(shape),
                    "data_offsets": list(place), **more}
        for header, message in [
                (b"[]", "header is no object"),
                (b"{", "header is no JSON"),
                (b"\xff", "header is no object"),
                (b"{\xff", "header is no JSON"),
                (b'{"a": ' + b"[" * 100000, "nested too deeply|no JSON"),
                (b'{"a": 1, "a": 2}', "a name stands twice"),
                ({"a": 1}, "a has no description"),
                ({"a": entry(dtype="C64")}, "unknown data type 'C64'"),
                ({"a": entry(dtype=["U8"])}, "unknown data type"),
                ({"a": entry(shape=(-2,))}, r"shape \[-2\]"),
                ({"a": entry(shape=(True, 2))}, "shape"),
                ({"a": entry(shape=(3,))}, "has 2 bytes, not 3"),
                ({"a": entry(place=(2, 0))}, "has -2 bytes, not 2"),
                ({"a": entry(place=(0, 2, 4))}, r"at \[0, 2, 4\]"),
                ({"a": entry(shape=(1 << 62, 4), place=(0, 2))}, "bytes, not"),
                ({"a": entry(), "b": entry()}, "b begins at byte 0, not at 2"),
                ({"a": entry(place=(1, 3))}, "begins at byte 1, not at 0"),
                ({"a": entry(place=(0, 1), shape=(1,))},
                 "have 1 bytes, the file 2")]:
            with self.subTest(header=header):
                self.write(header, b"\0\0")
                self.assert_refused(message)
        self.write({}, length=1 << 60)
        self.assert_refused("its header would have")

    def test_a_missing_file(self):
        with self.assertRaises(FileNotFoundError):
            safetensors.load(self.path)

    @unittest.skipIf(theirs is None, "needs the safetensors package")
    def test_the_other_implementation(self):
        tensors = {"a": np.arange(6.0).reshape(2, 3), "b": np.ones(1, "int8")}
        safetensors.save(self.path, tensors)
        for name, value in theirs.load_file(self.path).items():
            np.testing.assert_array_equal(value, tensors[name])
        theirs.save_file(tensors, self.path)
        for name, value in safetensors.load(self.path).items():
            np.testing.assert_array_equal(value, tensors[name])
