#include "paddle/framework/interchange/onnx/remove_unread.h"

#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/interchange/onnx/testing/model_builder.h"

namespace paddle::onnx::testing {
namespace {

using ::testing::ElementsAre;

Names Outputs(const proto::GraphProto& graph) {
  Names names;
  for (const auto& node : graph.node()) names.push_back(node.output(0));
  return names;
}

TEST(RemoveUnreadTest, KeepsWhatOutputsNeedInOrder) {
  ModelBuilder builder;
  builder.Input("x", {2});
  builder.Floats("read", {2}, {1, 2});
  builder.Floats("unread", {2}, {3, 4});
  builder.Node("Relu", {"x"}, {"a"});
  builder.Node("Add", {"x", "unread"}, {"b"});
  builder.Node("Abs", {"b"}, {"c"});
  builder.Node("Mul", {"a", "read"}, {"y"});
  builder.Output("y");
  proto::GraphProto* graph = builder.model().mutable_graph();
  RemoveUnread(graph);
  EXPECT_THAT(Outputs(*graph), ElementsAre("a", "y"));
  ASSERT_EQ(graph->initializer_size(), 1);
  EXPECT_EQ(graph->initializer(0).name(), "read");
}

TEST(RemoveUnreadTest, KeepsWhatTheGraphsInNodesRead) {
  ModelBuilder branch(17), builder;
  branch.Node("Abs", {"a"}, {"z"});
  branch.Output("z");
  ModelBuilder other(17);
  other.Output("b");
  builder.Input("x", {2});
  builder.Input("condition", {}, proto::TensorProto::BOOL);
  builder.Node("Relu", {"x"}, {"a"});
  builder.Node("Neg", {"x"}, {"b"});
  builder.Node("Neg", {"x"}, {"c"});
  proto::NodeProto* node = builder.Node("If", {"condition"}, {"y"});
  SetGraph(node, "then_branch", branch);
  SetGraph(node, "else_branch", other);
  builder.Output("y");
  proto::GraphProto* graph = builder.model().mutable_graph();
  RemoveUnread(graph);
  EXPECT_THAT(Outputs(*graph), ElementsAre("a", "b", "y"));
}

}  // namespace
}  // namespace paddle::onnx::testing
