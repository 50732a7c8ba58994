// Branching row by row, against programs that compute both branches for all
// rows and mix them by a mask of zeros and ones.
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/registry/op_info_map.h"
#include "paddle/operators/control_flow/ifelse_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using layer::IfElse;
using layer::operator*;
using layer::operator+;
using layer::operator-;

TEST_F(IfElseTest, EachRowGoesThroughOneBlock) {
  const Variable x = Random("x", {-1, 3});
  const Variable y = Random("y", {3});
  const Variable w = Random("w", {3, 2});
  const Variable mask = Bools("mask", {-1, 1}, kMasks[0]);
  const auto on_true = [&] { return layer::tanh(layer::matmul(x, w)) * 2; };
  // The parameter is in both blocks, and outside.
  const auto on_false = [&] { return layer::matmul(x * x + y, w); };
  const auto list = [](Variable one) { return std::vector<Variable>{one}; };
  const Variable outside = layer::reduce_sum(w);
  const Variable out = Branch(
      mask, [&] { return list(on_true()); },
      [&] { return list(on_false()); })[0];
  EXPECT_EQ(out.dims(), (layer::Dims{-1, 2}));
  const Variable expected = Mix(mask, on_true(), on_false()) + outside;
  ExpectSame(expected, out + outside, {x, y, w}, mask, kMasks);
  ExpectNumericGradients(out, {x, y, w});
}

TEST_F(IfElseTest, OneRowAndNone) {
  const Variable x = Random("x", {-1, 2});
  const Variable w = Random("w", {2, 2});
  const Variable mask = Bools("mask", {-1}, {true});
  const Variable out = Branch(
      mask, [&] { return std::vector<Variable>{layer::matmul(x, w)}; },
      [&] { return std::vector<Variable>{x * 3}; })[0];
  const Variable expected =
      Mix(layer::reshape(mask, {-1, 1}), layer::matmul(x, w), x * 3);
  FeedRows(x, 1);
  ExpectSame(expected, out, {x, w}, mask, {{true}, {false}});
  FeedRows(x, 0);
  Feed(mask, std::vector<bool>{});
  EXPECT_EQ(Eval(out).dims, (layer::Dims{0, 2}));
  const auto grads = backward::Gradients({out}, {x, w});
  EXPECT_EQ(Eval(grads[0]).dims, (layer::Dims{0, 2}));
  EXPECT_EQ(Eval(grads[1]).values, std::vector<double>(4, 0));
}

TEST_F(IfElseTest, AnOutputThatNobodyUses) {
  const Variable x = Random("x", {-1, 2});
  const Variable mask = Bools("mask", {-1, 1}, kMasks[0]);
  const auto outs = Branch(
      mask,
      [&] {
        return std::vector<Variable>{layer::exp(x), x * x};
      },
      [&] {
        return std::vector<Variable>{x * 2, x};
      });
  ExpectSame(Mix(mask, x * x, x), outs[1], {x}, mask, kMasks);
}

TEST_F(IfElseTest, WholeAndSplitOverrideWhatShapesSay) {
  const Variable x = Random("x", {-1, 2});
  const Variable other = Random("other", {4, 2});
  const Variable mask = Bools("mask", {4}, {0, 1, 0, 1});
  FeedRows(x, 4);
  IfElse ie;
  ie.BeginTrueBlock();
  // All rows of x, although the condition had as many; some of the others.
  ie.Output({layer::reduce_sum(ie.Whole(other)) + ie.Split(x)});
  ie.EndBlock();
  ie.BeginFalseBlock();
  EXPECT_ERROR(ie.Whole(ie.Split(x)), InvalidArgument,
               "'x' is to be read whole and in parts");
  ie.Output({other});
  ie.EndBlock();
  const Variable out = ie(mask)[0];
  EXPECT_EQ(out.dims()[0], 4);
  ExpectSame(
      Mix(layer::reshape(mask, {4, 1}), layer::reduce_sum(other) + x, other),
      out, {x, other}, mask, {{0, 1, 0, 1}, {1, 1, 1, 1}, {0, 0, 0, 0}});
}

TEST_F(IfElseTest, SequencesAreSplitWhole) {
  const framework::LoD::Levels lengths = {{2, 0, 3, 1, 1}};
  const Variable x = Random("x", {-1, 2}, 7, lengths);
  const Variable w = Random("w", {2, 2});
  const Variable mask = Bools("mask", {-1, 1}, kMasks[0]);
  const auto outs = Branch(
      mask,
      [&] {
        const Variable y = layer::matmul(x, w);
        return std::vector<Variable>{y, layer::sequence_pool(y, "sum")};
      },
      [&] {
        return std::vector<Variable>{x * x, layer::sequence_pool(x, "sum")};
      });
  EXPECT_EQ(outs[0].lod_level(), 1);
  EXPECT_EQ(outs[0].dims()[0], x.dims()[0]);
  EXPECT_EQ(outs[1].lod_level(), 0);
  const Variable m = layer::cast(mask, DataType::kFloat64);
  const Variable rows = layer::sequence_expand(m, x);
  const Variable y = layer::matmul(x, w);
  ExpectSame(rows * y + (1.0 - rows) * (x * x), outs[0], {x, w}, mask, kMasks);
  ExpectSame(
      Mix(mask, layer::sequence_pool(y, "sum"), layer::sequence_pool(x, "sum")),
      outs[1], {x, w}, mask, kMasks);
}

TEST_F(IfElseTest, InsideAnother) {
  const Variable x = Random("x", {-1, 2});
  const Variable w = Random("w", {2, 2});
  const Variable outer = Bools("outer", {-1, 1}, kMasks[0]);
  const Variable inner = Bools("inner", {-1, 1}, {1, 1, 0, 0, 0});
  const auto one = [&] { return layer::matmul(x, w); };
  const auto two = [&] { return layer::matmul(x * x, w); };
  const Variable out = Branch(
      outer,
      [&] {
        return Branch(
            inner, [&] { return std::vector<Variable>{one()}; },
            [&] { return std::vector<Variable>{two()}; });
      },
      [&] { return std::vector<Variable>{x}; })[0];
  ExpectSame(Mix(outer, Mix(inner, one(), two()), x), out, {x, w}, outer,
             kMasks);
  ExpectSame(Mix(outer, Mix(inner, one(), two()), x), out, {x, w}, inner,
             kMasks);
}

// An inner block gets the part of the part of sequences. A pooled row is one
// for each sequence, which only whoever writes the program knows.
TEST_F(IfElseTest, SequencesInsideAnother) {
  const Variable x = Random("x", {-1, 2}, 7, {{2, 0, 3, 1, 1}});
  const Variable w = Random("w", {2, 2});
  const Variable outer = Bools("outer", {-1, 1}, kMasks[0]);
  const Variable inner = Bools("inner", {-1, 1}, {1, 1, 0, 0, 0});
  const auto list = [](Variable one) { return std::vector<Variable>{one}; };
  const auto pool = [](const Variable& one) {
    return layer::sequence_pool(one, "sum");
  };
  const Variable out = Branch(
      outer,
      [&] {
        const Variable pooled = pool(x);
        IfElse ie;
        ie.Split(pooled);
        ie.BeginTrueBlock();
        ie.Output({pool(layer::matmul(x, w)) * pooled});
        ie.EndBlock();
        ie.BeginFalseBlock();
        ie.Output({layer::matmul(pooled, w)});
        ie.EndBlock();
        return ie(inner);
      },
      [&] { return list(pool(x * x)); })[0];
  const Variable deep = Mix(inner, pool(layer::matmul(x, w)) * pool(x),
                            layer::matmul(pool(x), w));
  const Variable expected = Mix(outer, deep, pool(x * x));
  ExpectSame(expected, out, {x, w}, outer, kMasks);
  ExpectSame(expected, out, {x, w}, inner, kMasks);
}

TEST_F(IfElseTest, RowsThatMayBeThoseOfTheConditionMustBeSaidToBe) {
  const Variable x = Random("x", {-1, 2}, 7, {{2, 0, 3, 1, 1}});
  const Variable mask = Bools("mask", {-1, 1}, kMasks[0]);
  const Variable pooled = layer::sequence_pool(x, "sum");
  const auto read = [&](bool whole) {
    IfElse ie;
    ie.BeginTrueBlock();
    if (whole) ie.Whole(pooled);
    ie.Output({layer::reduce_sum(pooled) * layer::sequence_pool(x, "max")});
    ie.EndBlock();
    ie.BeginFalseBlock();
    ie.Output({layer::sequence_pool(x, "max")});
    ie.EndBlock();
    return ie(mask)[0];
  };
  EXPECT_ERROR(read(false), InvalidArgument,
               "the true block of ifelse reads '" + pooled.ToString() +
                   "', and nobody knows whether its");
  EXPECT_ERROR(read(false), InvalidArgument,
               "rows are the N rows of the condition: say split('" +
                   pooled.name() + "') if each row goes through one block");
  const Variable most = layer::sequence_pool(x, "max");
  ExpectSame(Mix(mask, layer::reduce_sum(pooled) * most, most), read(true), {x},
             mask, kMasks);
  // N rows and 2 N rows are known to differ.
  const Variable y = Random("y", {-1, 2});
  const Variable both = layer::concat({y, y}, 0);
  const Variable out = Branch(
      mask, [&] { return std::vector<Variable>{layer::reduce_sum(both) * y}; },
      [&] { return std::vector<Variable>{y}; })[0];
  ExpectSame(Mix(mask, layer::reduce_sum(both) * y, y), out, {y}, mask, kMasks);
}

TEST_F(IfElseTest, TheConditionOfARowComputedInTheProgram) {
  const Variable x = Random("x", {-1, 2});
  const Variable mask =
      layer::greater_than(layer::reduce_sum(x, {1}, /*keep_dim=*/true), 0.0);
  const Variable out = Branch(
      mask, [&] { return std::vector<Variable>{x * 3}; },
      [&] { return std::vector<Variable>{layer::exp(x)}; })[0];
  ExpectNumericGradients(out, {x});
}

TEST_F(IfElseTest, RowsOfATableThatOnlySomeBlocksLookUp) {
  layer::EmbeddingOptions options;
  options.is_sparse = true;
  const Variable ids = layer::data("ids", {-1, 1}, DataType::kInt64);
  Feed(ids, Array({5, 1}, {3, 1, 3, 0, 2}));
  options.weight = layer::ParamAttr("table");
  options.dtype = DataType::kFloat64;
  const Variable mask = Bools("mask", {-1, 1}, kMasks[0]);
  IfElse ie;
  ie.BeginTrueBlock();
  const Variable found = layer::embedding(ids, 4, 2, options);
  ie.Output({found});
  ie.EndBlock();
  ie.BeginFalseBlock();
  const Variable table = layer::get_variable("table");
  ie.Output({layer::matmul(layer::embedding(ids, 4, 2, options),
                           layer::matmul(table, table, true))});
  ie.EndBlock();
  const Variable out = ie(mask)[0];
  executor_.Run(startup_, {}, {}, scope_.get());
  options.is_sparse = false;
  const Variable rows = layer::embedding(ids, 4, 2, options);
  ExpectSame(
      Mix(mask, rows, layer::matmul(rows, layer::matmul(table, table, true))),
      out, {table}, mask, kMasks);
}

TEST_F(IfElseTest, ShapesAreThoseOfTheParts) {
  const Variable x = Random("x", {-1, 2});
  const Variable mask = Bools("mask", {-1, 1}, kMasks[0]);
  IfElse ie;
  ie.BeginTrueBlock();
  const Variable y = x * 2;
  EXPECT_EQ(y.dims()[0], -1);
  ie.Output({y});
  ie.EndBlock();
  ie.BeginFalseBlock();
  ie.Output({x});
  ie.EndBlock();
  ie(mask);
  EXPECT_NE(y.dims()[0], -1);
  const auto part = layer::FindVariable(main_, y.block(), "x");
  EXPECT_EQ(part.block(), y.block());
  EXPECT_EQ(part.dims()[0], y.dims()[0]);
}

TEST_F(IfElseTest, ALoadedProgramComputesTheSame) {
  const Variable x = Random("x", {-1, 2});
  const Variable mask = Bools("mask", {-1, 1}, kMasks[0]);
  const Variable out = Branch(
      mask, [&] { return std::vector<Variable>{x * 3}; },
      [&] { return std::vector<Variable>{layer::exp(x)}; })[0];
  const auto grad = backward::Gradients({out}, {x})[0];
  const auto expected = Eval({out, grad});
  const auto loaded = framework::Program::Parse(
      framework::OpInfoMap::Instance(), main_->Serialize());
  const auto again =
      executor_.Eval(loaded, framework::Feeds(feeds_.begin(), feeds_.end()),
                     {out.name(), grad.name()}, scope_.get());
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(
        testing::ToArray(absl::get<framework::LoDTensor>(again[i])).values,
        expected[i].values);
  }
}

}  // namespace
}  // namespace paddle::operators
