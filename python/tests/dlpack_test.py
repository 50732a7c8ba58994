"""Memory shared with other packages through DLPack."""

import ctypes
import gc
import unittest
import weakref

import numpy as np

import paddle as pd
from prepared import with_derived
from testing_util import ProgramTestCase, random

try:
    import torch
except ImportError:
    torch = None

TYPES = ("bool", "uint8", "int8", "int16", "int32", "int64", "float16",
         "float32", "float64")


def address(array):
    return array.__array_interface__["data"][0]


class Exporter:
    """Gives away an array, on another device if asked."""

    def __init__(self, array, device=(1, 0)):
        self.array, self.device = array, device

    def __dlpack__(self, stream=None):
        return self.array.__dlpack__()

    def __dlpack_device__(self):
        return self.device


class FromTest(unittest.TestCase):
    def test_shares_memory(self):
        for dtype in TYPES:
            if dtype == "bool":
                continue  # NumPy 1.24 does not export it.
            with self.subTest(dtype):
                array = np.arange(6).reshape(2, 3).astype(dtype)
                tensor = pd.from_dlpack(array)
                self.assertEqual(tensor.dtype, dtype)
                np.testing.assert_array_equal(tensor.numpy(), array)
                array[1, 2] = 9
                self.assertEqual(tensor.numpy()[1, 2], 9)

    def test_any_shape(self):
        for shape in ((), (0,), (3, 0, 2), (1, 1, 1), (2, 3, 4, 5)):
            array = np.ones(shape, "float32")
            self.assertEqual(pd.from_dlpack(array).shape, shape)
        nothing = np.ones((3, 4, 2), "float32")[:, :0]
        self.assertEqual(pd.from_dlpack(nothing).shape, (3, 0, 2))

    def test_keeps_the_owner_alive(self):
        class Owner(np.ndarray):
            pass
        array = np.ones(4).view(Owner)
        alive = weakref.ref(array)
        tensor = pd.from_dlpack(array)
        del array
        gc.collect()
        self.assertIsNotNone(alive())
        del tensor
        gc.collect()
        self.assertIsNone(alive())

    def test_refuses_strides(self):
        with self.assertRaisesRegex(ValueError, r"\[3, 2\] is not contiguous"):
            pd.from_dlpack(np.ones((2, 3)).T)

    def test_refuses_other_devices(self):
        with self.assertRaisesRegex(ValueError, r"device \(2, 0\) of DLPack"):
            pd.from_dlpack(Exporter(np.ones(2), (2, 0)))

    def test_refuses_what_has_no_memory(self):
        with self.assertRaisesRegex(TypeError, "object with __dlpack__.*list"):
            pd.from_dlpack([1, 2])

    def test_refuses_unknown_types(self):
        with self.assertRaisesRegex(TypeError, "type 5 with 64 bits"):
            pd.from_dlpack(np.ones(2, "complex64"))

    def test_refuses_a_used_capsule(self):
        class Used(Exporter):
            def __dlpack__(self, stream=None):
                self.capsule = getattr(self, "capsule",
                                       self.array.__dlpack__())
                return self.capsule
        used = Used(np.ones(2))
        pd.from_dlpack(used)
        with self.assertRaisesRegex(TypeError, "no fresh capsule"):
            pd.from_dlpack(used)


class ToTest(ProgramTestCase):
    def test_shares_memory(self):
        tensor = pd.LoDTensor(np.arange(6, dtype="float32").reshape(2, 3))
        self.assertEqual(tensor.__dlpack_device__(), (1, 0))
        array = np.from_dlpack(tensor)
        self.assertEqual(address(array), address(tensor.numpy()))
        np.testing.assert_array_equal(array, tensor.numpy())

    def test_memory_outlives_the_tensor(self):
        tensor = pd.LoDTensor(np.full(1000, 7.0))
        array = np.from_dlpack(tensor)
        del tensor
        gc.collect()
        np.testing.assert_array_equal(array, np.full(1000, 7.0))

    def test_a_capsule_nobody_takes(self):
        pd.LoDTensor(np.ones(3)).__dlpack__()
        gc.collect()

    def test_refuses_a_stream(self):
        with self.assertRaisesRegex(ValueError, "no stream"):
            pd.LoDTensor(np.ones(3)).__dlpack__(stream=1)

    def test_an_empty_variable(self):
        handle = self.scope.var("x").get_tensor()
        with self.assertRaisesRegex(RuntimeError, "not initialised"):
            handle.__dlpack__()

    def test_feeds_without_a_copy_of_the_owner(self):
        x = pd.layer.data("x", [None, 2])
        y = pd.layer.scale(x, scale=2.0)
        value = random(3, 2)
        np.testing.assert_array_equal(
            self.eval(y, x=Exporter(value)), 2 * value)
        with self.assertRaisesRegex(TypeError, "x is float32, but the Exporter "
                                    "is float64"):
            self.eval(y, x=Exporter(value.astype("float64")))

    def test_feeds_with_strides_are_copied(self):
        whole = np.arange(24).reshape(2, 3, 4)
        for dtype in ("uint8", "int16", "float32", "float64"):
            x = pd.layer.data("x_" + dtype, [None, None, None], dtype)
            y = pd.layer.assign(x)
            array = whole.astype(dtype)
            for strided in (array.T, array[:, ::2], array[1:, :, 1:3]):
                with self.subTest(dtype=dtype, shape=strided.shape):
                    np.testing.assert_array_equal(
                        self.eval(y, **{x.name: Exporter(strided)}), strided)


class DerivedTest(ProgramTestCase):
    """Derived variables are computed again after a write."""

    def setUp(self):
        super().setUp()
        w = self.main.global_block().create_var("w", [2], persistable=True)
        twice = pd.layer.scale(w, 2.0)
        self.y = pd.layer.scale(twice, 1.0)
        self.main = with_derived(self.main, twice)
        self.set_value("w", np.array([1, 2], "float32"))
        self.tensor = self.scope.find_var("w").get_tensor()

    def result(self):
        out, = self.exe.run(self.main, fetch_list=[self.y.name])
        return out.tolist()

    def test_a_view_that_writes(self):
        self.assertEqual(self.result(), [2, 4])
        # NumPy marks such arrays as read-only, unlike other packages.
        view = np.from_dlpack(self.tensor)
        memory = ctypes.cast(address(view), ctypes.POINTER(ctypes.c_float))
        for value in (5, 6):
            memory[0] = value
            self.assertEqual(self.result(), [2 * value, 4])
        memory[0] = 7
        del view
        gc.collect()
        self.assertEqual(self.result(), [14, 4])

    def test_a_new_value(self):
        self.assertEqual(self.result(), [2, 4])
        self.tensor.set(np.array([3, 4], "float32"))
        self.assertEqual(self.result(), [6, 8])

    def test_reading_changes_nothing(self):
        self.assertEqual(self.result(), [2, 4])
        np.testing.assert_array_equal(self.tensor.numpy(), [1, 2])
        self.assertEqual(self.result(), [2, 4])
        self.assertIsNone(self.scope.find_var(self.y.name))


@unittest.skipIf(torch is None, "needs PyTorch")
class TorchTest(ProgramTestCase):
    def test_feeds_with_strides_are_copied(self):
        for dtype in ("bool", "float16", "bfloat16", "float32"):
            x = pd.layer.data("x_" + dtype, [None, None], dtype)
            y = pd.layer.cast(x, "float32")
            theirs = torch.tensor([[0.0, 1, 2], [3, 4, 0]]).to(
                getattr(torch, dtype))
            for strided in (theirs.t(), theirs[:1].expand(5, 3)):
                np.testing.assert_array_equal(
                    self.eval(y, **{x.name: strided}),
                    strided.float().numpy())

    def test_both_ways(self):
        for dtype in TYPES:
            with self.subTest(dtype):
                theirs = torch.arange(6).reshape(2, 3).to(
                    getattr(torch, dtype))
                ours = pd.from_dlpack(theirs)
                self.assertEqual(ours.dtype, dtype)
                self.assertEqual(address(ours.numpy()), theirs.data_ptr())
                back = torch.from_dlpack(ours)
                self.assertEqual(back.data_ptr(), theirs.data_ptr())
                self.assertTrue(torch.equal(back, theirs))

    def test_bfloat16(self):
        theirs = torch.tensor([1.5, -2.0]).bfloat16()
        ours = pd.from_dlpack(theirs)
        self.assertEqual(ours.dtype, "bfloat16")
        self.assertTrue(torch.equal(torch.from_dlpack(ours), theirs))

    def test_parameters_are_edited_in_place(self):
        x = pd.layer.data("x", [None, 2])
        y = pd.layer.fc(x, 1, bias_attr=False, name="l")
        self.run_startup()
        weight = torch.from_dlpack(
            self.scope.find_var("l.w_0").get_tensor())
        weight.fill_(3)
        np.testing.assert_allclose(
            self.eval(y, x=np.ones((1, 2), "float32")), [[6]])

    def test_feeds(self):
        x = pd.layer.data("x", [None, 2])
        y = pd.layer.scale(x, scale=2.0)
        np.testing.assert_array_equal(
            self.eval(y, x=torch.ones(1, 2)), [[2, 2]])
