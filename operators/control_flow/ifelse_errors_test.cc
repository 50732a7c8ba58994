// Mistakes in branching row by row, at the line that made them or in the run.
#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/control_flow/ifelse_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using layer::IfElse;
using layer::operator*;

TEST_F(IfElseTest, WrongConditions) {
  const Variable x = Random("x", {-1, 2});
  const auto branch = [&](const Variable& condition) {
    Branch(
        condition, [&] { return std::vector<Variable>{x * 2}; },
        [&] { return std::vector<Variable>{x}; });
  };
  EXPECT_ERROR(branch(x), InvalidArgument,
               "the condition of ifelse is bool, [rows] or [rows, 1], not 'x "
               "[N, 2] float64'");
  const Variable wide = layer::data("wide", {-1, 2}, DataType::kBool);
  EXPECT_ERROR(branch(wide), InvalidArgument, "not 'wide [N, 2] bool'");
  EXPECT_EQ(main_->num_blocks(), 1);
  // Another length: known when it runs, as the symbols differ.
  const Variable mask = Bools("mask", {-1, 1}, kMasks[0]);
  IfElse ie;
  ie.BeginTrueBlock();
  ie.Output({ie.Split(x)});
  ie.EndBlock();
  ie.BeginFalseBlock();
  ie.Output({ie.Split(x) * 2});
  ie.EndBlock();
  const Variable out = ie(layer::concat({mask, mask}))[0];
  EXPECT_ERROR(Eval(out), InvalidArgument,
               "'x' has 5 rows or sequences for the true block of ifelse, but "
               "the condition has 10 bools");
  // At once, where both are numbers.
  const Variable four = Random("four", {4, 2});
  const Variable three = Bools("three", {3}, {1, 0, 1});
  const auto split = [&] {
    IfElse again;
    again.Split(four);
    again.BeginTrueBlock();
    again.Output({four * 2});
    again.EndBlock();
    again.BeginFalseBlock();
    again.Output({four});
    again.EndBlock();
    again(three);
  };
  EXPECT_ERROR(split(), InvalidArgument, "'four' [4, 2]");
}

TEST_F(IfElseTest, WrongBlocks) {
  const Variable x = Random("x", {-1, 2});
  const Variable mask = Bools("mask", {-1, 1}, kMasks[0]);
  const auto nothing = [] { return std::vector<Variable>{}; };
  EXPECT_ERROR(Branch(
                   mask,
                   [&] {
                     return std::vector<Variable>{x * 2, x};
                   },
                   [&] { return std::vector<Variable>{x}; }),
               InvalidArgument,
               "the true block of ifelse has 2 outputs, but the false block 1");
  EXPECT_ERROR(Branch(
                   mask, [&] { return std::vector<Variable>{x}; }, nothing),
               InvalidArgument, "but the false block 0");
  EXPECT_ERROR(
      Branch(
          mask, [&] { return std::vector<Variable>{x}; },
          [&] {
            return std::vector<Variable>{layer::reduce_sum(x, {1}, true)};
          }),
      InvalidArgument, "output 0 of ifelse is 'x' [");
  Variable local;
  EXPECT_ERROR(Branch(
                   mask,
                   [&] {
                     local = x * 2;
                     return std::vector<Variable>{local};
                   },
                   [&] { return std::vector<Variable>{local}; }),
               InvalidArgument, "which cannot be seen from block");
  EXPECT_EQ(main_->num_blocks(), 1);
  IfElse ie;
  EXPECT_ERROR(ie.Output({x}), FailedPrecondition,
               "an output belongs inside a block of ifelse");
  EXPECT_ERROR(ie(mask), FailedPrecondition, "is called once");
  ie.BeginTrueBlock();
  EXPECT_ERROR(ie.BeginFalseBlock(), FailedPrecondition,
               "not inside its other block");
  EXPECT_ERROR(ie(mask), FailedPrecondition, "still open");
}

TEST_F(IfElseTest, OutputsWithoutARowForEachRowAreAnErrorOfTheRun) {
  const Variable x = Random("x", {-1, 2});
  const Variable y = Random("y", {1, 2});
  const Variable mask = Bools("mask", {-1, 1}, kMasks[0]);
  const Variable out = Branch(
      mask, [&] { return std::vector<Variable>{y}; },
      [&] { return std::vector<Variable>{x}; })[0];
  EXPECT_ERROR(Eval(out), InvalidArgument,
               "output 'y' [1, 2] of the true block of ifelse has 1 rows or "
               "sequences, where 3 are wanted");
}

}  // namespace
}  // namespace paddle::operators
