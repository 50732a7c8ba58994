#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;

constexpr int64_t kWidth = 3;

// A path from a leaf to the root: nodes, and the codes at them.
using Path = std::vector<std::pair<int64_t, int64_t>>;

// Walks up the complete tree, in which node n has the children 2 n + 1 and 2 n
// + 2 and the leaves follow the inner nodes.
Path PathOf(int64_t label, int64_t classes) {
  Path path;
  for (int64_t node = classes - 1 + label; node > 0; node = (node - 1) / 2) {
    path.emplace_back((node - 1) / 2, node % 2 == 0 ? 1 : 0);
  }
  return path;
}

std::vector<Path> PathsOf(const OpValues& v) {
  std::vector<Path> paths(v.In("X").dims[0]);
  for (size_t row = 0; row < paths.size(); ++row) {
    if (!v.HasIn("PathTable")) {
      paths[row] = PathOf(static_cast<int64_t>(v.In("Label")[row]),
                          v.Attr<int64_t>("num_classes"));
      continue;
    }
    const Array& table = v.In("PathTable");
    for (int64_t k = 0; k < table.dims[1]; ++k) {
      if (table(row, k) < 0) continue;
      paths[row].emplace_back(static_cast<int64_t>(table(row, k)),
                              static_cast<int64_t>(v.In("PathCode")(row, k)));
    }
  }
  return paths;
}

void HierarchicalSigmoid(OpValues& v) {
  const std::vector<Path> paths = PathsOf(v);
  Array& logits = v.Out("PreOut");
  for (size_t row = 0; row < paths.size(); ++row) {
    for (size_t k = 0; k < paths[row].size(); ++k) {
      const auto [node, code] = paths[row][k];
      double z = v.HasIn("Bias") ? v.In("Bias")[node] : 0;
      for (int64_t j = 0; j < v.In("X").dims[1]; ++j) {
        z += v.In("W")(node, j) * v.In("X")(row, j);
      }
      logits[row * logits.dims[1] + k] = z;
      v.Out("PathNodes")[row * logits.dims[1] + k] = node;
      v.Out("PathSigns")[row * logits.dims[1] + k] = code == 0 ? 1 : -1;
      v.Out("Out")[row] += std::log(1 + std::exp(z)) - code * z;
    }
    for (int64_t k = paths[row].size(); k < logits.dims[1]; ++k) {
      v.Out("PathNodes")[row * logits.dims[1] + k] =
          paths[row].empty() ? 0 : paths[row][0].first;
    }
  }
}

OpCase Complete(int64_t classes, const Dims& label = {4, 1}) {
  return OpCase("hierarchical_sigmoid", std::to_string(classes))
      .Input("X", Random({4, kWidth}))
      .Input("W", Random({classes - 1, kWidth}))
      .Input("Label", Integers(label, 0, classes))
      .Attr("num_classes", classes)
      .Reference(HierarchicalSigmoid)
      .GradientTolerance(1e-5);
}

// Paths of different lengths, with gaps, and one without nodes.
OpCase Given() {
  return OpCase("hierarchical_sigmoid", "given")
      .Input("X", Random({4, kWidth}))
      .Input("W", Random({5, kWidth}))
      .Input("PathTable",
             Values({4, 3}, {4, 2, 0, 1, -1, 3, -1, -1, -1, 0, -1, -1})
                 .As(DataType::kInt64))
      .Input("PathCode", Values({4, 3}, {0, 1, 1, 1, 7, 0, 0, 0, 0, 1, -1, -1})
                             .As(DataType::kInt64))
      .Reference(HierarchicalSigmoid)
      .GradientTolerance(1e-5);
}

TEST(HierarchicalSigmoid, CompleteTrees) {
  for (int64_t classes : {2, 3, 4, 5, 7, 8, 100}) {
    Complete(classes).Gradient({"X", "W"}).ScaleRows({"X", "Label"}).Check();
    for (const Dims& bias : {Dims{classes - 1}, Dims{classes - 1, 1}}) {
      Complete(classes, {4})
          .Input("Bias", Random(bias))
          .Gradient({"X", "W", "Bias"})
          .ScaleRows({"X", "Label"})
          .Check();
    }
  }
  Complete(6)
      .Input("X", Random({4, kWidth}).Lengths({{1, 0, 3}}))
      .Gradient({"X", "W"})
      .Check();
}

TEST(HierarchicalSigmoid, GivenPaths) {
  Given().Gradient({"X", "W"}).Check();
  Given().Input("Bias", Random({5})).Gradient({"X", "W", "Bias"}).Check();
}

TEST(HierarchicalSigmoid, Sparse) {
  for (const OpCase& base : {Complete(6), Given()}) {
    for (const Dims& bias : {Dims{5}, Dims{5, 1}}) {
      base.With("Bias", Random(bias))
          .Attr("is_sparse", true)
          .Gradient({"X", "W", "Bias"})
          .Check();
    }
  }
}

// The probabilities of all classes, exp(-loss), add up to 1.
TEST(HierarchicalSigmoid, IsADistribution) {
  OpCase("hierarchical_sigmoid", "distribution")
      .Input("X", Values({5, 1}, {2, 2, 2, 2, 2}))
      .Input("W", Values({4, 1}, {0.5, -1, 2, 0.3}))
      .Input("Label", Values({5}, {0, 1, 2, 3, 4}).As(DataType::kInt64))
      .Attr("num_classes", 5)
      .Reference([](OpValues& v) {
        HierarchicalSigmoid(v);
        double sum = 0;
        for (int64_t i = 0; i < 5; ++i) sum += std::exp(-v.Out("Out")[i]);
        EXPECT_NEAR(sum, 1, 1e-12);
      })
      .Check();
}

TEST(HierarchicalSigmoid, ChecksPaths) {
  const OpCase wrong = Complete(7).With(
      "Label", Values({4, 1}, {0, 1, 7, 2}).As(DataType::kInt64));
  wrong.ExpectError("label 7 of row 2 is not in \\[0, 7\\)");
  wrong.ExpectErrorOnGPU(
      "hierarchical_sigmoid: Label: label 7 is outside of \\[0, 7\\)");
  const OpCase node = Given().With("W", Random({4, kWidth}));
  node.ExpectError("node 4 of the path of row 0 is not in \\[0, 4\\)");
  node.ExpectErrorOnGPU("hierarchical_sigmoid: PathTable: index 4");
  const OpCase code = Given().With(
      "PathCode", Values({4, 3}, {0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0})
                      .As(DataType::kInt64));
  code.ExpectError("code 2 of the path of row 0 is neither 0 nor 1");
  code.ExpectErrorOnGPU("hierarchical_sigmoid: PathCode: index 2");
}

TEST(HierarchicalSigmoid, ChecksShapes) {
  Complete(7)
      .WithAttr("num_classes", 8)
      .ExpectError("of 8 classes has 7 inner nodes, but W of .* is \\[6, 3\\]");
  Complete(7, {3}).ExpectError("Label \\[3\\] .* no class for each row of X");
  Complete(7)
      .With("Label", Random({4}).As(DataType::kInt32))
      .ExpectError("Label of hierarchical_sigmoid is int64, not int32");
  Complete(7)
      .With("W", Random({6, 2}))
      .ExpectError("takes X \\[rows, width\\] and W \\[nodes, width\\], not");
  Complete(7)
      .With("Bias", Random({7}))
      .ExpectError("Bias \\[7\\] .* one number for each row of W \\[6, 3\\]");
  Given()
      .With("PathCode", Integers({4, 2}, 0, 2))
      .ExpectError("PathTable \\[4, 3\\] and PathCode \\[4, 2\\]");
  OpCase("hierarchical_sigmoid")
      .Input("X", Random({4, kWidth}))
      .Input("W", Random({1, kWidth}))
      .ExpectError("takes a Label, or PathTable and PathCode");
  Complete(7)
      .With("PathTable", Integers({4, 2}, 0, 2))
      .ExpectError("takes both PathTable and PathCode, or neither");
}

}  // namespace
}  // namespace paddle::operators::testing
