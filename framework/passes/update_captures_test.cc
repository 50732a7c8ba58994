#include "paddle/framework/passes/update_captures.h"

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/backward/testing/program_fixture.h"
#include "paddle/framework/ir/op_desc.h"

namespace paddle::framework {
namespace {

using layer::Variable;
using ::testing::ElementsAre;

class UpdateCapturesTest : public backward::ProgramFixture {
 protected:
  // Writes a loop, block 1, with a branch that reads x.
  static void WriteLoop() {
    const Variable x = layer::data("x", {3}, DataType::kFloat32);
    layer::WhileLoop loop(layer::data("again", {1}, DataType::kBool));
    loop.BeginBlock();
    const Variable now = loop.Carry(x);
    const Variable more = layer::less_than(layer::reduce_sum(now), 1.0);
    loop.Update(now, layer::cond(
                         more, [&] { return std::vector<Variable>{now}; },
                         [&] { return std::vector<Variable>{x}; })[0]);
    loop.Condition(more);
    loop.EndBlock();
    loop();
  }
};

TEST_F(UpdateCapturesTest, GoesThroughAllBlocks) {
  WriteLoop();
  for (proto::BlockDesc& block : *main_->mutable_desc()->mutable_blocks()) {
    for (proto::OpDesc& op : *block.mutable_ops()) {
      if (!BlocksOf(op).empty()) SetInput(&op, "Captures", {"again"});
    }
  }
  UpdateCaptures({"x"}, {"again"}, main_.get());
  const auto& outer = main_->global_block().desc().ops();
  EXPECT_THAT(Inputs(outer[outer.size() - 1], "Captures"), ElementsAre("x"));
  int owners = 0;
  for (const proto::OpDesc& op : main_->block(1).desc().ops()) {
    if (BlocksOf(op).empty()) continue;
    ++owners;
    EXPECT_THAT(Inputs(op, "Captures"), ElementsAre("x"));
  }
  EXPECT_EQ(owners, 1);
}

}  // namespace
}  // namespace paddle::framework
