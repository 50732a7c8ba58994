#include "paddle/framework/executor/block.h"

#include <string>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/ir/prepare.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework::testing {
namespace {

using ::testing::ElementsAre;

class BlockTest : public ::testing::Test {
 protected:
  std::vector<float> ValueIn(const Scope& scope, const std::string& name) {
    return ValuesOf(scope.FindVar(name)->Get<LoDTensor>());
  }
  std::shared_ptr<Program> program_ = NewProgram();
  std::shared_ptr<Scope> scope_ = Scope::Create();
};

TEST_F(BlockTest, RunKeepsEveryVariable) {
  Fill(program_.get(), "a", {2}, 1);
  Plus(program_.get(), "a", "b", 1);
  Plus(program_.get(), "b", "c", 1);
  Block block(program_, 0);
  block.Run(scope_.get());
  EXPECT_THAT(ValueIn(*scope_, "a"), ElementsAre(1, 1));
  EXPECT_THAT(ValueIn(*scope_, "b"), ElementsAre(2, 2));
  EXPECT_THAT(ValueIn(*scope_, "c"), ElementsAre(3, 3));
}

TEST_F(BlockTest, OneBlockInDifferentScopes) {
  AddPersistable(program_.get(), "w", {1});
  Plus(program_.get(), "w", "y", 1);
  Block block(program_, 0);
  auto other = Scope::Create();
  *scope_->Var("w")->GetMutable<LoDTensor>() = TensorOf({1}, {1});
  *other->Var("w")->GetMutable<LoDTensor>() = TensorOf({1}, {10});
  block.Run(scope_.get());
  block.Run(other.get());
  EXPECT_THAT(ValueIn(*scope_, "y"), ElementsAre(2));
  EXPECT_THAT(ValueIn(*other, "y"), ElementsAre(11));
}

TEST_F(BlockTest, FromADescriptionAlone) {
  Fill(program_.get(), "a", {1}, 1);
  Plus(program_.get(), "a", "b", 1);
  Block block(program_->global_block().Compile());
  block.CreateVariables(scope_.get());
  block.CreateOperators();
  block.InferShape(scope_.get());
  EXPECT_EQ(scope_->FindVar("b")->Get<LoDTensor>().dims(), Dims({1}));
  block.Run(scope_.get());
  EXPECT_THAT(ValueIn(*scope_, "b"), ElementsAre(2));
}

TEST_F(BlockTest, InferShapeRunsNoKernel) {
  Fill(program_.get(), "a", {2}, 1);
  program_->AppendOp(0, MakeOp("test_count", {{"X", {"a"}}}, {}));
  CountRuns() = 0;
  Block(program_, 0).InferShape(scope_.get());
  EXPECT_EQ(CountRuns(), 0);
  EXPECT_EQ(scope_->FindVar("a")->Get<LoDTensor>().dims(), Dims({2}));
}

TEST_F(BlockTest, DerivedVariablesAreForExecutors) {
  AddPersistable(program_.get(), "w", {1});
  *scope_->Var("w")->GetMutable<LoDTensor>() = TensorOf({1}, {5});
  const int prepare = PrepareBlock(program_.get());
  program_->AppendOp(prepare, MakeOp("test_plus", {{"X", {"w"}}},
                                     {{"Out", {"w@PLUS"}}}, {{"amount", 1.0}}));
  AddDerived(program_.get(), "w@PLUS");
  Plus(program_.get(), "w@PLUS", "y", 1);
  Plus(program_.get(), "w", "z", 1);
  EXPECT_ERROR(Block(program_, 0).Run(scope_.get()), Unimplemented,
               "operator test_plus of block 0 reads the derived variable "
               "w@PLUS, which only runs of an Executor compute");
  const auto& device = platform::DeviceContextOf(platform::CPUPlace());
  const auto values = Block(program_, 0).Eval({"z"}, scope_.get(), device);
  EXPECT_THAT(ValuesOf(values[0]), ElementsAre(6));
  Block(program_, prepare).Run(scope_.get());
  EXPECT_THAT(ValueIn(*scope_, "w@PLUS"), ElementsAre(6));
}

TEST_F(BlockTest, EvalRunsOnlyWhatTheTargetsNeed) {
  AddPersistable(program_.get(), "w", {1});
  Plus(program_.get(), "w", "y", 1);
  Fill(program_.get(), "g", {1}, 1);
  Update(program_.get(), "w", "g");
  *scope_->Var("w")->GetMutable<LoDTensor>() = TensorOf({1}, {5});
  Block block(program_, 0);
  const auto& device = platform::DeviceContextOf(platform::CPUPlace());
  auto values = block.Eval({"y"}, scope_.get(), device);
  EXPECT_THAT(ValuesOf(values[0]), ElementsAre(6));
  EXPECT_THAT(ValueIn(*scope_, "w"), ElementsAre(5));
  EXPECT_EQ(scope_->FindVar("g"), nullptr);
}

TEST_F(BlockTest, EvalOfOperatorsIsForOptimization) {
  AddPersistable(program_.get(), "w", {1});
  Fill(program_.get(), "g", {1}, 2);
  const int64_t id =
      program_
          ->AppendOp(0,
                     MakeOp("test_update", {{"Param", {"w"}}, {"Grad", {"g"}}},
                            {{"ParamOut", {"w"}}}))
          .id();
  *scope_->Var("w")->GetMutable<LoDTensor>() = TensorOf({1}, {5});
  Block block(program_, 0);
  const auto& device = platform::DeviceContextOf(platform::CPUPlace());
  block.EvalOperators({"#" + std::to_string(id)}, scope_.get(), device);
  EXPECT_THAT(ValueIn(*scope_, "w"), ElementsAre(3));
}

}  // namespace
}  // namespace paddle::framework::testing
