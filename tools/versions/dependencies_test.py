"""Components found in the graph of targets."""

import unittest

from dependencies import component_of, left_out, uses

COMPONENTS = ["platform", "framework/ir", "operators/kernels", "operators/nn",
              "operators/nnx", "python"]

GRAPH = """digraph mygraph {
  node [shape=box];
  "//python:component"
  "//python:component" -> "//python/paddle:core"
  "//python/paddle:core" -> "//operators:all_ops"
  "//python/paddle:core" -> "//framework/ir:program"
  "//python/paddle:core" -> "@pybind11//:pybind11"
  "//operators:all_ops" -> "//operators:nested"
  "//operators:nested" -> "//operators:all_ops"
  "//operators:nested" -> "//operators/nn:all_nn_ops"
  "//operators/nn:all_nn_ops" -> "//operators/nn:pool_op"
  "//operators/nn:pool_op" -> "//operators/kernels:pool"
  "//operators/nn:pool_op" -> "//operators/nn:pool_schema"
  "//operators/kernels:pool" -> "//operators/kernels:pool.cc"
  "//operators/kernels:pool" -> "//tools/bazel/settings:with_cuda"
  "//framework/ir:program" -> "//platform/testing:x"
  "//framework/ir:program" -> "//operators/nn:version_json"
}
"""


class DependenciesTest(unittest.TestCase):

    def test_component_of(self):
        for package, component in (
                ("framework/ir", "framework/ir"), ("framework", None),
                ("framework/irx", None), ("operators/nnx", "operators/nnx"),
                ("operators/nn/testing", "operators/nn"), ("tools", None)):
            self.assertEqual(component_of(package, COMPONENTS), component)

    def test_left_out(self):
        self.assertEqual(left_out(GRAPH, COMPONENTS), [])
        self.assertEqual(left_out(GRAPH, COMPONENTS[1:]), ["platform/testing"])

    def test_uses(self):
        self.assertEqual(uses(GRAPH, COMPONENTS), {
            "platform": set(),
            "framework/ir": {"platform"},
            "operators/kernels": set(),
            "operators/nn": {"operators/kernels"},
            "operators/nnx": set(),
            "python": {"framework/ir", "operators/nn"},
        })
