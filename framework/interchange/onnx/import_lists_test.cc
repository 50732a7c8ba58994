// Tests import_lists.cc and collect.h.
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/backward/append_backward.h"
#include "paddle/framework/interchange/onnx/testing/model_builder.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::onnx::testing {
namespace {

using ::testing::ElementsAre;

// A sequence "s" of a [2], b [2] and a.
ModelBuilder Sequence() {
  ModelBuilder builder;
  builder.Input("a", {2});
  builder.Input("b", {2});
  builder.Input("at", {}, proto::TensorProto::INT64);
  builder.Node("SequenceConstruct", {"a", "b", "a"}, {"s"});
  return builder;
}

std::vector<double> RunY(const ModelBuilder& given, int64_t at = 0) {
  ModelBuilder builder = given;
  builder.Output("y");
  return RunImported(Import(builder.model()), {{"a", FloatTensor({2}, {1, 2})},
                                               {"b", FloatTensor({2}, {3, 4})},
                                               {"at", IntTensor({}, {at})}});
}

// Returns all elements of sequence "t", behind one another.
std::vector<double> RunAll(ModelBuilder builder, int64_t at = 0) {
  SetInt(builder.Node("ConcatFromSequence", {"t"}, {"y"}), "axis", 0);
  return RunY(builder, at);
}

TEST(ImportListsTest, HasElementsAndALength) {
  ModelBuilder builder = Sequence();
  builder.Node("SequenceAt", {"s", "at"}, {"y"});
  EXPECT_THAT(RunY(builder, 1), ElementsAre(3, 4));
  EXPECT_THAT(RunY(builder, -2), ElementsAre(3, 4));
  EXPECT_ERROR(RunY(builder, 3), OutOfRange, "3");
  ModelBuilder length = Sequence();
  length.Node("SequenceLength", {"s"}, {"y"});
  EXPECT_THAT(RunY(length), ElementsAre(3));
}

TEST(ImportListsTest, TakesElementsInAnywhere) {
  ModelBuilder last = Sequence();
  last.Node("SequenceInsert", {"s", "b"}, {"t"});
  EXPECT_THAT(RunAll(last), ElementsAre(1, 2, 3, 4, 1, 2, 3, 4));
  ModelBuilder builder = Sequence();
  builder.Node("SequenceInsert", {"s", "b", "at"}, {"t"});
  EXPECT_THAT(RunAll(builder, 0), ElementsAre(3, 4, 1, 2, 3, 4, 1, 2));
  EXPECT_THAT(RunAll(builder, 3), ElementsAre(1, 2, 3, 4, 1, 2, 3, 4));
  EXPECT_THAT(RunAll(builder, -1), ElementsAre(1, 2, 3, 4, 3, 4, 1, 2));
}

TEST(ImportListsTest, RemovesElements) {
  ModelBuilder last = Sequence();
  last.Node("SequenceErase", {"s"}, {"t"});
  EXPECT_THAT(RunAll(last), ElementsAre(1, 2, 3, 4));
  ModelBuilder builder = Sequence();
  builder.Node("SequenceErase", {"s", "at"}, {"t"});
  EXPECT_THAT(RunAll(builder, 0), ElementsAre(3, 4, 1, 2));
  EXPECT_THAT(RunAll(builder, -2), ElementsAre(1, 2, 1, 2));
  EXPECT_ERROR(RunAll(builder, 3), OutOfRange, "gather");
  EXPECT_ERROR(RunAll(builder, -4), OutOfRange, "gather");
}

TEST(ImportListsTest, BeginsEmpty) {
  ModelBuilder builder = Sequence();
  builder.Node("SequenceEmpty", {}, {"none"});
  builder.Node("SequenceInsert", {"none", "b"}, {"t"});
  EXPECT_THAT(RunAll(builder), ElementsAre(3, 4));
}

TEST(ImportListsTest, ElementsMayBeStacked) {
  ModelBuilder builder = Sequence();
  auto* node = builder.Node("ConcatFromSequence", {"s"}, {"y"});
  SetInt(node, "axis", -1);
  SetInt(node, "new_axis", 1);
  EXPECT_THAT(RunY(builder), ElementsAre(1, 3, 1, 2, 4, 2));
}

std::vector<double> SplitAndTake(const Sizes& dims, const Names& split,
                                 bool keep, int64_t at) {
  ModelBuilder builder;
  builder.Input("x", dims);
  builder.Ints("two", {}, {2});
  builder.Ints("sizes", {2}, {1, 2});
  builder.Ints("at", {}, {at});
  Names inputs{"x"};
  inputs.insert(inputs.end(), split.begin(), split.end());
  auto* node = builder.Node("SplitToSequence", inputs, {"s"});
  SetInt(node, "axis", 1);
  SetInt(node, "keepdims", keep ? 1 : 0);
  builder.Node("SequenceAt", {"s", "at"}, {"e"});
  // The rank counts: [2] is added to rows, [2, 1] to columns.
  builder.Floats("add", {2}, {10, 20});
  builder.Node("Add", {"e", "add"}, {"y"});
  builder.Output("y");
  return RunImported(Import(builder.model()),
                     {{"x", FloatTensor({2, 3}, {1, 2, 3, 4, 5, 6})}});
}

TEST(ImportListsTest, TakesTensorsApart) {
  for (const Sizes& dims : {Sizes{2, 3}, Sizes{2, -1}}) {
    EXPECT_THAT(SplitAndTake(dims, {}, /*keep=*/false, 1), ElementsAre(12, 25));
    EXPECT_THAT(SplitAndTake(dims, {}, /*keep=*/true, 1),
                ElementsAre(12, 22, 15, 25));
  }
  EXPECT_THAT(SplitAndTake({2, 3}, {"two"}, /*keep=*/false, 0),
              ElementsAre(11, 22, 14, 25));
  EXPECT_THAT(SplitAndTake({2, 3}, {"sizes"}, /*keep=*/false, 1),
              ElementsAre(12, 23, 15, 26));
}

TEST(ImportListsTest, MapsElements) {
  ModelBuilder body;
  body.Input("e", {2});
  body.Input("other", {2});
  body.Node("Mul", {"e", "other"}, {"product"});
  body.Output("product");
  ModelBuilder builder = Sequence();
  SetGraph(builder.Node("SequenceMap", {"s", "b"}, {"t"}), "body", body);
  EXPECT_THAT(RunAll(builder), ElementsAre(3, 8, 9, 16, 3, 8));
}

TEST(ImportListsTest, LoopsCarrySequences) {
  ModelBuilder body;
  body.Input("i", {}, proto::TensorProto::INT64);
  body.Input("go", {}, proto::TensorProto::BOOL);
  body.Input("list", {});
  body.Node("SequenceInsert", {"list", "b"}, {"longer"});
  for (const char* name : {"go", "longer"}) body.Output(name);
  ModelBuilder builder = Sequence();
  builder.Node("SequenceEmpty", {}, {"none"});
  SetGraph(builder.Node("Loop", {"at", "", "none"}, {"t"}), "body", body);
  EXPECT_THAT(RunAll(builder, 2), ElementsAre(3, 4, 3, 4));
}

TEST(ImportListsTest, IsDifferentiated) {
  ModelBuilder builder;
  builder.Input("x", {1});
  builder.Floats("w", {1}, {3});
  builder.Ints("one", {}, {1});
  builder.Node("SequenceConstruct", {"x", "w", "w"}, {"s"});
  builder.Node("SequenceErase", {"s", "one"}, {"t"});
  builder.Node("SequenceInsert", {"t", "w", "one"}, {"u"});
  SetInt(builder.Node("ConcatFromSequence", {"u"}, {"y"}), "axis", 0);
  builder.Output("y");
  LoadOptions options;
  options.trainable = true;
  const Imported imported = Import(builder.model(), options);
  const layer::ProgramGuard guard(imported.program);
  const layer::Variable y(imported.program, 0, "y");
  const layer::Variable loss = layer::Op("reduce_sum", {{"X", y}});
  const auto grads = backward::AppendBackward(loss);
  imported.program->mutable_desc()->set_fetches(0, grads[0].grad.name());
  // From [x, w, w] one w has gone and another one has come.
  EXPECT_THAT(RunImported(imported, {{"x", FloatTensor({1}, {1})}}),
              ElementsAre(2));
}

TEST(ImportListsTest, RefusesWhatIsNoSequence) {
  ModelBuilder builder = Sequence();
  builder.Node("SequenceLength", {"a"}, {"y"})->set_name("length");
  EXPECT_ERROR(RunY(builder), TypeMismatch, "input 0 is no sequence");
  ModelBuilder output = Sequence();
  output.Output("s");
  EXPECT_ERROR(Import(output.model()), Unimplemented,
               "output 's' is no tensor");
}

// Each node makes a loop and two conditions.
TEST(ImportListsTest, RefusesTooManyBlocks) {
  ModelBuilder builder = Sequence();
  std::string last = "s";
  for (int i = 0; i < 1000; ++i) {
    const std::string next = "t" + std::to_string(i);
    builder.Node("SequenceInsert", {last, "b", "at"}, {next});
    last = next;
  }
  builder.Node("SequenceLength", {last}, {"y"});
  builder.Output("y");
  EXPECT_ERROR(Import(builder.model()), ResourceExhausted,
               "more than 4096 blocks");
}

}  // namespace
}  // namespace paddle::onnx::testing
