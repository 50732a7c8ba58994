// Tests what imports elements that are stored only: wide_integers.cc, and their
// parts of import_creation.cc, import_elementwise.cc and
// import_quantization.cc.
#include <limits>
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/interchange/onnx/testing/model_builder.h"

namespace paddle::onnx::testing {
namespace {

using proto::TensorProto;
using ::testing::ElementsAre;

void Cast(ModelBuilder* builder, const std::string& from, const std::string& to,
          int type) {
  SetInt(builder->Node("Cast", {from}, {to}), "to", type);
}

std::vector<double> Results(ModelBuilder* builder) {
  builder->Output("y");
  return RunImported(Import(builder->model()), {});
}

// Returns a node's output as int64; its inputs are integers of `type`.
std::vector<double> RunIntegers(const std::string& op, int type, const Sizes& x,
                                const Sizes& y) {
  ModelBuilder builder(21);
  const Sizes dims{static_cast<int64_t>(x.size())};
  builder.Ints("x.wide", dims, x);
  builder.Ints("y.wide", dims, y);
  Cast(&builder, "x.wide", "x", type);
  Cast(&builder, "y.wide", "y.narrow", type);
  proto::NodeProto* node = builder.Node(op, {"x", "y.narrow"}, {"z"});
  if (op == "BitShift") SetText(node, "direction", "RIGHT");
  Cast(&builder, "z", "y", TensorProto::INT64);
  return Results(&builder);
}

// -1 and -2 are the largest numbers without a sign.
TEST(ImportTypesTest, IntegersWithoutASign) {
  for (const int type :
       {TensorProto::UINT16, TensorProto::UINT32, TensorProto::UINT64}) {
    EXPECT_THAT(RunIntegers("Less", type, {-1, 1}, {1, -1}), ElementsAre(0, 1));
    EXPECT_THAT(RunIntegers("Div", type, {6, 6, -1}, {-1, 4, -1}),
                ElementsAre(0, 1, 1));
    EXPECT_THAT(RunIntegers("Mod", type, {6, 6, -1}, {-1, 4, -1}),
                ElementsAre(6, 2, 0));
    EXPECT_THAT(RunIntegers("Min", type, {-1, 3}, {2, -2}), ElementsAre(2, 3));
    EXPECT_THAT(RunIntegers("Add", type, {-1, 3}, {2, 4}), ElementsAre(1, 7));
    EXPECT_THAT(RunIntegers("BitwiseAnd", type, {-1, 6}, {5, 3}),
                ElementsAre(5, 2));
  }
  EXPECT_THAT(RunIntegers("BitShift", TensorProto::UINT16, {-1, 8}, {15, 1}),
              ElementsAre(1, 4));
  EXPECT_THAT(RunIntegers("BitShift", TensorProto::UINT64, {-1, 8}, {63, 1}),
              ElementsAre(1, 4));
  EXPECT_THAT(RunIntegers("Max", TensorProto::UINT16, {-1, 3}, {2, 4}),
              ElementsAre(65535, 4));
  EXPECT_THAT(RunIntegers("Max", TensorProto::UINT64, {-2, 3}, {2, 4}),
              ElementsAre(-2, 4));
}

// Returns numbers that have been of `type` in between.
std::vector<double> ByWayOf(int type, const Numbers& values, bool saturate) {
  ModelBuilder builder(25);
  builder.Floats("x", {static_cast<int64_t>(values.size())}, values);
  Cast(&builder, "x", "small", type);
  SetInt(builder.model().mutable_graph()->mutable_node(0), "saturate",
         saturate ? 1 : 0);
  Cast(&builder, "small", "y", TensorProto::FLOAT);
  return Results(&builder);
}

TEST(ImportTypesTest, CastsToSmallNumbers) {
  EXPECT_THAT(ByWayOf(TensorProto::FLOAT8E5M2, {1.1f, 1e9f}, true),
              ElementsAre(1, 57344));
  EXPECT_THAT(ByWayOf(TensorProto::FLOAT8E5M2, {1.1f, -1e9f}, false),
              ElementsAre(1, -std::numeric_limits<double>::infinity()));
  EXPECT_THAT(ByWayOf(TensorProto::INT4, {-9, 7.9f}, true), ElementsAre(7, 7));
  EXPECT_THAT(ByWayOf(TensorProto::FLOAT4E2M1, {2.6f, -9}, true),
              ElementsAre(3, -6));
  EXPECT_THAT(ByWayOf(TensorProto::FLOAT8E8M0, {2.6f, 0.5f}, true),
              ElementsAre(4, 0.5));
}

// Quantizes to `type` and gives back real numbers.
std::vector<double> Quantized(int type, const Numbers& values,
                              const Sizes& dims_of_scale = {}) {
  ModelBuilder builder(25);
  builder.Floats("x", {static_cast<int64_t>(values.size())}, values);
  builder.Floats("scale", dims_of_scale, {2});
  SetInt(builder.Node("QuantizeLinear", {"x", "scale"}, {"q"}), "output_dtype",
         type);
  builder.Node("DequantizeLinear", {"q", "scale"}, {"y"});
  return Results(&builder);
}

TEST(ImportTypesTest, QuantizesToSmallNumbers) {
  EXPECT_THAT(Quantized(TensorProto::INT4, {-100, 3, 5, 100}),
              ElementsAre(-16, 4, 4, 14));
  EXPECT_THAT(Quantized(TensorProto::UINT2, {-100, 3, 100}),
              ElementsAre(0, 4, 6));
  EXPECT_THAT(Quantized(TensorProto::UINT16, {-100, 3, 1e6}),
              ElementsAre(0, 4, 131070));
  EXPECT_THAT(Quantized(TensorProto::INT4, {3, 5}, {1}), ElementsAre(4, 4));
  // Fractions stay.
  EXPECT_THAT(Quantized(TensorProto::FLOAT8E4M3FN, {-1, 3, 1e6}),
              ElementsAre(-1, 3, 896));
}

TEST(ImportTypesTest, ReadsBitsAsAnotherType) {
  ModelBuilder builder(26);
  builder.Floats("x", {2}, {1, -0.f});
  SetInt(builder.Node("BitCast", {"x"}, {"y"}), "to", TensorProto::INT32);
  EXPECT_THAT(Results(&builder), ElementsAre(0x3f800000, -2147483648.0));
}

}  // namespace
}  // namespace paddle::onnx::testing
