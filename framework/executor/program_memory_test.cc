#include "paddle/framework/executor/program_memory.h"

#include <memory>
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/testing/test_ops.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework::testing {
namespace {

// w of 16 floats, and y = (x + x2) + 1 + 2 of rows of 16 floats, 64 bytes.
class ProgramMemoryTest : public ::testing::Test {
 protected:
  ProgramMemoryTest() {
    AddData(program_.get(), "x", 16);
    AddData(program_.get(), "x2", 16);
    AddPersistable(program_.get(), "w", {16});
    Add(program_.get(), "x", "x2", "sum");
    Plus(program_.get(), "sum", "h", 1);
    Plus(program_.get(), "h", "y", 2);
  }

  ProgramMemory Plan(const std::vector<FeedShape>& feeds,
                     const std::vector<std::string>& fetches) {
    return PlanProgramMemory(program_, feeds, fetches);
  }

  const std::shared_ptr<Program> program_ = NewProgram();
  const std::vector<FeedShape> feeds_ = {{"x", Dims({4, 16})},
                                         {"x2", Dims({4, 16})}};
};

TEST_F(ProgramMemoryTest, ListsWhatLiesInTheArena) {
  const ProgramMemory memory = Plan(feeds_, {"y"});
  ASSERT_EQ(memory.blocks.size(), 1u);
  const PlannedBlock& block = memory.blocks[0];
  EXPECT_THAT(block.operators,
              ::testing::ElementsAre("test_add", "test_plus", "test_plus"));
  EXPECT_EQ(block.planned, 3);
  ASSERT_EQ(block.variables.size(), 2u);
  EXPECT_EQ(block.variables[0].name, "sum");
  EXPECT_EQ(block.variables[0].bytes, 4 * 64u);
  EXPECT_EQ(block.variables[0].first, 0);
  EXPECT_EQ(block.variables[0].last, 1);
  EXPECT_EQ(block.variables[0].in_place_of, "");
  EXPECT_EQ(block.variables[1].name, "h");
  EXPECT_EQ(block.variables[1].last, 2);
  EXPECT_EQ(block.variables[1].in_place_of, "sum");
  EXPECT_EQ(block.bytes, 4 * 64u);
  EXPECT_EQ(block.lower_bound, 4 * 64u);
  EXPECT_EQ(block.fullest, 0);
}

TEST_F(ProgramMemoryTest, CountsWhatLiesElsewhere) {
  Update(program_.get(), "w", "y");
  const ProgramMemory memory =
      Plan({{"x", Dims({1, 16})}, {"x2", Dims({1, 16})}}, {"h"});
  EXPECT_EQ(memory.feeds, 2 * 64u);
  EXPECT_EQ(memory.fetches, 64u);
  EXPECT_EQ(memory.parameters, 0u);
  EXPECT_EQ(memory.state, 64u);
  program_->global_block().GetVar("w").set_is_parameter(true);
  program_->Changed();
  EXPECT_EQ(Plan(feeds_, {}).parameters, 64u);
}

TEST_F(ProgramMemoryTest, EndsWhereSizesDependOnValues) {
  program_->AppendOp(0,
                     MakeOp("test_nonzero", {{"X", {"y"}}}, {{"Out", {"n"}}}));
  const ProgramMemory memory = Plan(feeds_, {"n"});
  EXPECT_EQ(memory.blocks[0].planned, 3);
  EXPECT_EQ(memory.blocks[0].operators.size(), 4u);
  EXPECT_EQ(memory.fetches, 0u);
}

TEST_F(ProgramMemoryTest, FeedsAreCheckedAsThoseOfARun) {
  EXPECT_ERROR(Plan({{"x", Dims({4, 3})}, feeds_[1]}, {"y"}), InvalidArgument,
               "variable x [N, 16] float32 is fed with a value of shape [4, "
               "3]");
  EXPECT_ERROR(Plan({feeds_[0], {"x2", Dims({3, 16})}}, {"y"}), InvalidArgument,
               "by the feed of variable x [N, 16] float32 axis 0 has size 4");
  EXPECT_ERROR(Plan({feeds_[0]}, {"y"}), InvalidArgument,
               "data variable x2 [N, 16] float32 is read but not fed");
  EXPECT_ERROR(Plan(feeds_, {"z"}), NotFound, "z");
}

}  // namespace
}  // namespace paddle::framework::testing
