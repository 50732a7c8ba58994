#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/scoped_run.h"
#include "paddle/framework/executor/sub_block.h"
#include "paddle/framework/executor/testing/sub_block_fixture.h"
#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

using SubBlockGradientTest = testing::SubBlockFixture;

TEST_F(SubBlockGradientTest, GradientBlocksSeeEachStep) {
  Add(block_, "a", "c", "b");
  Plus(block_, "b", "forgotten");
  Results(block_, {"b"});
  const int gradient = NewBlock(0, {}, block_);
  Add(gradient, "a", "b", "sum");
  Results(gradient, {"sum"});
  Repeat(block_, 3);
  Replay(gradient);
  for (int i = 0; i < 3; ++i) {  // the steps are begun anew
    EXPECT_THAT(Run({"steps_y", "all"}), ElementsAre(21 + 31, 42 + 62, 11 + 21,
                                                     22 + 42, 1 + 11, 2 + 22));
    const auto& steps = scope_->FindVar("steps_y")->Get<StepScopes>();
    EXPECT_EQ(steps.size(), 3);
    EXPECT_THAT(steps.names(), ElementsAre("a", "b"));
  }
}

TEST_F(SubBlockGradientTest, ResultsMayBeValuesOfTheForwardBlock) {
  Add(block_, "a", "c", "b");
  Plus(block_, "b", "forgotten");
  Results(block_, {"b"});
  const int gradient = NewBlock(0, {}, block_);
  Results(gradient, {"forgotten"});
  Repeat(block_, 2);
  Replay(gradient);
  EXPECT_THAT(Run({"steps_y", "all"}), ElementsAre(22, 43, 12, 23));
  const auto& steps = scope_->FindVar("steps_y")->Get<StepScopes>();
  EXPECT_THAT(steps.names(), ElementsAre("forgotten"));
}

TEST_F(SubBlockGradientTest, OfWhatIsReadForItsShapeTheShapeIsKept) {
  Add(block_, "a", "c", "b");
  Plus(block_, "b", "large");
  Results(block_, {"b"});
  const int gradient = NewBlock(0, {}, block_);
  program_->AppendOp(gradient, MakeOp("test_zeros_like", {{"X", {"large"}}},
                                      {{"Out", {"zeros"}}}));
  Results(gradient, {"zeros"});
  Repeat(block_, 2);
  Replay(gradient);
  EXPECT_THAT(Run({"steps_y", "all"}), ElementsAre(0, 0, 0, 0));
  auto* steps = scope_->FindVar("steps_y")->GetMutable<StepScopes>();
  EXPECT_THAT(steps->names(), ElementsAre("large"));
  const auto* kept = steps->Get(0)->GetMutable<LoDTensor>();
  EXPECT_EQ(kept->dims(), Dims({2}));
  EXPECT_FALSE(kept->initialized());
}

TEST_F(SubBlockGradientTest, StepsWithoutWhatAGradientBlockReads) {
  Add(block_, "a", "c", "b");
  Results(block_, {"b"});
  const int other = NewBlock(0, {"p"});
  Plus(other, "p", "q");
  Results(other, {"q"});
  for (int forward : {block_, other}) {
    const int gradient = NewBlock(0, {}, forward);
    Plus(gradient, forward == other ? "q" : "b", "seen");
    Results(gradient, {"seen"});
  }
  Repeat(block_, 2);
  Repeat(other, 2, {"x"}, {}, {"z"});
  Replay(3, "steps_z");  // block 3 reads b, of block 1
  EXPECT_ERROR(Run({"all"}), InvalidArgument,
               "a gradient block reads 'b' of its forward block, whose steps "
               "do not have it");
}

TEST_F(SubBlockGradientTest, AFailedStepLeavesTheBlockUsable) {
  Plus(block_, "a", "h");
  Add(block_, "h", "c", "b");
  Results(block_, {"b"});
  const int gradient = NewBlock(0, {}, block_);
  Plus(gradient, "h", "seen");
  Results(gradient, {"seen"});
  Repeat(block_, 2);
  Replay(gradient);
  const auto frames = Compile({"steps_y", "all"});
  for (int i = 0; i < 3; ++i) {
    Set("c", {1, 2, 3});
    EXPECT_ERROR(RunOnScope(frames.get(), scope_.get()), InvalidArgument,
                 "X and Y of test_add have different shapes");
    EXPECT_THAT(
        platform::MessageOf([&] { RunOnScope(frames.get(), scope_.get()); }),
        HasSubstr("when running operator test_repeat"));
    Set("c", {10, 20});
    RunOnScope(frames.get(), scope_.get());
    EXPECT_THAT(Values("all"), ElementsAre(14, 25, 3, 4));
  }
}

TEST_F(SubBlockGradientTest, RunsKeepNothingButTheSteps) {
  Add(block_, "a", "c", "h");
  Plus(block_, "h", "b");
  Results(block_, {"b"});
  const int gradient = NewBlock(0, {}, block_);
  Plus(gradient, "h", "seen");
  Results(gradient, {"seen"});
  Repeat(block_, 50);
  Replay(gradient);
  const auto frames = Compile({"all"});
  memory::Allocator& allocator = memory::AllocatorOf(platform::CPUPlace());
  RunOnScope(frames.get(), scope_.get());
  const int64_t before = allocator.stats().current;
  const NameList names = scope_->LocalNames();
  for (int i = 0; i < 20; ++i) RunOnScope(frames.get(), scope_.get());
  EXPECT_EQ(allocator.stats().current, before);
  EXPECT_EQ(scope_->LocalNames(), names);
}

}  // namespace
}  // namespace paddle::framework
