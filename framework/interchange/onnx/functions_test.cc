#include "paddle/framework/interchange/onnx/functions.h"

#include <string>

#include "gmock/gmock-matchers.h"
#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/interchange/onnx/testing/model_builder.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::onnx::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

void Call(ModelBuilder* builder, const std::string& name, const Names& inputs,
          const Names& outputs) {
  builder->Node(name, inputs, outputs)->set_domain("local");
}

// y = LeakyRelu(x; slope) + b, which may be left out of the call.
ModelBuilder Body() {
  ModelBuilder body;
  body.Input("x", {});
  auto* slope = body.Node("LeakyRelu", {"x"}, {"h"})->add_attribute();
  slope->set_name("alpha");
  slope->set_type(proto::AttributeProto::FLOAT);
  slope->set_ref_attr_name("slope");
  body.Node("Add", {"h", "h"}, {"y"});
  body.Output("y");
  return body;
}

TEST(FunctionsTest, AreWrittenWhereTheyAreCalled) {
  ModelBuilder builder;
  builder.Input("x", {2});
  builder.Function("Twice", Body())->add_attribute("slope");
  builder.Node("Twice", {"x"}, {"h"})->set_domain("local");
  SetFloat(builder.model().mutable_graph()->mutable_node(0), "slope", 0.5);
  Call(&builder, "Twice", {"h"}, {"y"});
  SetFloat(builder.model().mutable_graph()->mutable_node(1), "slope", 0.25);
  builder.Output("y");
  const Imported imported = Import(builder.model());
  EXPECT_THAT(RunImported(imported, {{"x", FloatTensor({2}, {1, -2})}}),
              ElementsAre(4, -1));
  EXPECT_EQ(
      framework::CallSiteText(imported.program->global_block().desc().ops(0)),
      "model.onnx: node 0 (Twice), function: node 0 (LeakyRelu)");
}

TEST(FunctionsTest, AttributesHaveDefaults) {
  ModelBuilder builder;
  builder.Input("x", {1});
  auto* slope = builder.Function("Twice", Body())->add_attribute_proto();
  slope->set_name("slope");
  slope->set_type(proto::AttributeProto::FLOAT);
  slope->set_f(0.125);
  Call(&builder, "Twice", {"x"}, {"y"});
  builder.Output("y");
  EXPECT_THAT(
      RunImported(Import(builder.model()), {{"x", FloatTensor({1}, {-8})}}),
      ElementsAre(-2));
}

TEST(FunctionsTest, InputsMayBeLeftOut) {
  ModelBuilder body;
  for (const char* name : {"x", "low", "high"}) body.Input(name, {});
  body.Node("Clip", {"x", "low", "high"}, {"y"});
  body.Output("y");
  ModelBuilder builder;
  builder.Input("x", {2});
  builder.Floats("most", {}, {1});
  builder.Function("Bounded", body);
  Call(&builder, "Bounded", {"x", "", "most"}, {"y"});
  builder.Output("y");
  EXPECT_THAT(
      RunImported(Import(builder.model()), {{"x", FloatTensor({2}, {-5, 5})}}),
      ElementsAre(-5, 1));
}

// Sizes are computed through calls, however many there are.
TEST(FunctionsTest, SizesPassThroughCalls) {
  constexpr int kCalls = 20000;
  ModelBuilder body;
  body.Input("n", {});
  body.Node("Identity", {"n"}, {"same"});
  body.Output("same");
  ModelBuilder builder;
  builder.Input("x", {-1, 3});
  builder.Function("Same", body);
  builder.Node("Shape", {"x"}, {"n0"});
  for (int i = 0; i < kCalls; ++i) {
    Call(&builder, "Same", {"n" + std::to_string(i)},
         {"n" + std::to_string(i + 1)});
  }
  const std::string last = "n" + std::to_string(kCalls);
  builder.Node("Expand", {"x", last}, {"y"});
  builder.Output("y");
  builder.Output(last);
  const Imported imported = Import(builder.model());
  EXPECT_THAT(RunImported(imported, {{"x", FloatTensor({1, 3}, {1, 2, 3})}}),
              ElementsAre(1, 2, 3));
}

TEST(FunctionsTest, WeightsStayShared) {
  ModelBuilder body;
  body.Input("x", {});
  body.Input("w", {});
  body.Node("Mul", {"x", "w"}, {"y"});
  body.Output("y");
  ModelBuilder builder;
  builder.Input("x", {1});
  builder.Floats("weight", {1}, {3});
  builder.Function("Scaled", body);
  Call(&builder, "Scaled", {"x", "weight"}, {"h"});
  Call(&builder, "Scaled", {"h", "weight"}, {"y"});
  builder.Output("y");
  const Imported imported = Import(builder.model());
  EXPECT_THAT(imported.scope->LocalNames(), ElementsAre("weight"));
  EXPECT_THAT(RunImported(imported, {{"x", FloatTensor({1}, {2})}}),
              ElementsAre(18));
}

TEST(FunctionsTest, MissingOperatorsOfBodiesCount) {
  ModelBuilder body;
  body.Input("x", {});
  body.Node("NoSuchOperator", {"x"}, {"y"});
  body.Output("y");
  ModelBuilder builder;
  builder.Input("x", {1});
  builder.Function("Called", body);
  builder.Function("Other", body);
  Call(&builder, "Called", {"x"}, {"h"});
  Call(&builder, "Called", {"h"}, {"y"});
  builder.Output("y");
  EXPECT_THAT(MissingOps(builder.model()),
              ElementsAre(Pair("NoSuchOperator", 1)));
  EXPECT_THAT(MissingOps(ModelBuilder().model()), IsEmpty());
}

// A function "f<i>" that calls `next`, `times` times.
void AddChain(ModelBuilder* builder, int i, const std::string& next,
              int times) {
  ModelBuilder body;
  body.Input("v0", {});
  for (int k = 0; k < times; ++k) {
    Call(&body, next, {"v" + std::to_string(k)}, {"v" + std::to_string(k + 1)});
  }
  body.Output("v" + std::to_string(times));
  builder->Function("f" + std::to_string(i), body);
}

ModelBuilder CallOfF0() {
  ModelBuilder builder;
  builder.Input("x", {1});
  Call(&builder, "f0", {"x"}, {"y"});
  builder.Output("y");
  return builder;
}

TEST(FunctionsTest, RefusesWhatHasNoEnd) {
  ModelBuilder itself = CallOfF0();
  AddChain(&itself, 0, "f1", 1);
  AddChain(&itself, 1, "f0", 1);
  EXPECT_ERROR(Import(itself.model()), InvalidArgument,
               "function 'f0' calls itself");
  EXPECT_ERROR(Import(itself.model()), InvalidArgument,
               "at model.onnx: node 0 (f0)");
  ModelBuilder deep = CallOfF0();
  for (int i = 0; i < 1000; ++i)
    AddChain(&deep, i, "f" + std::to_string(i + 1), 1);
  deep.Function("f1000", Body());
  EXPECT_ERROR(Import(deep.model()), Unimplemented,
               "more than 32 graphs and functions in one another");
  ModelBuilder wide = CallOfF0();
  for (int i = 0; i < 24; ++i)
    AddChain(&wide, i, "f" + std::to_string(i + 1), 2);
  wide.Function("f24", Body());
  EXPECT_ERROR(Import(wide.model()), ResourceExhausted,
               "come to more than 262144 nodes");
}

TEST(FunctionsTest, RefusesWrongCalls) {
  ModelBuilder builder = CallOfF0();
  builder.Function("f0", Body());
  builder.Function("f0", Body());
  EXPECT_ERROR(Import(builder.model()), InvalidArgument,
               "function 'f0' of domain 'local' is there twice");
  builder.model().mutable_functions()->RemoveLast();
  auto* node = builder.model().mutable_graph()->mutable_node(0);
  node->add_input("x");
  EXPECT_ERROR(Import(builder.model()), InvalidArgument,
               "function 'f0' has 1 inputs, and not 2");
  node->mutable_input()->RemoveLast();
  node->add_output("z");
  EXPECT_ERROR(Import(builder.model()), InvalidArgument,
               "function 'f0' has 1 outputs, and not 2");
}

}  // namespace
}  // namespace paddle::onnx::testing
