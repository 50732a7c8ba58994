#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;

double WeightOf(const OpValues& v, const std::string& slot, int64_t i) {
  return v.HasIn(slot) ? v.In(slot)[i] : 1;
}

void SmoothL1(OpValues& v) {
  const Array& x = v.In("X");
  const double square = std::pow(v.Attr<double>("sigma"), 2);
  Array& diff = v.Out("Diff");
  Array& out = v.Out("Out");
  const int64_t width = x.numel() / std::max<int64_t>(out.numel(), 1);
  for (int64_t i = 0; i < x.numel(); ++i) {
    diff[i] = WeightOf(v, "InsideWeight", i) * (x[i] - v.In("Y")[i]);
    const double size = std::abs(diff[i]);
    out[i / width] +=
        WeightOf(v, "OutsideWeight", i) *
        (size < 1 / square ? square * size * size / 2 : size - 0.5 / square);
  }
}

OpCase SmoothL1Case(const Dims& dims, double sigma) {
  // Weighted differences stay away from the two kinks.
  return OpCase("smooth_l1_loss", dims.ToString() + std::to_string(sigma))
      .Input("X", Random(dims).In(-0.02, 0.02))
      .Input("Y", Random(dims)
                      .In(-3, 3)
                      .AwayFrom(1, 0.3)
                      .AwayFrom(-1, 0.3)
                      .AwayFrom(0.25, 0.08)
                      .AwayFrom(-0.25, 0.08))
      .Attr("sigma", sigma)
      .Reference(SmoothL1)
      .Gradient({"X", "Y"})
      .GradientTolerance(1e-5);
}

TEST(RowLoss, SmoothL1) {
  for (double sigma : {1.0, 2.0}) {
    for (const Dims& dims : {Dims{4, 3}, Dims{5}, Dims{2, 3, 40}}) {
      SmoothL1Case(dims, sigma).ScaleRows({"X", "Y"}).Check();
    }
  }
}

TEST(RowLoss, SmoothL1WithWeights) {
  const auto weights = [] { return Random({4, 3}).In(0.95, 1.05); };
  SmoothL1Case({4, 3}, 1).Input("InsideWeight", weights()).Check();
  SmoothL1Case({4, 3}, 1).Input("OutsideWeight", Random({4, 3})).Check();
  SmoothL1Case({4, 3}, 2)
      .Input("InsideWeight", weights())
      .Input("OutsideWeight", Random({4, 3}))
      .Check();
}

TEST(RowLoss, SmoothL1ChecksShapes) {
  SmoothL1Case({4, 3}, 1)
      .Input("InsideWeight", Random({4, 1}))
      .ExpectError(
          "InsideWeight \\[4, 1\\] of smooth_l1_loss must have the shape of X, "
          "\\[4, 3\\]");
  SmoothL1Case({}, 1).ExpectError("needs an axis of rows, but is \\[\\]");
  SmoothL1Case({4, 3}, 0).ExpectError("sigma");
}

void Nll(OpValues& v) {
  const Array& x = v.In("X");
  const Array& label = v.In("Label");
  auto axis = v.Attr<int64_t>("axis");
  if (axis < 0) axis += x.dims.rank();
  const int64_t classes = x.dims[axis];
  const int64_t inner = x.dims.Slice(axis + 1, x.dims.rank()).Numel();
  for (int64_t row = 0; row < label.numel(); ++row) {
    const auto one = static_cast<int64_t>(label[row]);
    const bool ignored = one == v.Attr<int64_t>("ignore_index");
    const double weight = ignored ? 0 : WeightOf(v, "Weight", one);
    const int64_t at = row / inner * classes * inner + row % inner;
    v.Out("RowWeight")[row] = weight;
    v.Out("Out")[row] = ignored ? 0 : -weight * x[at + one * inner];
  }
}

TEST(RowLoss, Nll) {
  for (const Dims& label : {Dims{6, 1}, Dims{6}, Dims{2, 3}, Dims{2, 3, 1}}) {
    const bool deep = label[0] == 2;
    const Dims x = deep ? Dims{2, 3, 4} : Dims{6, 4};
    OpCase("nll_loss", label.ToString())
        .Input("X", Random(x).In(-4, 0))
        .Input("Label", Integers(label, 0, 4))
        .Attr("ignore_index", 2)
        .Reference(Nll)
        .Gradient({"X"})
        .ScaleRows({"X", "Label"})
        .Check();
  }
}

TEST(RowLoss, NllOfImages) {
  for (const Dims& label : {Dims{2, 4, 5}, Dims{2, 1, 4, 5}}) {
    OpCase("nll_loss", "images " + label.ToString())
        .Input("X", Random({2, 3, 4, 5}).In(-4, 0))
        .Input("Label", Integers(label, 0, 3))
        .Input("Weight", Random({3}).In(0, 2))
        .Attr("ignore_index", 2)
        .Attr("axis", 1)
        .Reference(Nll)
        .Gradient({"X"})
        .ScaleRows({"X", "Label"})
        .Check();
  }
  const std::tuple<Dims, Dims, int> kShapes[] = {
      {{3, 4}, {4}, 0},
      {{2, 4, 40}, {2, 40}, -2},
      {{2, 3, 0}, {2, 0}, 1},
      {{1, 3, 30, 30}, {1, 30, 30}, 1}};
  for (const auto& [x, label, axis] : kShapes) {
    OpCase("nll_loss", x.ToString())
        .Input("X", Random(x).In(-4, 0))
        .Input("Label", Integers(label, 0, 3))
        .Attr("axis", axis)
        .Reference(Nll)
        .Gradient({"X"})
        .Check();
  }
}

TEST(RowLoss, NllChecksTheAxis) {
  const OpCase images = OpCase("nll_loss")
                            .Input("X", Random({2, 3, 4}))
                            .Input("Label", Integers({2, 4}, 0, 3));
  images.ExpectError("Label \\[2, 4\\] of nll_loss does not fit X");
  images.WithAttr("axis", 3).ExpectError("axis 3");
  images.WithAttr("axis", 1)
      .With("Weight", Random({4}))
      .ExpectError("Weight float.* \\[4\\] of nll_loss does not fit X");
}

TEST(RowLoss, NllWithWeightsAndIgnoredRows) {
  OpCase("nll_loss", "weights")
      .Input("X", Random({5, 3}).In(-4, 0))
      .Input("Label",
             Values({5, 1}, {2, -100, 0, 1, -100}).As(DataType::kInt64))
      .Input("Weight", Random({3}).In(0, 2))
      .Reference(Nll)
      .Gradient({"X"})
      .Check();
}

void Bpr(OpValues& v) {
  const Array& x = v.In("X");
  const int64_t classes = x.dims.at(-1);
  for (int64_t i = 0; i < x.numel(); ++i) {
    const int64_t row = i / classes;
    const auto one = static_cast<int64_t>(v.In("Label")[row]);
    if (i % classes == one) continue;
    const double z = x[i] - x[row * classes + one];
    v.Out("Y")[row] += std::log(1 + std::exp(z)) / (classes - 1);
  }
}

TEST(RowLoss, Bpr) {
  for (int64_t classes : {4, 1, 700}) {
    OpCase("bpr_loss", std::to_string(classes))
        .Input("X", Random({3, classes}).In(-3, 3))
        .Input("Label", Integers({3, 1}, 0, classes))
        .Reference(Bpr)
        .Gradient({"X"})
        .GradientTolerance(1e-5)
        .ScaleRows({"X", "Label"})
        .Check();
  }
}

TEST(RowLoss, ChecksClasses) {
  for (const std::string type : {"nll_loss", "bpr_loss"}) {
    const OpCase base =
        OpCase(type)
            .Input("X", Random({2, 3}))
            .Input("Label", Values({2, 1}, {0, 3}).As(DataType::kInt64));
    base.ExpectError("label 3 of row 1 is not in \\[0, 3\\)");
    base.With("Label", Integers({3, 1}, 0, 3))
        .ExpectError("Label \\[3, 1\\] of " + type + " does not fit X");
  }
  OpCase("nll_loss")
      .Input("X", Random({2, 3}))
      .Input("Label", Integers({2, 1}, 0, 3))
      .Input("Weight", Random({2}))
      .ExpectError("Weight float.* \\[2\\] of nll_loss does not fit X");
}

void LabelSmooth(OpValues& v) {
  const double epsilon = v.Attr<double>("epsilon");
  const Array& x = v.In("X");
  const int64_t classes = x.dims.at(-1);
  Array out = x;
  for (int64_t i = 0; i < x.numel(); ++i) {
    const double prior =
        v.HasIn("PriorDist") ? v.In("PriorDist")[i % classes] : 1.0 / classes;
    out[i] = (1 - epsilon) * x[i] + epsilon * prior;
  }
  v.Out("Out") = out;
}

TEST(RowLoss, LabelSmooth) {
  for (const Dims& dims : {Dims{4, 3}, Dims{5}, Dims{2, 3, 70}, Dims{2, 0}}) {
    OpCase("label_smooth", dims.ToString())
        .Input("X", Random(dims).In(0, 1))
        .Attr("epsilon", 0.1)
        .SweepAttrs({"epsilon"})
        .Reference(LabelSmooth)
        .Gradient({"X"})
        .Check();
  }
  for (const Dims& prior : {Dims{3}, Dims{1, 3}}) {
    OpCase("label_smooth", "prior " + prior.ToString())
        .Input("X", Random({4, 3}).In(0, 1))
        .Input("PriorDist", Random(prior).In(0, 1))
        .Attr("epsilon", 0.3)
        .Reference(LabelSmooth)
        .Gradient({"X"})
        .ScaleRows({"X"})
        .Check();
  }
}

TEST(RowLoss, LabelSmoothChecksShapes) {
  const OpCase base = OpCase("label_smooth").Input("X", Random({}));
  base.ExpectError("axis of classes");
  base.With("X", Random({4, 3}))
      .With("PriorDist", Random({4}))
      .ExpectError("PriorDist \\[4\\] of label_smooth must hold one number");
}

}  // namespace
}  // namespace paddle::operators::testing
