"""Elements that are stored and converted, but not computed with: unsigned
integers of 16 bits and more, and numbers of 8 bits and less."""

import os
import tempfile

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase


class StoredTypesTest(ProgramTestCase):

    def through(self, dtype, values):
        """Numbers as they come out of a variable that is fed with them."""
        program = pd.Program()
        with pd.program_guard(program):
            x = pd.layer.data("x", list(np.shape(values)), dtype)
            y = pd.layer.assign(x)
        return self.exe.eval(program, {"x": values}, [y])[0]

    def test_numpy_has_unsigned_integers(self):
        for bits in (16, 32, 64):
            dtype = f"uint{bits}"
            most = 2**bits - 1
            with self.subTest(dtype):
                given = np.array([0, most], dtype)
                out = self.through(dtype, given)
                self.assertEqual(out.dtype, given.dtype)
                self.assertEqual(out.tolist(), [0, most])
                self.assertEqual(self.through(dtype, [1, most]).tolist(),
                                 [1, most])
                with self.assertRaisesRegex(ValueError, f"{dtype} and cannot"):
                    self.through(dtype, [most + 1])

    def test_small_numbers_come_as_the_nearest_type(self):
        for dtype, given, expected, kind in (
                ("float8_e4m3fn", [0.3, 1e6], [0.3125, 448], "float32"),
                ("float8_e8m0fnu", [1.1], [2], "float32"),
                ("float4_e2m1fn", [-5.1], [-6], "float32"),
                ("bfloat16", [1.001], [1], "float32"),
                ("int4", [-8, 7], [-8, 7], "int8"),
                ("uint2", [3], [3], "uint8")):
            with self.subTest(dtype):
                out = self.through(dtype, given)
                self.assertEqual(out.dtype, kind)
                self.assertEqual(out.tolist(), expected)
        with self.assertRaisesRegex(ValueError, "int4 and cannot hold 8"):
            self.through("int4", [8])
        with self.assertRaisesRegex(TypeError, "ml_dtypes.int4"):
            self.through("int4", np.ones(2, "int8"))

    def test_casts_say_what_is_too_large(self):
        x = pd.layer.data("x", [2])
        small = pd.layer.cast(x, "float8_e5m2", saturate=False)
        down = pd.layer.cast(x, "float8_e8m0fnu", round_mode="down")
        outs = self.eval([small, down], x=[1e6, 3])
        self.assertEqual(outs[0].tolist(), [np.inf, 3])
        self.assertEqual(outs[1].tolist(), [2.0**19, 2])

    def test_elements_are_moved(self):
        x = pd.layer.data("x", [2, 3], "uint4")
        y = pd.layer.transpose(x, [1, 0])
        z = pd.layer.concat([y, y], axis=1)
        out = self.eval(pd.layer.reshape(z, [2, 6]), x=[[1, 2, 3], [4, 5, 6]])
        self.assertEqual(out.tolist(), [[1, 4, 1, 4, 2, 5],
                                        [2, 5, 3, 6, 3, 6]])

    def test_nothing_computes_with_them(self):
        x = pd.layer.data("x", [2], "int4")
        with self.assertRaisesRegex(NotImplementedError, "int4"):
            self.eval(pd.layer.relu(x), x=[1, 2])

    def test_bits(self):
        x = pd.layer.data("x", [2])
        out = self.eval(pd.layer.bitcast(x, "uint32"), x=[1, -0.0])
        self.assertEqual(out.tolist(), [0x3f800000, 0x80000000])

    def test_safetensors(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "w.safetensors")
            given = np.array([1, 2**64 - 1], "uint64")
            pd.safetensors.save(path, {"w": given})
            np.testing.assert_array_equal(pd.safetensors.load(path)["w"],
                                          given)
            x = pd.layer.data("x", [1])
            small, = self.exe.eval(self.main, {"x": [1]},
                                   [x.astype("float8_e5m2")],
                                   return_numpy=False)
            with self.assertRaisesRegex(TypeError, "w is of float8_e5m2"):
                pd.safetensors.save(path, {"w": small})
