// Tests import_shape.cc, import_slicing.cc, import_creation.cc and
// import_reduction.cc.
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/interchange/onnx/testing/model_builder.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::onnx::testing {
namespace {

using ::testing::ElementsAre;

// A model of one node over x, [2, 3] of 0 to 5, and constants of int64.
std::vector<double> RunOnMatrix(
    const std::string& op, const std::vector<std::pair<Sizes, Sizes>>& ints,
    int opset = 17, void (*set)(proto::NodeProto*) = nullptr) {
  ModelBuilder builder(opset);
  builder.Input("x", {2, 3});
  Names names{"x"};
  for (const auto& [dims, values] : ints) {
    names.push_back("c" + std::to_string(names.size()));
    builder.Ints(names.back(), dims, values);
  }
  proto::NodeProto* node = builder.Node(op, names, {"y"});
  if (set != nullptr) set(node);
  builder.Output("y");
  return RunImported(Import(builder.model()),
                     {{"x", FloatTensor({2, 3}, {0, 1, 2, 3, 4, 5})}});
}

TEST(ImportShapeTest, SlicesByAttributesAndByInputs) {
  EXPECT_THAT(RunOnMatrix("Slice", {}, 9,
                          [](proto::NodeProto* node) {
                            SetInts(node, "axes", {1});
                            SetInts(node, "starts", {1});
                            SetInts(node, "ends", {1000});
                          }),
              ElementsAre(1, 2, 4, 5));
  EXPECT_THAT(RunOnMatrix("Slice", {{{2}, {-1, -1}},
                                    {{2}, {-1000, -1000}},
                                    {{2}, {0, 1}},
                                    {{2}, {-1, -2}}}),
              ElementsAre(5, 3, 2, 0));
}

TEST(ImportShapeTest, PadsAndCutsOff) {
  EXPECT_THAT(RunOnMatrix("Pad", {{{4}, {0, -1, 0, 1}}}),
              ElementsAre(1, 2, 0, 4, 5, 0));
}

// The number of parts is added to no size.
TEST(ImportShapeTest, SplitsTheLargestSize) {
  ModelBuilder builder(18);
  builder.Input("x", {std::numeric_limits<int64_t>::max()});
  SetInt(builder.Node("Split", {"x"}, {"a", "b"}), "num_outputs", 2);
  builder.Output("b");
  EXPECT_THAT(Import(builder.model()).Types(), ElementsAre("split"));
}

TEST(ImportShapeTest, TransposesSplitsAndJoins) {
  EXPECT_THAT(RunOnMatrix("Transpose", {}), ElementsAre(0, 3, 1, 4, 2, 5));
  EXPECT_THAT(RunOnMatrix("Split", {{{2}, {1, 2}}}, 13,
                          [](proto::NodeProto* node) {
                            SetInt(node, "axis", 1);
                            node->add_output("z");
                          }),
              ElementsAre(0, 3));
  EXPECT_THAT(RunOnMatrix("Tile", {{{2}, {1, 2}}}),
              ElementsAre(0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5));
  EXPECT_THAT(RunOnMatrix("Expand", {{{3}, {2, 1, 3}}}),
              ElementsAre(0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5));
}

// The parts of a shape say shapes again.
TEST(ImportShapeTest, PartsOfKnownNumbersAreKnown) {
  ModelBuilder builder;
  builder.Ints("shape", {3}, {2, 3, 7});
  builder.Node("Split", {"shape"}, {"rows", "rest"});
  builder.Input("x", {6});
  builder.Node("Reshape", {"x", "rows"}, {"y"});
  builder.Output("y");
  EXPECT_EQ(Import(builder.model()).Types(), Names({"reshape"}));
  builder.Node("Reshape", {"x", "rest"}, {"z"})->set_name("wrong");
  EXPECT_ERROR(Import(builder.model()), InvalidArgument, "[7]");
}

TEST(ImportShapeTest, AxesAreAttributesAndInputs) {
  EXPECT_THAT(RunOnMatrix("ReduceSum", {{{1}, {1}}}, 13), ElementsAre(3, 12));
  EXPECT_THAT(
      RunOnMatrix("ReduceMax", {}, 11,
                  [](proto::NodeProto* node) { SetInts(node, "axes", {0}); }),
      ElementsAre(3, 4, 5));
  EXPECT_THAT(RunOnMatrix("ReduceMean", {}, 18), ElementsAre(2.5));
}

// Nothing, and sizes whose sum wraps around, are no parts of a shape.
TEST(ImportSplitTest, PartsThatDoNotFitAShape) {
  constexpr int64_t kHuge = std::numeric_limits<int64_t>::max();
  for (const Sizes& parts : {Sizes{}, Sizes{kHuge, kHuge, 4}}) {
    ModelBuilder builder(13);
    builder.Input("x", {1, 2});
    builder.Ints("split", {static_cast<int64_t>(parts.size())}, parts);
    builder.Node("Shape", {"x"}, {"shape"});
    builder.Node("Split", {"shape", "split"}, {"y"});
    builder.Output("y");
    EXPECT_THROW(Import(builder.model()), platform::Error);
  }
}

TEST(ImportReductionTest, NothingMayBeReduced) {
  EXPECT_THAT(RunOnMatrix("ReduceSumSquare", {}, 18,
                          [](proto::NodeProto* node) {
                            SetInt(node, "noop_with_empty_axes", 1);
                          }),
              ElementsAre(0, 1, 4, 9, 16, 25));
}

TEST(ImportIndexingTest, RefusesNumbersThatNothingHas) {
  const auto gather = [] {
    RunOnMatrix("Gather", {{{}, {std::numeric_limits<int64_t>::min()}}});
  };
  EXPECT_ERROR(gather(), OutOfRange, "index -9223372036854775808");
  const auto cast = [] {
    RunOnMatrix("Cast", {}, 17, [](proto::NodeProto* node) {
      SetInt(node, "to", (int64_t{1} << 32) + proto::TensorProto::INT32);
    });
  };
  EXPECT_ERROR(cast(), DataLoss, "data type of number 4294967302");
  ModelBuilder builder;
  builder.Input("x", {2048, 1024});
  builder.Input("index", {2048, 1024}, proto::TensorProto::INT64);
  builder.Node("ScatterElements", {"x", "index", "x"}, {"y"});
  builder.Output("y");
  EXPECT_ERROR(Import(builder.model()), Unimplemented, "indices of shape");
}

// Returns the shape of what a node makes of an input of this shape.
Sizes ShapeOfOutput(const std::string& op, const Sizes& dims, int64_t axis) {
  ModelBuilder builder(11);
  builder.Input("x", dims);
  SetInt(builder.Node(op, {"x"}, {"y"}), "axis", axis);
  builder.Node("Shape", {"y"}, {"shape"});
  SetInt(builder.Node("Cast", {"shape"}, {"sizes"}), "to",
         proto::TensorProto::FLOAT);
  builder.Output("sizes");
  builder.Output("y");
  const auto shape =
      RunImported(Import(builder.model()), {{"x", FloatTensor(dims, {})}});
  return {shape.begin(), shape.end()};
}

TEST(ImportShapeTest, SizesMayBeZero) {
  EXPECT_THAT(ShapeOfOutput("Flatten", {2, 3, 0}, 1), ElementsAre(2, 0));
  EXPECT_THAT(ShapeOfOutput("Flatten", {2, 3, 0}, 2), ElementsAre(6, 0));
  EXPECT_THAT(ShapeOfOutput("Flatten", {2, 0, 3}, 2), ElementsAre(0, 3));
  EXPECT_THAT(ShapeOfOutput("Flatten", {2, 0}, 0), ElementsAre(1, 0));
}

TEST(ImportReductionTest, NoSizeMayBeMultiplied) {
  ModelBuilder builder(18);
  builder.Input("x", {2, 3});
  builder.Node("Shape", {"x"}, {"shape"});
  SetInt(builder.Node("ReduceProd", {"shape"}, {"same"}),
         "noop_with_empty_axes", 1);
  SetInt(builder.Node("Cast", {"same"}, {"y"}), "to",
         proto::TensorProto::FLOAT);
  builder.Output("y");
  EXPECT_THAT(RunImported(Import(builder.model()),
                          {{"x", FloatTensor({2, 3}, Numbers(6))}}),
              ElementsAre(2, 3));
}

TEST(ImportShapeTest, SqueezesNoSizeThatIsNotKnown) {
  ModelBuilder builder;
  builder.Input("x", {-1, 1, 2});
  builder.Node("Squeeze", {"x"}, {"y"});
  builder.Output("y");
  EXPECT_ERROR(Import(builder.model()), Unimplemented,
               "axes that are left out");
}

TEST(ImportReductionTest, FindsTheLastOfTheLargest) {
  const OneNode arg{"ArgMax", {{{4}, {1, 7, 7, 0}}}};
  EXPECT_THAT(RunNode(arg), ElementsAre(1));
  EXPECT_THAT(RunNode(arg,
                      [](proto::NodeProto* node) {
                        SetInt(node, "select_last_index", 1);
                      }),
              ElementsAre(2));
}

TEST(ImportReductionTest, FindsTheSmallestAlongAnyAxis) {
  EXPECT_THAT(RunOnMatrix("TopK", {{{1}, {1}}}, 11,
                          [](proto::NodeProto* node) {
                            SetInt(node, "axis", 0);
                            SetInt(node, "largest", 0);
                          }),
              ElementsAre(0, 1, 2));
}

TEST(ImportReductionTest, Int64IsComparedExactly) {
  const int64_t large = int64_t{1} << 53;
  for (const char* output : {"values", "places"}) {
    ModelBuilder builder(11);
    builder.Input("x", {4}, proto::TensorProto::INT64);
    builder.Ints("k", {1}, {2});
    builder.Node("TopK", {"x", "k"}, {"values", "places"});
    builder.Node("Cast", {output}, {"y"});
    SetInt(builder.model().mutable_graph()->mutable_node(1), "to",
           proto::TensorProto::INT64);
    builder.Ints("large", {}, {large});
    builder.Node("Sub", {"y", "large"}, {"z"});
    const bool values = std::string(output) == "values";
    builder.Output(values ? "z" : "y");
    const std::vector<double> found =
        RunImported(Import(builder.model()),
                    {{"x", IntTensor({4}, {large, large + 1, 0, large + 1})}});
    if (values) {
      EXPECT_THAT(found, ElementsAre(1, 1));
    } else {
      EXPECT_THAT(found, ElementsAre(1, 3));
    }
  }
}

TEST(ImportReductionTest, RefusesMoreThanThereAre) {
  ModelBuilder builder(11);
  builder.Input("x", {4}, proto::TensorProto::INT64);
  builder.Ints("k", {1}, {5});
  builder.Node("TopK", {"x", "k"}, {"y", "places"});
  builder.Output("y");
  EXPECT_ERROR(Import(builder.model()), InvalidArgument, "5 ");
}

TEST(ImportCreationTest, DropoutDropsNothing) {
  EXPECT_THAT(RunNode({"Dropout", {{{2}, {1, 2}}}, 7}), ElementsAre(1, 2));
}

TEST(ImportCreationTest, RangesAndFillings) {
  ModelBuilder builder;
  builder.Ints("shape", {2}, {1, 3});
  builder.Ints("start", {}, {2});
  builder.Ints("limit", {}, {8});
  builder.Ints("step", {}, {3});
  builder.Node("Range", {"start", "limit", "step"}, {"range"});
  builder.Output("range");
  EXPECT_THAT(RunImported(Import(builder.model()), {}), ElementsAre(2, 5));
  ModelBuilder fill;
  fill.Ints("shape", {2}, {1, 3});
  fill.Node("ConstantOfShape", {"shape"}, {"y"});
  fill.Output("y");
  EXPECT_THAT(RunImported(Import(fill.model()), {}), ElementsAre(0, 0, 0));
}

TEST(ImportShapeTest, ReshapesToTheShapeOfAnother) {
  ModelBuilder builder;
  builder.Input("x", {-1, -2, -3});
  builder.Node("Flatten", {"x"}, {"flat"});
  builder.Node("Shape", {"flat"}, {"shape"});
  builder.Node("Reshape", {"x", "shape"}, {"y"});
  builder.Output("y");
  EXPECT_THAT(Import(builder.model()).Types(),
              ElementsAre("reshape", "reshape"));
  ModelBuilder two;
  two.Input("x", {-1, -2, -3});
  two.Input("z", {-2, -3, -1});
  two.Node("Shape", {"z"}, {"shape"});
  two.Node("Reshape", {"x", "shape"}, {"y"});
  two.Output("y");
  // Several sizes that are not those of x are known in a run.
  EXPECT_THAT(RunImported(Import(two.model()),
                          {{"x", FloatTensor({1, 2, 3}, {0, 1, 2, 3, 4, 5})},
                           {"z", FloatTensor({2, 3, 1}, Numbers(6))}}),
              ElementsAre(0, 1, 2, 3, 4, 5));
}

// Found by the fuzzer: they ended the process.
TEST(ImportShapeTest, RefusesShapesOfOtherIntegers) {
  for (const std::string op : {"Reshape", "Expand", "ConstantOfShape"}) {
    ModelBuilder builder;
    builder.Input("x", {1});
    builder.Ints("shape", {5000}, Sizes(5000, 1));
    builder.Node(op,
                 op == "ConstantOfShape" ? Names{"shape"} : Names{"x", "shape"},
                 {"y"});
    builder.Output("y");
    EXPECT_ERROR(Import(builder.model()), InvalidArgument,
                 "is a shape of 5000 integers, of int64");
    auto* shape = builder.model().mutable_graph()->mutable_initializer(0);
    shape->set_data_type(proto::TensorProto::UINT8);
    shape->clear_int64_data();
    shape->set_dims(0, 1);
    shape->set_raw_data("1");
    EXPECT_ERROR(Import(builder.model()), InvalidArgument,
                 "is a shape of 1 integers, of uint8");
  }
}

TEST(ImportShapeTest, RefusesSeveralOpenSizes) {
  ModelBuilder builder;
  builder.Input("x", {-1, 4});
  builder.Ints("shape", {3}, {-1, -1, 2});
  builder.Node("Reshape", {"x", "shape"}, {"y"})->set_name("open");
  builder.Output("y");
  EXPECT_ERROR(Import(builder.model()), InvalidArgument,
               "a shape with 2 sizes of -1");
  EXPECT_ERROR(Import(builder.model()), InvalidArgument,
               "node 0 'open' (Reshape)");
}

TEST(ImportIndexingTest, CountsFromTheEnd) {
  const auto along_columns = [](proto::NodeProto* node) {
    SetInt(node, "axis", 1);
  };
  EXPECT_THAT(RunOnMatrix("Gather", {{{}, {-1}}}, 13, along_columns),
              ElementsAre(2, 5));
  EXPECT_THAT(RunOnMatrix("Gather", {{{2}, {-1, 0}}}, 13, along_columns),
              ElementsAre(2, 0, 5, 3));
  EXPECT_THAT(RunOnMatrix("Gather", {{{1, 2}, {-1, 0}}}, 13, along_columns),
              ElementsAre(2, 0, 5, 3));
  EXPECT_THAT(RunOnMatrix("GatherND", {{{1, 2}, {-1, -2}}}), ElementsAre(4));
  EXPECT_THAT(
      RunOnMatrix("GatherElements", {{{1, 2}, {-1, 0}}}, 13, along_columns),
      ElementsAre(2, 0));
}

}  // namespace
}  // namespace paddle::onnx::testing
