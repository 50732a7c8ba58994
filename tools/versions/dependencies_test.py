"""Components found in the graph of targets."""

import unittest

from dependencies import component_of, left_out, uses

COMPONENTS = ["platform", "framework/ir", "operators/loss", "operators/nn",
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
  "//operators/nn:pool_op" -> "//operators/math/windows:pool"
  "//operators/nn:pool_op" -> "//operators/nn:pool_schema"
  "//operators/nn:pool_op" -> "//operators/loss:nll_schema"
  "//operators/math/windows:pool" -> "//operators/math/windows:pool.cc"
  "//operators/math/windows:pool" -> "//operators/math/loops:each"
  "//operators/math/windows:pool" -> "//tools/bazel/settings:with_cuda"
  "//operators/math/loops:each" -> "//platform:parallel_for"
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
        self.assertEqual(left_out(GRAPH, COMPONENTS[1:]),
                         ["platform", "platform/testing"])

    def test_folders_of_operators_need_not_be_components(self):
        families = [name for name in COMPONENTS if name != "operators/loss"]
        self.assertEqual(left_out(GRAPH, families), [])
        self.assertEqual(uses(GRAPH, families)["operators/nn"], {"platform"})

    def test_uses(self):
        self.assertEqual(uses(GRAPH, COMPONENTS), {
            "platform": set(),
            "framework/ir": {"platform"},
            "operators/loss": set(),
            "operators/nn": {"operators/loss", "platform"},
            "operators/nnx": set(),
            "python": {"framework/ir", "operators/nn"},
        })
