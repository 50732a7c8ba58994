#include "paddle/framework/executor/op_labels.h"

#include <memory>
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/block_compiler.h"
#include "paddle/framework/executor/frame_pool.h"
#include "paddle/framework/executor/scoped_run.h"
#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework::testing {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> TypesOf(const OpProfile& profile) {
  std::vector<std::string> types;
  for (const platform::Event& event : profile.times.events) {
    types.push_back(profile.ops[event.label].desc.type());
  }
  return types;
}

class OpLabelsTest : public ::testing::Test {
 protected:
  std::shared_ptr<Program> program_ = NewProgram();
  std::shared_ptr<Scope> scope_ = Scope::Create();
};

TEST_F(OpLabelsTest, EventsNameTheOperators) {
  Fill(program_.get(), "a", {2, 3}, 1);
  Plus(program_.get(), "a", "b", 1);
  FramePool frames(BlockCompiler(program_, 0, {}).Compile());
  StartOpProfile();
  RunOnScope(&frames, scope_.get());
  RunOnScope(&frames, scope_.get());
  const OpProfile profile = StopOpProfile();
  EXPECT_THAT(TypesOf(profile),
              ElementsAre("test_fill", "test_plus", "test_fill", "test_plus"));
  ASSERT_EQ(profile.ops.size(), 2);
  EXPECT_EQ(profile.times.totals[1].calls, 2);
  EXPECT_GT(profile.times.events[1].memory, 0);
}

TEST_F(OpLabelsTest, ArgumentsCarryTheirShapes) {
  Fill(program_.get(), "a", {2, 3}, 1);
  Fill(program_.get(), "b", {2, 3}, 1);
  Add(program_.get(), "a", "b", "c");
  FramePool frames(BlockCompiler(program_, 0, {}).Compile());
  StartOpProfile();
  RunOnScope(&frames, scope_.get());
  const OpProfile profile = StopOpProfile();
  const ProfiledOp& add = profile.ops[2];
  ASSERT_EQ(add.inputs.size(), 2);
  EXPECT_EQ(add.inputs[1].slot, "Y");
  EXPECT_EQ(add.inputs[1].name, "b");
  EXPECT_EQ(add.inputs[1].dims, Dims({2, 3}));
  ASSERT_EQ(add.outputs.size(), 1);
  EXPECT_EQ(add.outputs[0].name, "c");
  EXPECT_EQ(add.bytes, 3 * 6 * 4);
}

TEST_F(OpLabelsTest, OtherShapesAreAnotherEntry) {
  AddData(program_.get(), "x", 2);
  Plus(program_.get(), "x", "y", 1);
  FramePool frames(BlockCompiler(program_, 0, {}).Compile());
  StartOpProfile();
  for (int rows : {1, 3, 1}) {
    *scope_->Var("x")->GetMutable<LoDTensor>() =
        TensorOf({rows, 2}, std::vector<float>(2 * rows));
    RunOnScope(&frames, scope_.get());
  }
  const OpProfile profile = StopOpProfile();
  ASSERT_EQ(profile.ops.size(), 2);
  EXPECT_EQ(profile.times.totals[0].calls, 2);
  EXPECT_EQ(profile.times.totals[1].calls, 1);
  EXPECT_EQ(profile.ops[1].inputs[0].dims, Dims({3, 2}));
}

TEST_F(OpLabelsTest, AFailedOperatorIsNotCounted) {
  AddData(program_.get(), "x", 2);
  AddData(program_.get(), "y", 2);
  Plus(program_.get(), "x", "a", 1);
  program_->AppendOp(0,
                     MakeOp("test_nonzero", {{"X", {"a"}}}, {{"Out", {"n"}}}));
  Add(program_.get(), "n", "n", "m");
  Add(program_.get(), "m", "y", "z");
  FramePool frames(BlockCompiler(program_, 0, {}).Compile());
  *scope_->Var("x")->GetMutable<LoDTensor>() = TensorOf({1, 2}, {1, 2});
  *scope_->Var("y")->GetMutable<LoDTensor>() =
      TensorOf({3, 2}, {1, 2, 3, 4, 5, 6});
  StartOpProfile();
  EXPECT_THROW(RunOnScope(&frames, scope_.get()), platform::Error);
  EXPECT_THAT(TypesOf(StopOpProfile()),
              ElementsAre("test_plus", "test_nonzero", "test_add"));
}

}  // namespace
}  // namespace paddle::framework::testing
