// Tests import_indexing.cc, import_scatter.cc and import_selection.cc.
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/interchange/onnx/testing/model_builder.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::onnx::testing {
namespace {

using ::testing::ElementsAre;

TEST(ImportIndexingTest, OneHotTakesAnyIndex) {
  ModelBuilder builder;
  builder.Input("x", {5}, proto::TensorProto::INT64);
  builder.Ints("depth", {}, {2});
  builder.Floats("values", {2}, {-1, 1});
  builder.Node("OneHot", {"x", "depth", "values"}, {"y"});
  builder.Output("y");
  EXPECT_THAT(RunImported(Import(builder.model()),
                          {{"x", IntTensor({5}, {1, 2, -1, -2, -3})}}),
              ElementsAre(-1, 1, -1, -1, -1, 1, 1, -1, -1, -1));
}

TEST(ImportIndexingTest, OverwritesAndAdds) {
  ModelBuilder builder;
  builder.Input("x", {3});
  builder.Ints("at", {1, 1}, {-1});
  builder.Floats("new", {1}, {9});
  builder.Node("ScatterND", {"x", "at", "new"}, {"y"});
  builder.Output("y");
  const FeedTensors feeds{{"x", FloatTensor({3}, {1, 2, 3})}};
  EXPECT_THAT(RunImported(Import(builder.model()), feeds),
              ElementsAre(1, 2, 9));
  SetText(builder.model().mutable_graph()->mutable_node(0), "reduction", "add");
  EXPECT_THAT(RunImported(Import(builder.model()), feeds),
              ElementsAre(1, 2, 12));
  builder.model().mutable_graph()->mutable_node(0)->clear_attribute();
  SetText(builder.model().mutable_graph()->mutable_node(0), "reduction", "mul");
  EXPECT_THAT(RunImported(Import(builder.model()), feeds),
              ElementsAre(1, 2, 27));
}

TEST(ImportIndexingTest, FindsDifferentNumbersAndRows) {
  ModelBuilder builder;
  builder.Input("x", {2, 3});
  proto::NodeProto* node = builder.Node("Unique", {"x"}, {"y", "", "inverse"});
  builder.Output("y");
  const FeedTensors feeds{{"x", FloatTensor({2, 3}, {2, 1, 2, 5, 4, 5})}};
  EXPECT_THAT(RunImported(Import(builder.model()), feeds),
              ElementsAre(1, 2, 4, 5));
  SetInt(node, "sorted", 0);
  EXPECT_THAT(RunImported(Import(builder.model()), feeds),
              ElementsAre(2, 1, 5, 4));
  SetInt(node, "axis", 1);
  EXPECT_THAT(RunImported(Import(builder.model()), feeds),
              ElementsAre(2, 1, 5, 4));
}

TEST(ImportIndexingTest, RefusesMoreResultsThanThereAre) {
  ModelBuilder builder;
  builder.Input("x", {2});
  builder.Node("Unique", {"x"}, {"a", "b", "c", "d", "e"});
  builder.Output("a");
  EXPECT_ERROR(Import(builder.model()), InvalidArgument,
               "there are 5 outputs, and not at most 4");
}

TEST(ImportIndexingTest, CountsFromAnEndThatIsNotKnown) {
  ModelBuilder builder;
  builder.Input("x", {-1, 2});
  builder.Input("at", {2}, proto::TensorProto::INT64);
  builder.Node("Gather", {"x", "at"}, {"y"});
  builder.Output("y");
  EXPECT_THAT(RunImported(Import(builder.model()),
                          {{"x", FloatTensor({3, 2}, {0, 1, 2, 3, 4, 5})},
                           {"at", IntTensor({2}, {-1, 0})}}),
              ElementsAre(4, 5, 0, 1));
}

TEST(ImportIndexingTest, ScattersElements) {
  ModelBuilder builder;
  builder.Input("x", {2, 3});
  builder.Ints("at", {1, 2}, {-1, 0});
  builder.Floats("new", {1, 2}, {7, 8});
  SetInt(builder.Node("ScatterElements", {"x", "at", "new"}, {"y"}), "axis", 1);
  builder.Output("y");
  EXPECT_THAT(RunImported(Import(builder.model()),
                          {{"x", FloatTensor({2, 3}, {0, 1, 2, 3, 4, 5})}}),
              ElementsAre(8, 1, 7, 3, 4, 5));
}

TEST(ImportIndexingTest, TheLastOfSeveralUpdatesCounts) {
  ModelBuilder builder;
  builder.Input("x", {-1, 3});
  builder.Ints("at", {3, 1}, {1, 0, 1});
  builder.Floats("new", {3, 3}, {7, 7, 7, 8, 8, 8, 9, 9, 9});
  builder.Node("ScatterND", {"x", "at", "new"}, {"y"});
  builder.Output("y");
  EXPECT_THAT(RunImported(Import(builder.model()),
                          {{"x", FloatTensor({3, 3}, Numbers(9, 1))}}),
              ElementsAre(8, 8, 8, 9, 9, 9, 1, 1, 1));
  ModelBuilder elements;
  elements.Input("x", {2, 3});
  elements.Ints("at", {1, 3}, {2, 0, 2});
  elements.Floats("new", {1, 3}, {7, 8, 7});
  SetInt(elements.Node("ScatterElements", {"x", "at", "new"}, {"y"}), "axis",
         1);
  elements.Output("y");
  EXPECT_THAT(RunImported(Import(elements.model()),
                          {{"x", FloatTensor({2, 3}, {0, 1, 2, 3, 4, 5})}}),
              ElementsAre(8, 1, 7, 3, 4, 5));
}

TEST(ImportIndexingTest, CompressesByAMask) {
  ModelBuilder builder;
  builder.Input("x", {2, 3});
  builder.Input("mask", {3}, proto::TensorProto::BOOL);
  SetInt(builder.Node("Compress", {"x", "mask"}, {"y"}), "axis", 1);
  builder.Output("y");
  framework::LoDTensor mask({3}, framework::DataType::kBool);
  mask.mutable_data<bool>()[0] = mask.mutable_data<bool>()[2] = true;
  mask.mutable_data<bool>()[1] = false;
  EXPECT_THAT(RunImported(Import(builder.model()),
                          {{"x", FloatTensor({2, 3}, {0, 1, 2, 3, 4, 5})},
                           {"mask", mask}}),
              ElementsAre(0, 2, 3, 5));
}

TEST(ImportIndexingTest, EachBatchHasPlacesOfItsOwn) {
  ModelBuilder builder;
  builder.Input("x", {-1, 2, 2});
  builder.Ints("places", {2, 1}, {1, -2});
  SetInt(builder.Node("GatherND", {"x", "places"}, {"y"}), "batch_dims", 1);
  builder.Output("y");
  EXPECT_THAT(
      RunImported(Import(builder.model()),
                  {{"x", FloatTensor({2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8})}}),
      ElementsAre(3, 4, 5, 6));
}

}  // namespace
}  // namespace paddle::onnx::testing
