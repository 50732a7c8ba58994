#include "paddle/backward/grad_accumulator.h"

#include "gtest/gtest.h"

#include "paddle/backward/testing/program_fixture.h"

namespace paddle::backward {
namespace {

class GradAccumulatorTest : public ProgramFixture {
 protected:
  // A variable `name`, as an operator would make it.
  void Make(const std::string& name) {
    AppendBackwardOp(
        main_.get(), 0,
        framework::MakeOp("exp", {{"X", {"x"}}}, {{"Out", {name}}}), nullptr);
  }
  const layer::Variable x_ = layer::data("x", {3});
  GradAccumulator sums_{main_.get(), 0};
};

TEST_F(GradAccumulatorTest, TheOnlyOneHasTheFinalName) {
  EXPECT_EQ(sums_.NewName("x", /*only=*/true), "x@GRAD");
  EXPECT_EQ(sums_.Get("x"), "");
  Make("x@GRAD");
  sums_.Add("x", "x@GRAD");
  sums_.Finish("x", nullptr);
  EXPECT_EQ(sums_.Get("x"), "x@GRAD");
  EXPECT_EQ(NumOps(), 1);
}

TEST_F(GradAccumulatorTest, SeveralAreAddedUp) {
  for (const char* expected : {"x@GRAD@0", "x@GRAD@1"}) {
    EXPECT_EQ(sums_.NewName("x", /*only=*/false), expected);
    Make(expected);
    sums_.Add("x", expected);
  }
  sums_.Finish("x", nullptr);
  EXPECT_EQ(Ops(NumOps() - 1), "x@GRAD = sum(X=[x@GRAD@0, x@GRAD@1])\n");
  EXPECT_EQ(sums_.Get("x"), "x@GRAD");
}

TEST_F(GradAccumulatorTest, OneOfSeveralIsRenamed) {
  const std::string first = sums_.NewName("x", /*only=*/false);
  sums_.NewName("x", /*only=*/false);
  Make(first);
  sums_.Add("x", first);
  sums_.Finish("x", nullptr);
  EXPECT_EQ(Ops(NumOps() - 1), "x@GRAD = exp(X=x)\n");
  EXPECT_EQ(main_->global_block().FindVar(first), nullptr);
  EXPECT_NE(main_->global_block().FindVar("x@GRAD"), nullptr);
}

TEST_F(GradAccumulatorTest, OthersVariablesKeepTheirNames) {
  Make("x@GRAD@0");
  sums_.Add("x", "x@GRAD@0");
  sums_.Finish("x", nullptr);
  EXPECT_EQ(sums_.Get("x"), "x@GRAD@0");
  EXPECT_EQ(sums_.NewName("x", /*only=*/false), "x@GRAD@1");
}

// The two of x * x where an outer block has the first number: neither is in the
// block when the other is asked for.
TEST_F(GradAccumulatorTest, NoNameIsHandedOutTwice) {
  Make("x@GRAD@0");
  Make("x@GRAD@2");
  EXPECT_EQ(sums_.NewName("x", /*only=*/false), "x@GRAD@1");
  EXPECT_EQ(sums_.NewName("x", /*only=*/false), "x@GRAD@3");
  EXPECT_EQ(sums_.NewName("x", /*only=*/false), "x@GRAD@4");
}

TEST_F(GradAccumulatorTest, TakenNamesAreAvoided) {
  Make("x@GRAD");
  EXPECT_EQ(sums_.NewName("x", /*only=*/true), "x@GRAD_0");
}

TEST_F(GradAccumulatorTest, NothingFlowsNowhere) {
  sums_.Finish("x", nullptr);
  EXPECT_EQ(sums_.Get("x"), "");
}

}  // namespace
}  // namespace paddle::backward
