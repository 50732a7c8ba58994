// Operators whose attributes come from inputs: each computes what it would if
// the attribute had been known, and so does its gradient.
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;

// Gradients are sums, which only these have.
const std::vector<DataType> kWide = {DataType::kFloat32, DataType::kFloat64};

Data Ints(const std::vector<double>& values) {
  return Values({static_cast<int64_t>(values.size())}, values)
      .As(DataType::kInt64);
}

TEST(AttrInputs, Reshape) {
  OpCase("reshape", "of a run")
      .Input("X", Random({2, 3, 4}))
      .Input("ShapeTensor", Ints({6, -1}))
      .Attr("shape", {-1, 1})
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({6, 4}, v.In("X").values);
      })
      .Gradient({"X"})
      .Check();
}

TEST(AttrInputs, ReshapeErrors) {
  OpCase("reshape")
      .Input("X", Random({2, 3}))
      .Input("ShapeTensor", Ints({7, 1}))
      .Attr("shape", {-1, 1})
      .ExpectError("shape = \\[7, 1\\] from input ShapeTensor");
}

TEST(AttrInputs, Slice) {
  OpCase("slice", "of a run")
      .Input("Input", Random({5, 2}))
      .Input("StartsTensor", Ints({1}))
      .Input("EndsTensor", Ints({-1}))
      .Attr("axes", {0})
      .Attr("starts", {0})
      .Attr("ends", {1})
      .Reference([](OpValues& v) {
        const auto& x = v.In("Input").values;
        v.Out("Out") = Array({3, 2}, {x.begin() + 2, x.begin() + 8});
      })
      .Gradient({"Input"})
      .Check();
}

TEST(AttrInputs, BroadcastTo) {
  OpCase("broadcast_to", "of a run")
      .Input("X", Random({1, 3}))
      .Input("ShapeTensor", Ints({2, 3}))
      .Attr("shape", {-1, -1})
      .Reference([](OpValues& v) {
        std::vector<double> twice = v.In("X").values;
        twice.insert(twice.end(), twice.begin(), twice.begin() + 3);
        v.Out("Out") = Array({2, 3}, twice);
      })
      .DataTypes(kWide)
      .Gradient({"X"})
      .Check();
}

TEST(AttrInputs, Expand) {
  OpCase("expand", "of a run")
      .Input("X", Random({2}))
      .Input("ExpandTimesTensor", Ints({2}))
      .Attr("expand_times", {1})
      .Reference([](OpValues& v) {
        const auto& x = v.In("X").values;
        v.Out("Out") = Array({4}, {x[0], x[1], x[0], x[1]});
      })
      .DataTypes(kWide)
      .Gradient({"X"})
      .Check();
}

TEST(AttrInputs, Pad) {
  OpCase("pad", "of a run")
      .Input("X", Random({2}))
      .Input("PaddingsTensor", Ints({1, 2}))
      .Attr("paddings", {0, 0})
      .Reference([](OpValues& v) {
        const auto& x = v.In("X").values;
        v.Out("Out") = Array({5}, {0, x[0], x[1], 0, 0});
      })
      .Gradient({"X"})
      .Check();
}

TEST(AttrInputs, Split) {
  const OpCase base = OpCase("split", "of a run")
                          .Input("X", Random({4, 2}))
                          .Attr("sections", {4, 0})
                          .Attr("axis", 0)
                          .Output("Out", 2);
  OpCase(base)
      .Input("SectionsTensor", Ints({1, 3}))
      .Reference([](OpValues& v) {
        const auto& x = v.In("X").values;
        v.Out("Out", 0) = Array({1, 2}, {x.begin(), x.begin() + 2});
        v.Out("Out", 1) = Array({3, 2}, {x.begin() + 2, x.end()});
      })
      .Gradient({"X"})
      .Check();
  base.With("SectionsTensor", Ints({1, 4}))
      .ExpectError("sections = \\[1, 4\\] from input SectionsTensor");
  base.With("SectionsTensor", Ints({4}))
      .ExpectError("SectionsTensor .* has 1 elements, but the example");
}

TEST(AttrInputs, AxesOfOne) {
  OpCase("squeeze", "of a run")
      .Input("X", Random({1, 3, 1}))
      .Input("AxesTensor", Ints({-1}))
      .Attr("axes", {0})
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({1, 3}, v.In("X").values);
      })
      .Gradient({"X"})
      .Check();
  OpCase("unsqueeze", "of a run")
      .Input("X", Random({2, 3}))
      .Input("AxesTensor", Ints({-1}))
      .Attr("axes", {0})
      .Reference([](OpValues& v) {
        v.Out("Out") = Array({2, 3, 1}, v.In("X").values);
      })
      .Gradient({"X"})
      .Check();
}

}  // namespace
}  // namespace paddle::operators::testing
