#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using Strings = std::vector<std::string>;
using Ints = std::vector<int64_t>;

const std::vector<DataType> kFloating = {
    DataType::kFloat16, DataType::kBFloat16, DataType::kFloat32,
    DataType::kFloat64};

const std::vector<DataType> kNumbers = {DataType::kFloat16, DataType::kBFloat16,
                                        DataType::kFloat32, DataType::kFloat64,
                                        DataType::kInt32,   DataType::kInt64};

OpCase Fused(const std::string& name, Strings types, Ints operands,
             Ints results) {
  OpCase made("fused_elementwise", name);
  made.Attr("outputs", Strings(types.size(), "Out"))
      .Attr("types", std::move(types))
      .Attr("operands", std::move(operands))
      .Attr("results", results)
      .Output("Out", static_cast<int>(results.size()));
  return made;
}

// relu(2 (x + b) + 1), where b is repeated along the rows.
OpCase Layer(const std::string& name, const Data& x, const Data& b) {
  return Fused(name, {"elementwise_add", "scale", "relu"}, {0, 1, -1, -2}, {2})
      .Input("X", std::vector<Data>{x, b})
      .Attr("floats_names", Strings{"1.scale", "1.bias"})
      .Attr("floats", std::vector<double>{2, 1});
}

void LayerReference(OpValues& v) {
  const Array x = v.In("X", 0), b = v.In("X", 1);
  Array out = x;
  for (int64_t i = 0; i < x.numel(); ++i) {
    out[i] = std::max(0.0, 2 * (x[i] + b[i % b.numel()]) + 1);
  }
  v.Out("Out") = out;
}

TEST(FusedElementwise, RunsSteps) {
  Layer("one shape", Random({3, 5}), Random({3, 5}))
      .Reference(LayerReference)
      .DataTypes(kFloating)
      .Check();
  Layer("a row", Random({3, 5}), Random({5}))
      .Reference(LayerReference)
      .DataTypes(kFloating)
      .Check();
  Layer("a number", Random({3, 5}), Random({1}))
      .Reference(LayerReference)
      .DataTypes(kFloating)
      .Check();
}

// Tiles hold 2048 floats.
TEST(FusedElementwise, RunsManyTiles) {
  for (const auto& [rows, columns] :
       {std::pair<int64_t, int64_t>{7, 3001}, {1000, 10}, {129, 128}, {1, 1}}) {
    Layer(std::to_string(rows), Random({rows, columns}), Random({columns}))
        .Reference(LayerReference)
        .DataTypes({DataType::kFloat32, DataType::kFloat64})
        .Check();
  }
  Layer("a number", Random({10000}), Random({1}))
      .Reference(LayerReference)
      .DataTypes({DataType::kFloat32, DataType::kFloat64})
      .Check();
}

TEST(FusedElementwise, AxesStandWhereTheStepSays) {
  Fused("channels", {"elementwise_mul", "elementwise_add"}, {0, 1, -1, 2}, {1})
      .Input("X", std::vector<Data>{Random({2, 3, 7}), Random({3}),
                                    Random({2, 1, 7})})
      .Attr("ints_names", Strings{"0.axis"})
      .Attr("ints", Ints{1})
      .Reference([](OpValues& v) {
        Array out = v.In("X", 0);
        for (int64_t i = 0; i < out.numel(); ++i) {
          out[i] = out[i] * v.In("X", 1)[i / 7 % 3] +
                   v.In("X", 2)[i / 21 * 7 + i % 7];
        }
        v.Out("Out") = out;
      })
      .DataTypes(kNumbers)
      .Check();
}

// The first output may have the memory of the first input, which a later step
// reads again.
TEST(FusedElementwise, HasSeveralOutputs) {
  for (const Ints& results : {Ints{0, 1}, Ints{1, 0}}) {
    Fused(std::to_string(results[0]), {"square", "elementwise_add"}, {0, -1, 0},
          results)
        .Input("X", std::vector<Data>{Random({5000})})
        .Reference([=](OpValues& v) {
          Array square = v.In("X", 0).Map([](double x) { return x * x; });
          Array sum = square;
          for (int64_t i = 0; i < sum.numel(); ++i) sum[i] += v.In("X", 0)[i];
          v.Out("Out", results[0]) = square;
          v.Out("Out", results[1]) = sum;
        })
        .DataTypes({DataType::kFloat32, DataType::kFloat64})
        .Check();
  }
}

TEST(FusedElementwise, ResultsOfDifferentShapesAreComputedOneByOne) {
  Fused("rows", {"elementwise_add", "square", "elementwise_mul"},
        {0, 1, -1, -2, 2}, {2, 1})
      .Input("X",
             std::vector<Data>{Random({1, 5}), Random({5}), Random({4, 5})})
      .DataTypes(kFloating)
      .Reference([](OpValues& v) {
        Array square = v.In("X", 0);
        for (int64_t i = 0; i < 5; ++i) {
          square[i] = std::pow(square[i] + v.In("X", 1)[i], 2);
        }
        Array out = v.In("X", 2);
        for (int64_t i = 0; i < 20; ++i) out[i] *= square[i % 5];
        v.Out("Out", 0) = out;
        v.Out("Out", 1) = square;
      })
      .Check();
}

TEST(FusedElementwise, StepsMayBeGradients) {
  Fused("", {"tanh_grad", "elementwise_mul_grad"}, {0, 1, -1, 1, 2}, {1, 0})
      .Attr("outputs", Strings{"X@GRAD", "Y@GRAD"})
      .Input("X", std::vector<Data>(3, Random({4, 3})))
      .Reference([](OpValues& v) {
        Array dx = v.In("X", 0), dy = dx;
        for (int64_t i = 0; i < dx.numel(); ++i) {
          dx[i] *= 1 - v.In("X", 1)[i] * v.In("X", 1)[i];
          dy[i] = dx[i] * v.In("X", 1)[i];
        }
        v.Out("Out", 0) = dy;
        v.Out("Out", 1) = dx;
      })
      .DataTypes(kFloating)
      .Check();
}

TEST(FusedElementwise, RefusesWhatIsNoProgram) {
  const OpCase base = Layer("wrong", Random({3, 5}), Random({5}));
  const auto operands = [&](Ints values) {
    return base.WithAttr("operands", std::move(values));
  };
  operands({0, 1, -1}).ExpectError("no operands for step 2");
  operands({0, 1, -1, -2, 0}).ExpectError("5 operands; its steps take 4");
  operands({0, 2, -1, -2}).ExpectError("operand 2 of step 0 .* 2 inputs");
  operands({0, 1, -2, -2}).ExpectError("operand -2 of step 1 ");
  base.WithAttr("types", Strings{"elementwise_add", "scale", "softmax"})
      .ExpectError("step 2 .*operator 'softmax' is not elementwise");
  base.WithAttr("outputs", Strings{"Out", "Out", "X"})
      .ExpectError("'relu' is not elementwise in an output 'X'");
  base.WithAttr("results", Ints{3}).ExpectError("result 3 .* is no step");
  base.WithAttr("floats_names", Strings{"1.scale", "3.bias"})
      .ExpectError("no step for '3.bias'");
  base.WithAttr("floats_names", Strings{"1.scale", "bias"})
      .ExpectError("no step for 'bias'");
  base.With("X", std::vector<Data>{Random({3, 5}), Random({4})})
      .ExpectError("broadcast");
}

}  // namespace
}  // namespace paddle::operators::testing
