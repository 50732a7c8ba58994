// Tests import_if.cc, import_loop.cc, import_scan.cc and import_optional.cc.
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/backward/append_backward.h"
#include "paddle/framework/interchange/onnx/testing/model_builder.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::onnx::testing {
namespace {

using framework::DataType;
using framework::LoDTensor;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Not;

LoDTensor Bool(bool value, const Sizes& dims = {}) {
  LoDTensor tensor(framework::Dims(dims), DataType::kBool);
  *tensor.mutable_data<bool>() = value;
  return tensor;
}

LoDTensor Count(int64_t count) { return IntTensor({}, {count}); }

// A graph of one node.
ModelBuilder One(const std::string& op, const Names& inputs) {
  ModelBuilder graph;
  graph.Node(op, inputs, {"out"});
  graph.Output("out");
  return graph;
}

// y = holds ? x + w : Relu(x); w is an outer constant.
ModelBuilder Branches() {
  ModelBuilder builder;
  builder.Input("x", {-1});
  builder.Input("holds", {}, proto::TensorProto::BOOL);
  builder.Floats("w", {1}, {10});
  auto* node = builder.Node("If", {"holds"}, {"y"});
  SetGraph(node, "then_branch", One("Add", {"x", "w"}));
  SetGraph(node, "else_branch", One("Relu", {"x"}));
  builder.Output("y");
  return builder;
}

TEST(ImportIfTest, RunsOneBranch) {
  const Imported imported = Import(Branches().model());
  const LoDTensor x = FloatTensor({2}, {-1, 2});
  EXPECT_THAT(RunImported(imported, {{"x", x}, {"holds", Bool(true)}}),
              ElementsAre(9, 12));
  EXPECT_THAT(RunImported(imported, {{"x", x}, {"holds", Bool(false)}}),
              ElementsAre(0, 2));
  EXPECT_EQ(framework::CallSiteText(imported.program->block(2).desc().ops(0)),
            "model.onnx: node 0 (If), else_branch: node 0 (Relu)");
}

TEST(ImportIfTest, BranchesMayBeOuterValues) {
  ModelBuilder builder;
  builder.Input("x", {1});
  builder.Input("holds", {}, proto::TensorProto::BOOL);
  builder.Floats("w", {1}, {10});
  ModelBuilder outer;
  outer.Output("x");
  auto* node = builder.Node("If", {"holds"}, {"y"});
  SetGraph(node, "then_branch", outer);
  SetGraph(node, "else_branch", One("Identity", {"w"}));
  builder.Output("y");
  const Imported imported = Import(builder.model());
  const LoDTensor x = FloatTensor({1}, {3});
  EXPECT_THAT(RunImported(imported, {{"x", x}, {"holds", Bool(true)}}),
              ElementsAre(3));
  EXPECT_THAT(RunImported(imported, {{"x", x}, {"holds", Bool(false)}}),
              ElementsAre(10));
}

// Sizes that one branch alone asks for are there behind it, too.
TEST(ImportIfTest, SizesOfOutsideAreWrittenOutside) {
  ModelBuilder builder;
  builder.Input("x", {-1, 2});
  builder.Input("holds", {}, proto::TensorProto::BOOL);
  builder.Node("Shape", {"x"}, {"shape"});
  auto* node = builder.Node("If", {"holds"}, {"h"});
  SetGraph(node, "then_branch", One("Neg", {"shape"}));
  SetGraph(node, "else_branch", One("Identity", {"shape"}));
  builder.Node("Add", {"h", "shape"}, {"y"});
  builder.Output("y");
  const Imported imported = Import(builder.model());
  const LoDTensor x = FloatTensor({3, 2}, Numbers(6));
  EXPECT_THAT(RunImported(imported, {{"x", x}, {"holds", Bool(true)}}),
              ElementsAre(0, 0));
  EXPECT_THAT(RunImported(imported, {{"x", x}, {"holds", Bool(false)}}),
              ElementsAre(6, 4));
}

TEST(ImportIfTest, KnownConditionsNeedNoBlock) {
  ModelBuilder builder;
  builder.Input("x", {2, 3});
  builder.Node("Shape", {"x"}, {"shape"});
  builder.Node("Size", {"x"}, {"size"});
  builder.Ints("six", {}, {6});
  builder.Node("Equal", {"size", "six"}, {"holds"});
  auto* node = builder.Node("If", {"holds"}, {"back"});
  SetGraph(node, "then_branch", One("Identity", {"shape"}));
  // Another rank, which the other branch of a block may not have.
  SetGraph(node, "else_branch", One("Identity", {"x"}));
  builder.Node("Expand", {"x", "back"}, {"y"});
  builder.Output("y");
  const Imported imported = Import(builder.model());
  EXPECT_THAT(imported.Types(), Not(Contains("conditional_block")));
  EXPECT_THAT(RunImported(imported, {{"x", FloatTensor({2, 3}, Numbers(6))}}),
              Each(0));
}

TEST(ImportIfTest, RefusesDifferentResults) {
  ModelBuilder builder = Branches();
  auto* node = builder.model().mutable_graph()->mutable_node(0);
  node->clear_attribute();
  SetGraph(node, "then_branch", One("Shape", {"x"}));
  EXPECT_ERROR(Import(builder.model()), InvalidArgument,
               "attribute else_branch is left out");
  SetGraph(node, "else_branch", One("Relu", {"x"}));
  EXPECT_ERROR(Import(builder.model()), InvalidArgument,
               "at model.onnx: node 0 (If)");
}

// Two nodes that wait would read each other.
TEST(ImportIfTest, RefusesNamesOfOutside) {
  ModelBuilder branch;
  branch.Node("Identity", {"s"}, {"t"});
  branch.Node("Identity", {"t"}, {"s"});
  branch.Output("t");
  ModelBuilder builder;
  builder.Input("x", {-1, 4});
  builder.Input("holds", {}, proto::TensorProto::BOOL);
  builder.Node("Shape", {"x"}, {"s"});
  auto* node = builder.Node("If", {"holds"}, {"y"});
  SetGraph(node, "then_branch", branch);
  SetGraph(node, "else_branch", One("Identity", {"s"}));
  builder.Output("y");
  EXPECT_ERROR(Import(builder.model()), InvalidArgument,
               "output 's' has the name of a value of an outer graph");
}

// The body of a loop over state s: s = s * w + i, which is collected.
ModelBuilder LoopBody() {
  ModelBuilder body;
  body.Input("i", {}, proto::TensorProto::INT64);
  body.Input("go", {}, proto::TensorProto::BOOL);
  body.Input("s", {1});
  body.Node("Identity", {"go"}, {"still"});
  SetInt(body.Node("Cast", {"i"}, {"number"}), "to", proto::TensorProto::FLOAT);
  body.Node("Mul", {"s", "w"}, {"scaled"});
  body.Node("Add", {"scaled", "number"}, {"next"});
  for (const char* name : {"still", "next", "next"}) body.Output(name);
  return body;
}

ModelBuilder LoopOf(const ModelBuilder& body, const Names& outputs) {
  ModelBuilder builder;
  builder.Input("x", {1});
  builder.Input("n", {}, proto::TensorProto::INT64);
  builder.Floats("w", {1}, {2});
  SetGraph(builder.Node("Loop", {"n", "", "x"}, {"last", "all"}), "body", body);
  for (const std::string& output : outputs) builder.Output(output);
  return builder;
}

TEST(ImportLoopTest, CarriesAndCollects) {
  const LoDTensor x = FloatTensor({1}, {1});
  // 1, 2 * 1 + 0 = 2, 2 * 2 + 1 = 5, 2 * 5 + 2 = 12.
  const Imported all = Import(LoopOf(LoopBody(), {"all"}).model());
  EXPECT_THAT(RunImported(all, {{"x", x}, {"n", Count(3)}}),
              ElementsAre(2, 5, 12));
  EXPECT_THAT(RunImported(all, {{"x", x}, {"n", Count(0)}}), ElementsAre());
  const Imported last = Import(LoopOf(LoopBody(), {"last"}).model());
  EXPECT_THAT(RunImported(last, {{"x", x}, {"n", Count(3)}}), ElementsAre(12));
  EXPECT_THAT(RunImported(last, {{"x", x}, {"n", Count(0)}}), ElementsAre(1));
}

TEST(ImportLoopTest, KnownTripsGiveKnownSizes) {
  ModelBuilder builder = LoopOf(LoopBody(), {"all"});
  builder.model().mutable_graph()->mutable_input()->RemoveLast();
  builder.Ints("n", {1}, {2});
  const Imported imported = Import(builder.model());
  EXPECT_THAT(RunImported(imported, {{"x", FloatTensor({1}, {1})}}),
              ElementsAre(2, 5));
  const auto& all = imported.program->global_block().GetVar("all");
  EXPECT_THAT(all.dims(), ElementsAre(2, 1));
}

TEST(ImportLoopTest, EndsWhereTheConditionDoes) {
  ModelBuilder body = LoopBody();
  body.Floats("ten", {1}, {10});
  auto* graph = body.model().mutable_graph();
  graph->mutable_node()->DeleteSubrange(0, 1);
  body.Node("Less", {"next", "ten"}, {"still"});
  ModelBuilder builder = LoopOf(body, {"last"});
  builder.Input("go", {1}, proto::TensorProto::BOOL);
  builder.model().mutable_graph()->mutable_node(0)->set_input(1, "go");
  const Imported imported = Import(builder.model());
  const LoDTensor x = FloatTensor({1}, {1});
  LoDTensor go = Bool(true, {1});
  EXPECT_THAT(RunImported(imported, {{"x", x}, {"n", Count(100)}, {"go", go}}),
              ElementsAre(12));
  EXPECT_THAT(RunImported(imported, {{"x", x}, {"n", Count(1)}, {"go", go}}),
              ElementsAre(2));
  *go.mutable_data<bool>() = false;
  EXPECT_THAT(RunImported(imported, {{"x", x}, {"n", Count(9)}, {"go", go}}),
              ElementsAre(1));
}

TEST(ImportLoopTest, StatesMayGrow) {
  ModelBuilder body;
  body.Input("i", {}, proto::TensorProto::INT64);
  body.Input("go", {}, proto::TensorProto::BOOL);
  body.Input("s", {1});
  // An outer constant, which the body reads first.
  SetInt(body.Node("Concat", {"s", "w"}, {"next"}), "axis", 0);
  for (const char* name : {"go", "next"}) body.Output(name);
  ModelBuilder builder = LoopOf(body, {"y"});
  auto* loop = builder.model().mutable_graph()->mutable_node(0);
  loop->mutable_output()->RemoveLast();
  builder.Node("Mul", {"last", "w"}, {"y"});
  const Imported imported = Import(builder.model());
  EXPECT_THAT(imported.scope->LocalNames(), ElementsAre("w"));
  EXPECT_THAT(
      RunImported(imported, {{"x", FloatTensor({1}, {1})}, {"n", Count(3)}}),
      ElementsAre(2, 4, 4, 4));
}

TEST(ImportLoopTest, LoopsNest) {
  // s = s + (0 + 1 + ... + (i - 1)), by a loop of i steps.
  ModelBuilder inner;
  inner.Input("k", {}, proto::TensorProto::INT64);
  inner.Input("go_on", {}, proto::TensorProto::BOOL);
  inner.Input("t", {1});
  SetInt(inner.Node("Cast", {"k"}, {"step"}), "to", proto::TensorProto::FLOAT);
  inner.Node("Add", {"t", "step"}, {"sum"});
  for (const char* name : {"go_on", "sum"}) inner.Output(name);
  ModelBuilder outer;
  outer.Input("i", {}, proto::TensorProto::INT64);
  outer.Input("go", {}, proto::TensorProto::BOOL);
  outer.Input("s", {1});
  SetGraph(outer.Node("Loop", {"i", "", "s"}, {"next"}), "body", inner);
  for (const char* name : {"go", "next", "next"}) outer.Output(name);
  const Imported imported = Import(LoopOf(outer, {"all"}).model());
  EXPECT_THAT(
      RunImported(imported, {{"x", FloatTensor({1}, {0})}, {"n", Count(4)}}),
      ElementsAre(0, 0, 1, 4));
}

TEST(ImportLoopTest, RefusesWhatMakesNoSense) {
  // A body that reads what the loop itself makes.
  ModelBuilder itself = LoopBody();
  itself.Node("Add", {"last", "w"}, {"more"});
  EXPECT_ERROR(Import(LoopOf(itself, {"last"}).model()), InvalidArgument,
               "value 'last' is no input or initializer");
  ModelBuilder few = LoopBody();
  few.model().mutable_graph()->mutable_input()->RemoveLast();
  EXPECT_ERROR(Import(LoopOf(few, {"last"}).model()), InvalidArgument,
               "the graph body has 2 inputs, and not 3");
  ModelBuilder endless = LoopOf(LoopBody(), {"last"});
  endless.model().mutable_graph()->mutable_node(0)->set_input(0, "");
  EXPECT_ERROR(Import(endless.model()), Unimplemented, "a loop without an end");
}

TEST(ImportLoopTest, RefusesDeepNesting) {
  ModelBuilder graph = One("Relu", {"x"});
  for (int i = 0; i < 40; ++i) {
    ModelBuilder outer;
    const std::string holds = "holds" + std::to_string(i);
    outer.Node("Identity", {"holds"}, {holds});
    auto* node = outer.Node("If", {holds}, {"out"});
    SetGraph(node, "then_branch", graph);
    SetGraph(node, "else_branch", One("Relu", {"x"}));
    outer.Output("out");
    graph = outer;
  }
  graph.Input("x", {1});
  graph.Input("holds", {}, proto::TensorProto::BOOL);
  EXPECT_ERROR(Import(graph.model()), Unimplemented, "more than 32 graphs");
}

// Each attempt frees the size of one state more.
TEST(ImportLoopTest, AttemptsWithoutNodesCount) {
  constexpr int kStates = 600;
  ModelBuilder body;
  body.Input("i", {}, proto::TensorProto::INT64);
  body.Input("go", {}, proto::TensorProto::BOOL);
  body.Output("go");
  Names inputs{"n", ""};
  for (int i = 0; i < kStates; ++i) {
    const bool last = i + 1 == kStates;
    body.Input("s" + std::to_string(i), {});
    body.Output("s" + std::to_string(last ? i : i + 1));
    inputs.push_back(last ? "two" : "one");
  }
  ModelBuilder builder;
  builder.Input("n", {}, proto::TensorProto::INT64);
  builder.Input("one", {1});
  builder.Input("two", {2});
  SetGraph(builder.Node("Loop", inputs, {"y"}), "body", body);
  builder.Output("y");
  EXPECT_ERROR(Import(builder.model()), ResourceExhausted,
               "come to more than 262144 nodes, inputs and outputs");
}

// Returns the gradient of the sum of an output by weight w.
std::vector<double> GradientOfW(ModelBuilder* builder,
                                const FeedTensors& feeds) {
  LoadOptions options;
  options.trainable = true;
  Imported imported = Import(builder->model(), options);
  const layer::ProgramGuard guard(imported.program);
  const layer::Variable out(imported.program, 0,
                            imported.program->desc().fetches(0));
  const layer::Variable loss = layer::Op("reduce_sum", {{"X", out}});
  backward::BackwardOptions by_w;
  by_w.parameter_list = {"w"};
  const auto grads = backward::AppendBackward(loss, by_w);
  imported.program->mutable_desc()->set_fetches(0, grads[0].grad.name());
  return RunImported(imported, feeds);
}

TEST(ImportLoopTest, IsDifferentiated) {
  // With s0 = 1: s1 = w, s2 = w^2 + 1, s3 = w^3 + w + 2. At w = 2 the
  // derivatives are 1, 4 and 13.
  ModelBuilder all = LoopOf(LoopBody(), {"all"});
  const FeedTensors feeds = {{"x", FloatTensor({1}, {1})}, {"n", Count(3)}};
  EXPECT_THAT(GradientOfW(&all, feeds), ElementsAre(18));
  ModelBuilder last = LoopOf(LoopBody(), {"last"});
  EXPECT_THAT(GradientOfW(&last, feeds), ElementsAre(13));
}

TEST(ImportLoopTest, IsDifferentiatedFromAConstant) {
  ModelBuilder builder = LoopOf(LoopBody(), {"last"});
  builder.Node("Constant", {}, {"start"});
  auto* graph = builder.model().mutable_graph();
  auto* one = graph->mutable_node(1)->add_attribute();
  one->set_name("value_floats");
  one->set_type(proto::AttributeProto::FLOATS);
  one->add_floats(1);
  graph->mutable_node(0)->set_input(2, "start");
  graph->mutable_node()->SwapElements(0, 1);
  EXPECT_THAT(
      GradientOfW(&builder, {{"x", FloatTensor({1}, {1})}, {"n", Count(3)}}),
      ElementsAre(13));
}

TEST(ImportIfTest, IsDifferentiated) {
  ModelBuilder builder = Branches();
  const LoDTensor x = FloatTensor({2}, {-1, 2});
  EXPECT_THAT(GradientOfW(&builder, {{"x", x}, {"holds", Bool(true)}}),
              ElementsAre(2));
  EXPECT_THAT(GradientOfW(&builder, {{"x", x}, {"holds", Bool(false)}}),
              ElementsAre(0));
}

// s = s * w + x for each step, which is collected.
ModelBuilder Scan(const Sizes& dims, const std::string& output) {
  ModelBuilder body;
  body.Input("s", {1});
  body.Input("step", {1});
  body.Node("Mul", {"s", "w"}, {"scaled"});
  body.Node("Add", {"scaled", "step"}, {"next"});
  for (int i = 0; i < 2; ++i) body.Output("next");
  ModelBuilder builder;
  builder.Input("x", dims);
  builder.Floats("s0", {1}, {1});
  builder.Floats("w", {1}, {2});
  auto* node = builder.Node("Scan", {"s0", "x"}, {"last", "all"});
  SetGraph(node, "body", body);
  SetInt(node, "num_scan_inputs", 1);
  builder.Output(output);
  return builder;
}

TEST(ImportScanTest, GoesThroughSteps) {
  const FeedTensors feeds = {{"x", FloatTensor({3, 1}, {1, 2, 3})}};
  // 2 + 1 = 3, 6 + 2 = 8, 16 + 3 = 19.
  EXPECT_THAT(RunImported(Import(Scan({-1, 1}, "all").model()), feeds),
              ElementsAre(3, 8, 19));
  EXPECT_THAT(RunImported(Import(Scan({3, 1}, "last").model()), feeds),
              ElementsAre(19));
}

TEST(ImportScanTest, HasAxesAndDirections) {
  ModelBuilder builder = Scan({1, 3}, "all");
  auto* node = builder.model().mutable_graph()->mutable_node(0);
  SetInts(node, "scan_input_axes", {1});
  SetInts(node, "scan_input_directions", {1});
  SetInts(node, "scan_output_axes", {-1});
  SetInts(node, "scan_output_directions", {1});
  // Steps 3, 2, 1: 5, 12, 25, from the back.
  const Imported imported = Import(builder.model());
  EXPECT_THAT(RunImported(imported, {{"x", FloatTensor({1, 3}, {1, 2, 3})}}),
              ElementsAre(25, 12, 5));
  const auto& all = imported.program->global_block().GetVar("all");
  EXPECT_THAT(all.dims(), ElementsAre(1, 3));
}

// The body also reads the whole of what it goes through.
TEST(ImportScanTest, TheWholeIsNoStep) {
  ModelBuilder builder = Scan({3, 1}, "all");
  auto* node = builder.model().mutable_graph()->mutable_node(0);
  auto* body = node->mutable_attribute(0)->mutable_g();
  body->mutable_node(0)->set_input(1, "x");
  body->mutable_output()->DeleteSubrange(0, 1);
  body->add_output()->set_name("scaled");
  EXPECT_ERROR(Import(builder.model()), InvalidArgument, "memory");
  body->mutable_output(0)->set_name("s");
  EXPECT_THAT(RunImported(Import(builder.model()),
                          {{"x", FloatTensor({3, 1}, {1, 2, 3})}}),
              ElementsAre(1, 2, 3, 1, 2, 3, 1, 2, 3));
}

// The first axis of version 8 is that of a batch.
TEST(ImportScanTest, GoesThroughBatches) {
  ModelBuilder builder = Scan({2, 3, 1}, "all");
  builder.model().mutable_opset_import(0)->set_version(8);
  auto* graph = builder.model().mutable_graph();
  graph->mutable_initializer()->DeleteSubrange(0, 1);
  builder.Floats("s0", {2, 1}, {1, 0});
  graph->mutable_node(0)->clear_input();
  for (const char* name : {"", "s0", "x"})
    graph->mutable_node(0)->add_input(name);
  EXPECT_THAT(RunImported(Import(builder.model()),
                          {{"x", FloatTensor({2, 3, 1}, {1, 2, 3, 1, 0, 1})}}),
              ElementsAre(3, 8, 19, 1, 2, 5));
}

TEST(ImportScanTest, IsDifferentiated) {
  ModelBuilder builder = Scan({-1, 1}, "last");
  // s3 = w^3 + w^2 x1 + w x2 + x3: 3 w^2 + 2 w x1 + x2 = 12 + 4 + 2.
  EXPECT_THAT(GradientOfW(&builder, {{"x", FloatTensor({3, 1}, {1, 2, 3})}}),
              ElementsAre(18));
}

TEST(ImportOptionalTest, IsKnown) {
  ModelBuilder builder;
  builder.Input("x", {1});
  builder.Node("Optional", {"x"}, {"some"});
  builder.Node("Optional", {}, {"none"});
  builder.Node("OptionalHasElement", {"some"}, {"has"});
  builder.Node("OptionalHasElement", {"none"}, {"has_none"});
  builder.Node("OptionalGetElement", {"some"}, {"same"});
  auto* node = builder.Node("If", {"has_none"}, {"h"});
  ModelBuilder refused = One("OptionalGetElement", {"none"});
  SetGraph(node, "then_branch", refused);
  SetGraph(node, "else_branch", One("Neg", {"same"}));
  builder.Node("Where", {"has", "h", "x"}, {"y"});
  builder.Output("y");
  EXPECT_THAT(
      RunImported(Import(builder.model()), {{"x", FloatTensor({1}, {3})}}),
      ElementsAre(-3));
  builder.Node("OptionalGetElement", {"none"}, {"z"})->set_name("get");
  EXPECT_ERROR(Import(builder.model()), InvalidArgument,
               "the optional has no element");
}

// y = has(x) ? -x : 5.
TEST(ImportOptionalTest, IsSeenWhenItRuns) {
  ModelBuilder builder;
  builder.Input("x", {-1});
  MakeOptional(builder.LastType());
  builder.Floats("five", {1}, {5});
  builder.Node("Identity", {"x"}, {"same"});
  builder.Node("OptionalHasElement", {"same"}, {"has"});
  ModelBuilder taken = One("OptionalGetElement", {"x"});
  taken.Node("Neg", {"out"}, {"negative"});
  taken.model().mutable_graph()->mutable_output(0)->set_name("negative");
  auto* node = builder.Node("If", {"has"}, {"y"});
  SetGraph(node, "then_branch", taken);
  SetGraph(node, "else_branch", One("Identity", {"five"}));
  builder.Output("y");
  const Imported imported = Import(builder.model());
  EXPECT_THAT(
      RunImported(imported, {{"x", ListOf({FloatTensor({2}, {1, 2})})}}),
      ElementsAre(-1, -2));
  EXPECT_THAT(RunImported(imported, {{"x", ListOf({})}}), ElementsAre(5));
}

// Branches that give an optional of a sequence, or of a tensor, or nothing.
TEST(ImportOptionalTest, BranchesMayGiveNothing) {
  for (const bool sequence : {true, false}) {
    ModelBuilder none = One("Optional", {});
    ModelBuilder some;
    some.Node("SequenceConstruct", {"x"}, {"list"});
    some.Node("Optional", {sequence ? "list" : "x"}, {"out"});
    some.Output("out");
    for (ModelBuilder* branch : {&none, &some}) {
      auto* graph = branch->model().mutable_graph();
      auto* type = graph->mutable_output(0)->mutable_type();
      type->mutable_tensor_type()->set_elem_type(proto::TensorProto::FLOAT);
      type->mutable_tensor_type()->mutable_shape()->add_dim();
      if (sequence) MakeSequence(type);
      MakeOptional(type);
    }
    ModelBuilder builder;
    builder.Input("x", {-1});
    builder.Input("holds", {}, proto::TensorProto::BOOL);
    auto* node = builder.Node("If", {"holds"}, {"y"});
    SetGraph(node, "then_branch", some);
    SetGraph(node, "else_branch", none);
    ModelBuilder asks = builder;
    builder.Output("y");
    const Imported imported = Import(builder.model());
    const LoDTensor x = FloatTensor({2}, {1, 2});
    EXPECT_THAT(RunList(imported, {{"x", x}, {"holds", Bool(true)}}),
                ElementsAre(ElementsAre(1, 2)));
    EXPECT_THAT(RunList(imported, {{"x", x}, {"holds", Bool(false)}}),
                ElementsAre());
    asks.Node("OptionalHasElement", {"y"}, {"z"});
    asks.Output("z");
    for (const bool holds : {true, false}) {
      EXPECT_THAT(
          RunImported(Import(asks.model()), {{"x", x}, {"holds", Bool(holds)}}),
          ElementsAre(holds ? 1 : 0));
    }
  }
}

// A loop that begins the list itself if it is given none.
TEST(ImportOptionalTest, LoopsCarryThem) {
  ModelBuilder body;
  body.Input("i", {}, proto::TensorProto::INT64);
  body.Input("go", {}, proto::TensorProto::BOOL);
  body.Input("before", {});
  MakeSequence(body.LastType());
  MakeOptional(body.LastType());
  body.Node("OptionalHasElement", {"before"}, {"has"});
  auto* node = body.Node("If", {"has"}, {"list"});
  SetGraph(node, "then_branch", One("OptionalGetElement", {"before"}));
  SetGraph(node, "else_branch", One("SequenceConstruct", {"zero"}));
  body.Node("SequenceInsert", {"list", "x"}, {"longer"});
  for (const char* name : {"go", "longer"}) body.Output(name);
  ModelBuilder builder;
  builder.Input("n", {}, proto::TensorProto::INT64);
  builder.Input("x", {-1});
  builder.Input("given", {});
  MakeSequence(builder.LastType());
  MakeOptional(builder.LastType());
  builder.Floats("zero", {}, {0});
  SetGraph(builder.Node("Loop", {"n", "", "given"}, {"y"}), "body", body);
  builder.Output("y");
  const Imported imported = Import(builder.model());
  const LoDTensor x = FloatTensor({2}, {1, 2});
  EXPECT_THAT(
      RunList(imported, {{"n", Count(2)}, {"x", x}, {"given", ListOf({})}}),
      ElementsAre(ElementsAre(0), ElementsAre(1, 2), ElementsAre(1, 2)));
  EXPECT_THAT(RunList(imported, {{"n", Count(1)},
                                 {"x", x},
                                 {"given", ListOf({FloatTensor({}, {7})})}}),
              ElementsAre(ElementsAre(7), ElementsAre(1, 2)));
}

}  // namespace
}  // namespace paddle::onnx::testing
