"""Programs on a GPU, seen from Python."""

import unittest

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase, random


@unittest.skipIf(pd.cuda_device_count() == 0,
                 "no GPU is part of this build or machine")
class GPUTest(ProgramTestCase):

    def setUp(self):
        super().setUp()
        x = pd.layer.data("x", [2, 3])
        w = pd.layer.create_parameter([2, 3], attr="w")
        self.out = pd.layer.relu(x + w)
        self.feed, self.w = {"x": random(2, 3)}, random(2, 3, seed=2)
        self.set_value("w", self.w)
        exe = pd.Executor(pd.CUDAPlace(0))
        self.fetched, = exe.run(feed=self.feed, fetch_list=[self.out])
        self.tensor = self.scope.find_var("w").get_tensor()

    def test_fetches_are_arrays(self):
        np.testing.assert_array_equal(
            self.fetched, np.maximum(self.feed["x"] + self.w, 0))

    def test_tensors_of_the_scope_are_copied_to_be_read(self):
        np.testing.assert_array_equal(self.tensor.numpy(), self.w)
        np.testing.assert_array_equal(np.asarray(self.tensor), self.w)

    def test_a_program_goes_on_on_the_cpu(self):
        again, = self.exe.run(feed=self.feed, fetch_list=[self.out])
        np.testing.assert_array_equal(again, self.fetched)

    def test_its_memory_is_not_shared(self):
        self.assertEqual(self.tensor.__dlpack_device__(), (2, 0))
        with self.assertRaisesRegex(NotImplementedError, "memory of CUDA:0"):
            self.tensor.__dlpack__()
        with self.assertRaisesRegex(NotImplementedError, "memory of CUDA:0"):
            self.tensor.__dlpack__(stream=1)
