// Tests size_nodes.cc and size_arithmetic.cc by whole models.
#include <cstdint>
#include <string>

#include "gmock/gmock-matchers.h"
#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/interchange/onnx/testing/model_builder.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/framework/types/symbolic_size.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::onnx::testing {
namespace {

using platform::MessageOf;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A model with y = Where(Equal(size, -1), 5, 7), as a vector of that size if it
// is known, where size is a difference or, else, a size itself.
ModelBuilder ComparedSize(bool difference) {
  ModelBuilder builder;
  builder.Input("x", {-1, 2});
  builder.Ints("zero", {}, {0});
  builder.Ints("two", {}, {2});
  builder.Ints("minus", {}, {-1});
  builder.Ints("five", {}, {5});
  builder.Ints("seven", {}, {7});
  builder.Node("Shape", {"x"}, {"shape"});
  builder.Node("Gather", {"shape", "zero"}, {"rows"});
  builder.Node("Sub", {"rows", "two"}, {"less"});
  builder.Node("Equal", {difference ? "less" : "rows", "minus"}, {"equal"});
  builder.Node("Where", {"equal", "five", "seven"}, {"z"});
  SetInt(builder.Node("Cast", {"z"}, {"y"}), "to", proto::TensorProto::FLOAT);
  builder.Output("y");
  return builder;
}

TEST(SizeNodesTest, DifferencesOfSizesMayBeNegative) {
  const FeedTensors feeds = {{"x", FloatTensor({1, 2}, {1, 2})}};
  const Imported difference = Import(ComparedSize(true).model());
  EXPECT_THAT(RunImported(difference, feeds), ElementsAre(5));
  const Imported size = Import(ComparedSize(false).model());
  EXPECT_THAT(RunImported(size, feeds), ElementsAre(7));
  EXPECT_THAT(size.Types(), ElementsAre("cast"));
}

TEST(SizeNodesTest, SizesOfInt32WrapAround) {
  ModelBuilder builder;
  builder.Input("x", {1});
  builder.Ints("large", {}, {int64_t{1} << 33});
  SetInt(builder.Node("Cast", {"large"}, {"small"}), "to",
         proto::TensorProto::INT32);
  SetInt(builder.Node("Cast", {"small"}, {"again"}), "to",
         proto::TensorProto::INT64);
  SetInt(builder.Node("Cast", {"again"}, {"float"}), "to",
         proto::TensorProto::FLOAT);
  builder.Node("Add", {"x", "float"}, {"y"});
  builder.Output("y");
  EXPECT_THAT(
      RunImported(Import(builder.model()), {{"x", FloatTensor({1}, {3})}}),
      ElementsAre(3));
}

TEST(SizeNodesTest, ShapesBecomeAttributes) {
  // Reshape to [Shape(x)[0], -1], as exporters write it.
  ModelBuilder builder;
  builder.Input("x", {-1, 2, 3});
  builder.Ints("zero", {}, {0});
  builder.Ints("axes", {1}, {0});
  builder.Ints("rest", {1}, {-1});
  builder.Node("Shape", {"x"}, {"shape"});
  builder.Node("Gather", {"shape", "zero"}, {"batch"});
  builder.Node("Unsqueeze", {"batch", "axes"}, {"row"});
  SetInt(builder.Node("Concat", {"row", "rest"}, {"target"}), "axis", 0);
  builder.Node("Reshape", {"x", "target"}, {"y"});
  builder.Output("y");
  const Imported imported = Import(builder.model());
  EXPECT_THAT(imported.Types(), ElementsAre("reshape"));
  const auto& y = imported.program->global_block().GetVar("y");
  EXPECT_THAT(y.dims(), ElementsAre(framework::kBatchSize, 6));
}

TEST(SizeNodesTest, SizesAreComputedWhereTheyAreData) {
  ModelBuilder builder;
  builder.Input("x", {-1, 2});
  builder.Node("Size", {"x"}, {"size"});
  builder.Node("Cast", {"size"}, {"y"});
  SetInt(builder.model().mutable_graph()->mutable_node(1), "to",
         proto::TensorProto::FLOAT);
  builder.Output("y");
  EXPECT_THAT(RunImported(Import(builder.model()),
                          {{"x", FloatTensor({3, 2}, Numbers(6))}}),
              ElementsAre(6));
}

TEST(SizeNodesTest, LongChainsAndLargeExpressionsAreNoDanger) {
  ModelBuilder builder;
  builder.Input("x", {-1, -2});
  builder.Node("Size", {"x"}, {"v0"});
  std::string last = "v0";
  for (int i = 1; i < 20000; ++i) {
    const std::string next = "v" + std::to_string(i);
    builder.Node("Mul", {last, i < 40 ? last : "v0"}, {next});
    last = next;
  }
  SetInt(builder.Node("Cast", {last}, {"y"}), "to", proto::TensorProto::FLOAT);
  builder.Output("y");
  EXPECT_THAT(
      RunImported(Import(builder.model()), {{"x", FloatTensor({1, 1}, {1})}}),
      ElementsAre(1));
}

// A model of x + y, whose shape is [size, size, ...] of a size that is the sum
// of 20 others.
ModelBuilder SumsOfSizes(int rank) {
  ModelBuilder builder;
  Names parts;
  for (int i = 0; i < 20; ++i) {
    parts.push_back("x" + std::to_string(i));
    builder.Input(parts.back(), {-2 - i});
  }
  SetInt(builder.Node("Concat", parts, {"all"}), "axis", 0);
  std::string last = "all";
  for (int i = 1; i < rank; ++i) {
    const std::string n = std::to_string(i);
    builder.Ints("axis" + n, {1}, {0});
    builder.Node("Unsqueeze", {last, "axis" + n}, {"row" + n});
    builder.Node("Transpose", {"row" + n}, {"column" + n});
    builder.Node("Add", {"all", "column" + n}, {"sum" + n});
    last = "sum" + n;
  }
  builder.Ints("flat", {1}, {-1});
  builder.Node("Reshape", {last, "flat"}, {"y"});
  builder.Output("y");
  return builder;
}

TEST(SizeNodesTest, RefusesProductsThatNoMemoryHas) {
  FeedTensors feeds;
  for (int i = 0; i < 20; ++i) {
    feeds.emplace_back("x" + std::to_string(i), FloatTensor({1}, {1}));
  }
  EXPECT_EQ(RunImported(Import(SumsOfSizes(2).model()), feeds).size(), 400);
  EXPECT_ERROR(Import(SumsOfSizes(3).model()), Unimplemented,
               "sums of too many others");
}

TEST(SizeNodesTest, FoldsNoMoreThanItsBudget) {
  ModelBuilder builder;
  builder.Ints("v0", {4096}, Sizes(4096, 7));
  const int nodes = 1100;
  for (int i = 0; i < nodes; ++i) {
    builder.Node("Neg", {"v" + std::to_string(i)},
                 {"v" + std::to_string(i + 1)});
  }
  SetInt(builder.Node("Cast", {"v" + std::to_string(nodes)}, {"y"}), "to",
         proto::TensorProto::FLOAT);
  builder.Output("y");
  const Imported imported = Import(builder.model());
  const size_t written = imported.Types().size();
  EXPECT_GT(written, 50);
  EXPECT_LT(written, 100);
  EXPECT_EQ(RunImported(imported, {})[4095], 7);
}

TEST(SizeNodesTest, BroadcastsToSizesThatAreNotKnown) {
  // Expand a row to the batch of x, and count its rows.
  ModelBuilder builder;
  builder.Input("x", {-1, 2});
  builder.Floats("row", {1, 2}, {7, 8});
  builder.Ints("zero", {}, {0});
  builder.Ints("one", {}, {1});
  builder.Ints("axis", {1}, {0});
  builder.Ints("two", {1}, {2});
  builder.Node("Shape", {"x"}, {"shape"});
  builder.Node("Gather", {"shape", "zero"}, {"rows"});
  builder.Node("Unsqueeze", {"rows", "axis"}, {"rows_1"});
  SetInt(builder.Node("Concat", {"rows_1", "two"}, {"target"}), "axis", 0);
  builder.Node("Expand", {"row", "target"}, {"wide"});
  builder.Node("Range", {"zero", "rows", "one"}, {"count"});
  builder.Node("Unsqueeze", {"count", "one_1"}, {"column"});
  builder.Ints("one_1", {1}, {1});
  SetInt(builder.Node("Cast", {"column"}, {"number"}), "to",
         proto::TensorProto::FLOAT);
  builder.Node("Add", {"wide", "number"}, {"y"});
  builder.Output("y");
  EXPECT_THAT(RunImported(Import(builder.model()),
                          {{"x", FloatTensor({3, 2}, Numbers(6))}}),
              ElementsAre(7, 8, 8, 9, 9, 10));
}

TEST(SizeNodesTest, ConditionsOnShapesAreComputed) {
  // Expand to 3 * Where(Not(rows == 2), -1, rows) columns.
  ModelBuilder builder;
  builder.Input("x", {2, 1});
  builder.Ints("first", {1}, {0});
  builder.Ints("two", {1}, {2});
  builder.Ints("three", {1}, {3});
  builder.Node("Shape", {"x"}, {"shape"});
  builder.Node("Gather", {"shape", "first"}, {"rows"});
  builder.Node("Equal", {"rows", "two"}, {"equal"});
  builder.Node("Not", {"equal"}, {"differs"});
  builder.Node("Neg", {"rows"}, {"minus"});
  builder.Node("Where", {"differs", "minus", "rows"}, {"chosen"});
  builder.Node("Mul", {"chosen", "three"}, {"columns"});
  SetInt(builder.Node("Concat", {"rows", "columns"}, {"target"}), "axis", 0);
  builder.Node("Expand", {"x", "target"}, {"y"});
  builder.Output("y");
  const auto program = Import(builder.model()).program;
  EXPECT_THAT(program->global_block().GetVar("y").dims(), ElementsAre(2, 6));
}

TEST(SizeNodesTest, RefusesStructureThatIsKnownOnlyWhenItRuns) {
  ModelBuilder builder;
  builder.Input("x", {6});
  builder.Input("shape", {-1}, proto::TensorProto::INT64);
  builder.Node("Reshape", {"x", "shape"}, {"y"})->set_name("r");
  builder.Output("y");
  EXPECT_THAT(
      MessageOf([&] { Import(builder.model()); }),
      AllOf(HasSubstr("Unimplemented"), HasSubstr("input 1, shape [N] int64"),
            HasSubstr("node 0 'r' (Reshape)")));
}

TEST(SizeNodesTest, SizesOfTheSameNameAreTheSame) {
  ModelBuilder builder;
  builder.Input("x", {-1, -5});
  builder.Input("y", {-5});
  builder.Node("Add", {"x", "y"}, {"z"});
  builder.Output("z");
  const auto program = Import(builder.model()).program;
  const auto& block = program->global_block();
  EXPECT_EQ(block.GetVar("x").dims(1), block.GetVar("y").dims(0));
  EXPECT_EQ(block.GetVar("x").dims(0), framework::kBatchSize);
}

}  // namespace
}  // namespace paddle::onnx::testing
