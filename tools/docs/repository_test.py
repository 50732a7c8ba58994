"""Reads a small repository that the test makes up."""

import os
import tempfile
import unittest

import repository

OPS = '''"""The operators of this folder."""

load("//tools/bazel:ops.bzl", "op")

_BASE = "operators/math/loops/base.h"

def _activation(name):
    return op(
        name,
        kernel = registered("Kernel", ["float"], ["operators/a/%s.h" % name]),
        cuda = instantiated(["KERNEL"], ["operators/a/loops.cuh"]),
        grad_kernel = registered(camel_case(name), "NUMBERS", [_BASE]),
    )

OPS = [
    _activation("relu"),
    op("scale", kernel_deps = [":scale"]),
    op("sign", kernel = calls("Sign", ["X", "Out"], _BASE, types = ["float"])),
    op(
        "square",
        schema = declared("Op", "Maker", "operators/a/relu_schema.h", ""),
        **calls_with_gradient("Square", ["X"], ["X@GRAD"], _BASE)
    ),
]
'''


class HeadersOfTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        self.write("operators/a/ops.bzl", OPS)
        self.write("operators/a/relu_op.cc", "relu_schema.h")
        self.write("operators/a/relu_schema.h")
        self.write("operators/a/relu.h", "shared.h")
        self.write("operators/a/shared.h")
        self.write("operators/a/scale_op.cc")
        self.write("operators/a/scale_kernel.cc", "shared.h")
        self.write("operators/a/sign_op.cc")

    def write(self, path, text=""):
        if text.endswith(".h"):
            text = f'#include "paddle/operators/a/{text}"\n'
        path = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def test_of_kernels_that_the_build_writes(self):
        self.assertEqual(
            repository.headers_of(self.root, "a", "relu"),
            ["operators/a/relu.h", "operators/a/relu_schema.h",
             "operators/a/shared.h", "operators/math/loops/base.h"])

    def test_of_operators_without_files(self):
        self.assertEqual(
            repository.headers_of(self.root, "a", "square"),
            ["operators/a/relu_schema.h", "operators/math/loops/base.h"])
        self.assertEqual(repository.families(self.root)["square"], "a")
        self.assertEqual(
            [repository.schema_source(self.root, "a", op)
             for op in ("relu", "square")],
            ["operators/a/relu_op.cc", "operators/a/ops.bzl"])

    def test_of_functions_that_kernels_call(self):
        self.assertEqual(repository.headers_of(self.root, "a", "sign"),
                         ["operators/math/loops/base.h"])

    def test_of_kernels_in_files(self):
        self.assertEqual(repository.headers_of(self.root, "a", "scale"),
                         ["operators/a/shared.h"])

    def test_families(self):
        names = ("relu", "scale", "sign", "square")
        self.assertEqual(repository.families(self.root),
                         dict.fromkeys(names, "a"))
