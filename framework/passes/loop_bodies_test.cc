#include "paddle/framework/passes/loop_bodies.h"

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/backward/testing/program_fixture.h"

namespace paddle::framework {
namespace {

using layer::Variable;
using ::testing::UnorderedElementsAre;

class LoopBodiesTest : public backward::ProgramFixture {
 protected:
  // Writes a loop, block 1, that carries one value unchanged, reads x, and owns
  // a branch, block 2.
  void WriteLoop() {
    const Variable x = layer::data("x", {3}, DataType::kFloat32);
    const Variable same = layer::data("same", {3}, DataType::kFloat32);
    layer::WhileLoop loop(layer::data("again", {1}, DataType::kBool));
    loop.BeginBlock();
    const Variable now = loop.Carry(x);
    const Variable kept = loop.Carry(same);
    const Variable more = layer::less_than(layer::reduce_sum(now), 1.0);
    loop.Update(now, layer::cond(
                         more, [&] { return std::vector<Variable>{kept}; },
                         [&] { return std::vector<Variable>{x}; })[0]);
    loop.Condition(more);
    loop.EndBlock();
    loop();
  }
};

TEST_F(LoopBodiesTest, FindsTheOwner) {
  WriteLoop();
  const auto loop = FindLoop(*main_, 1);
  ASSERT_TRUE(loop.has_value());
  EXPECT_EQ(loop->parent, 0);
  EXPECT_EQ(main_->global_block().desc().ops(loop->owner).type(), "while");
  EXPECT_FALSE(FindLoop(*main_, 0).has_value());
  EXPECT_FALSE(FindLoop(*main_, 2).has_value()) << "a branch is no loop";
}

TEST_F(LoopBodiesTest, KnowsWhatStays) {
  WriteLoop();
  const auto loop = *FindLoop(*main_, 1);
  const std::string kept = main_->block(1).desc().arguments(1);
  EXPECT_THAT(SameArguments(*main_, loop),
              UnorderedElementsAre(::testing::Pair(kept, "same")));
  const ProgramFacts all(*main_);
  const BlockFacts facts = all.Block(1);
  EXPECT_TRUE(IsOuterConstant(*main_, loop, facts, "x"));
  EXPECT_FALSE(IsOuterConstant(*main_, loop, facts, kept));
  EXPECT_FALSE(IsOuterConstant(*main_, loop, facts, "unknown"));
}

}  // namespace
}  // namespace paddle::framework
