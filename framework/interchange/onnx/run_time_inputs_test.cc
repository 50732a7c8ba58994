// Tests run_time_inputs.h, by the handlers that use it: a node computes the
// same whether the integers that say what it does are constants or fed.
#include "paddle/framework/interchange/onnx/run_time_inputs.h"

#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/interchange/onnx/testing/given_node.h"
#include "paddle/framework/interchange/onnx/testing/model_builder.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::onnx::testing {
namespace {

using ::testing::ElementsAre;

// A node over x, [2, 3, 1] of 0 to 5, and integers.
struct Row {
  std::string op;
  std::vector<std::pair<Sizes, Sizes>> ints;
  int opset = 18;
  const char* attribute = nullptr;
  int64_t value = 0;
};

GivenNode NodeOf(const Row& row) {
  GivenNode node{
      row.op, row.opset, {FloatTensor({2, 3, 1}, {0, 1, 2, 3, 4, 5})}};
  for (const auto& [dims, values] : row.ints) {
    node.inputs.push_back(IntTensor(dims, values));
  }
  node.set = [row](proto::NodeProto* proto) {
    if (row.attribute != nullptr) SetInt(proto, row.attribute, row.value);
  };
  return node;
}

TEST(RunTimeInputsTest, ComputeAsConstantsDo) {
  const Row kRows[] = {
      {"Reshape", {{{2}, {0, -1}}}},
      {"Reshape", {{{1}, {6}}}},
      {"Expand", {{{4}, {2, 1, 1, 2}}}},
      {"Expand", {{{1}, {4}}}},
      {"Tile", {{{3}, {1, 2, 3}}}},
      {"Squeeze", {{{1}, {-1}}}},
      {"Unsqueeze", {{{2}, {-1, 0}}}},
      {"Slice", {{{2}, {0, 1}}, {{2}, {1, 1000}}}},
      {"Slice", {{{1}, {-1}}, {{1}, {-1000}}, {{1}, {1}}, {{1}, {-2}}}},
      {"Trilu", {{{}, {-1}}}, 18, "upper", 0},
      {"ReduceSum", {{{1}, {-2}}}},
      {"ReduceMean", {{{2}, {0, 1}}}, 18, "keepdims", 0},
      {"ReduceMax", {{{1}, {1}}}},
      {"CumSum", {{{}, {1}}}},
      {"Pad", {{{6}, {0, 1, 0, 2, 0, 1}}}},
      {"Pad", {{{6}, {0, -1, 0, 1, -1, 0}}}},
  };
  for (const Row& row : kRows) {
    ExpectSameAsConstants(NodeOf(row), {Given::kFed}, 0, row.op);
  }
}

TEST(RunTimeInputsTest, ShapesOfOtherThings) {
  ModelBuilder builder;
  builder.Input("shape", {2}, proto::TensorProto::INT64);
  builder.Node("ConstantOfShape", {"shape"}, {"y"});
  builder.Output("y");
  const Imported imported = Import(builder.model());
  EXPECT_THAT(RunImported(imported, {{"shape", IntTensor({2}, {1, 2})}}),
              ElementsAre(0, 0));
  EXPECT_THAT(RunImported(imported, {{"shape", IntTensor({2}, {3, 1})}}),
              ElementsAre(0, 0, 0));
}

TEST(RunTimeInputsTest, TakesAsManyAsTheRunSays) {
  ModelBuilder builder(11);
  builder.Input("x", {4});
  builder.Input("k", {1}, proto::TensorProto::INT64);
  builder.Node("TopK", {"x", "k"}, {"y", "places"});
  builder.Output("y");
  const Imported imported = Import(builder.model());
  const auto run = [&](int64_t k) {
    return RunImported(imported, {{"x", FloatTensor({4}, {3, 9, 1, 5})},
                                  {"k", IntTensor({1}, {k})}});
  };
  EXPECT_THAT(run(1), ElementsAre(9));
  EXPECT_THAT(run(3), ElementsAre(9, 5, 3));
  EXPECT_ERROR(run(5), InvalidArgument, "k = 5 from input KTensor");
}

// Numbers that float64 does not tell apart.
TEST(RunTimeInputsTest, SortsLargeIntegersExactly) {
  constexpr int64_t kLarge = int64_t{1} << 53;
  ModelBuilder builder(11);
  builder.Input("x", {4}, proto::TensorProto::INT64);
  builder.Input("k", {1}, proto::TensorProto::INT64);
  builder.Node("TopK", {"x", "k"}, {"y", "places"});
  builder.Output("places");
  const Imported imported = Import(builder.model());
  const auto run = [&](int64_t k) {
    const Sizes x{kLarge, kLarge + 1, kLarge - 1, kLarge + 2};
    return RunImported(imported,
                       {{"x", IntTensor({4}, x)}, {"k", IntTensor({1}, {k})}});
  };
  EXPECT_THAT(run(3), ElementsAre(3, 1, 0));
  EXPECT_ERROR(run(5), OutOfRange, "gather");
}

// Other inputs may say how many numbers there are.
TEST(RunTimeInputsTest, TakesListsOfUnknownLength) {
  ModelBuilder builder;
  builder.Input("x", {2, 3});
  builder.Input("repeats", {-1}, proto::TensorProto::INT64);
  builder.Input("starts", {-2}, proto::TensorProto::INT64);
  builder.Input("ends", {-3}, proto::TensorProto::INT64);
  builder.Ints("axes", {1}, {1});
  builder.Node("Tile", {"x", "repeats"}, {"wide"});
  builder.Node("Slice", {"wide", "starts", "ends", "axes"}, {"y"});
  builder.Output("y");
  const Imported imported = Import(builder.model());
  const auto run = [&](const Sizes& repeats) {
    const auto count = static_cast<int64_t>(repeats.size());
    return RunImported(imported,
                       {{"x", FloatTensor({2, 3}, {0, 1, 2, 3, 4, 5})},
                        {"repeats", IntTensor({count}, repeats)},
                        {"starts", IntTensor({1}, {2})},
                        {"ends", IntTensor({1}, {-2})}});
  };
  EXPECT_THAT(run({1, 2}), ElementsAre(2, 0, 5, 3));
  EXPECT_ERROR(run({1, 2, 1}), InvalidArgument, "reshape");
}

TEST(RunTimeInputsTest, RefusesAnUnknownNumber) {
  ModelBuilder builder;
  builder.Input("x", {2, 3});
  builder.Input("shape", {-1}, proto::TensorProto::INT64);
  builder.Node("Reshape", {"x", "shape"}, {"y"});
  builder.Output("y");
  EXPECT_ERROR(Import(builder.model()), Unimplemented,
               "known only when the program runs");
}

TEST(RunTimeInputsTest, RefusesMoreThanAnyShapeHas) {
  for (const char* op : {"Reshape", "Expand"}) {
    ModelBuilder builder;
    builder.Input("x", {2, 3});
    builder.Input("list", {int64_t{1} << 31}, proto::TensorProto::INT64);
    builder.Node(op, {"x", "list"}, {"y"});
    builder.Output("y");
    EXPECT_ERROR(Import(builder.model()), Unimplemented,
                 "of more numbers than 4096");
  }
}

// Neither sizes nor scales.
TEST(RunTimeInputsTest, RefusesNoInput) {
  ModelBuilder builder;
  builder.Input("x", {-1, 3});
  builder.Node("Resize", {"x", ""}, {"y"});
  builder.Output("y");
  EXPECT_ERROR(Import(builder.model()), InvalidArgument, "(Resize)");
}

TEST(RunTimeInputsTest, RefusesFloats) {
  ModelBuilder builder;
  builder.Input("x", {2, 3});
  builder.Input("list", {2});
  builder.Node("Reshape", {"x", "list"}, {"y"});
  builder.Output("y");
  EXPECT_ERROR(Import(builder.model()), TypeMismatch, "is no integer");
}

}  // namespace
}  // namespace paddle::onnx::testing
