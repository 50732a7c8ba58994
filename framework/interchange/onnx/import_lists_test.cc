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
  EXPECT_ERROR(RunAll(builder, 4), OutOfRange, "gather");
  EXPECT_ERROR(RunAll(builder, -4), OutOfRange, "gather");
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
}

using Lists = std::vector<std::vector<double>>;

// A model of a sequence "s", whose tensors have the dims.
ModelBuilder GivenList(const Sizes& dims) {
  ModelBuilder builder;
  builder.Input("s", dims);
  MakeSequence(builder.LastType());
  return builder;
}

const framework::LoDTensor& TwoLists() {
  static const auto& lists = *new framework::LoDTensor(
      ListOf({FloatTensor({2}, {1, 2}), FloatTensor({1}, {3})}));
  return lists;
}

TEST(ImportListsTest, AreInputsAndOutputs) {
  ModelBuilder builder = GivenList({-2});
  builder.Output("s");
  EXPECT_EQ(RunList(Import(builder.model()), {{"s", TwoLists()}}),
            Lists({{1, 2}, {3}}));
  ModelBuilder longer = GivenList({-2});
  longer.Input("x", {-1});
  longer.Ints("first", {}, {0});
  longer.Node("SequenceInsert", {"s", "x", "first"}, {"y"});
  longer.Output("y");
  const Imported imported = Import(longer.model());
  const auto x = FloatTensor({3}, {7, 8, 9});
  EXPECT_EQ(RunList(imported, {{"s", TwoLists()}, {"x", x}}),
            Lists({{7, 8, 9}, {1, 2}, {3}}));
  EXPECT_EQ(RunList(imported, {{"s", ListOf({})}, {"x", x}}),
            Lists({{7, 8, 9}}));
}

TEST(ImportListsTest, ElementsOfInputsAreRead) {
  ModelBuilder body;
  body.Input("e", {-1});
  body.Node("Shape", {"e"}, {"shape"});
  body.Output("shape");
  ModelBuilder builder = GivenList({-2});
  SetGraph(builder.Node("SequenceMap", {"s"}, {"y"}), "body", body);
  builder.Output("y");
  EXPECT_EQ(RunList(Import(builder.model()), {{"s", TwoLists()}}),
            Lists({{2}, {1}}));
}

TEST(ImportListsTest, ChecksTheElementsOfInputs) {
  ModelBuilder builder = GivenList({2});
  builder.Node("SequenceLength", {"s"}, {"y"});
  builder.Output("y");
  const Imported imported = Import(builder.model());
  EXPECT_ERROR(RunImported(imported, {{"s", TwoLists()}}), InvalidArgument,
               "variable s [2] float32, a tensor array, is fed with an element "
               "1 of shape [1]");
  EXPECT_ERROR(RunImported(imported, {{"s", ListOf({IntTensor({2}, {1, 2})})}}),
               InvalidArgument, "is fed with elements of int64");
  EXPECT_ERROR(RunImported(imported, {{"s", FloatTensor({2}, {1, 2})}}),
               InvalidArgument, "it takes what PackArray makes of one");
}

// Nothing tells the shapes of the elements, not even their rank.
TEST(ImportListsTest, ElementsOfAnyRank) {
  ModelBuilder builder = GivenList({});
  builder.LastType()
      ->mutable_sequence_type()
      ->mutable_elem_type()
      ->mutable_tensor_type()
      ->clear_shape();
  builder.Floats("x", {1}, {5});
  builder.Node("Identity", {"s"}, {"t"});
  builder.Node("SequenceInsert", {"t", "x"}, {"y"});
  builder.Output("y");
  EXPECT_EQ(RunList(Import(builder.model()), {{"s", TwoLists()}}),
            Lists({{1, 2}, {3}, {5}}));
  builder.Ints("first", {}, {0});
  builder.Node("SequenceAt", {"t", "first"}, {"z"})->set_name("read");
  EXPECT_ERROR(Import(builder.model()), Unimplemented,
               "without the shape of its tensors");
}

// Each node makes two.
TEST(ImportListsTest, RefusesTooManyBlocks) {
  ModelBuilder builder = Sequence(), outer;
  builder.Input("holds", {}, proto::TensorProto::BOOL);
  outer.Output("a");
  for (int i = 0; i < 2050; ++i) {
    auto* node = builder.Node("If", {"holds"}, {"t" + std::to_string(i)});
    SetGraph(node, "then_branch", outer);
    SetGraph(node, "else_branch", outer);
  }
  builder.Output("t0");
  EXPECT_ERROR(Import(builder.model()), ResourceExhausted,
               "more than 4096 blocks");
}

}  // namespace
}  // namespace paddle::onnx::testing
