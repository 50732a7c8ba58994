#include "paddle/framework/passes/complete_captures.h"

#include <algorithm>
#include <memory>

#include "gtest/gtest.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/layers/layers.h"

namespace paddle::framework {
namespace {

using layer::Variable;

// A recurrent network inside a loop.
std::shared_ptr<Program> NestedBlocks() {
  const auto main = layer::NewProgram(), startup = layer::NewProgram();
  const layer::ProgramGuard guard(main, startup);
  Variable x = layer::data("x", {3, 2, 2});
  Variable h = layer::data("h", {2, 2});
  layer::data("w", {2, 2});
  Variable i = layer::fill_constant({1}, DataType::kInt64, 0);
  layer::WhileLoop loop(layer::less_than(i, 2));
  loop.BeginBlock();
  Variable count = loop.Carry(i), now = loop.Carry(h);
  layer::Rnn rnn;
  rnn.BeginStep();
  Variable step = rnn.StepInput(x);
  Variable memory = rnn.Memory(now);
  Variable next = layer::tanh(step + memory);
  rnn.UpdateMemory(memory, next);
  rnn.Output({next});
  rnn.EndStep();
  loop.Update(now, layer::reduce_sum(rnn()[0], {0}));
  loop.Update(count, layer::increment(count));
  loop.Condition(layer::less_than(count, 2));
  loop.EndBlock();
  loop();
  return main;
}

TEST(CompleteCaptures, LeavesWhatIsComplete) {
  const auto program = NestedBlocks();
  const auto before = program->desc().SerializeAsString();
  CompleteCaptures(program.get());
  EXPECT_EQ(program->desc().SerializeAsString(), before);
}

TEST(CompleteCaptures, GivesAllOwnersWhatAnInnerBlockReads) {
  const auto program = NestedBlocks();
  const int innermost = program->num_blocks() - 1;
  program->block(innermost).Var("sum");
  program->AppendOp(innermost,
                    MakeOp("elementwise_add", {{"X", {"w"}}, {"Y", {"w"}}},
                           {{"Out", {"sum"}}}));
  CompleteCaptures(program.get());
  Verify(*program);
  int owners = 0;
  for (const proto::BlockDesc& block : program->desc().blocks()) {
    for (const proto::OpDesc& op : block.ops()) {
      if (BlocksOf(op).empty()) continue;
      ++owners;
      const NameList captures = Inputs(op, "Captures");
      EXPECT_EQ(std::count(captures.begin(), captures.end(), "w"), 1);
    }
  }
  EXPECT_EQ(owners, 2) << PrintText(*program);
}

}  // namespace
}  // namespace paddle::framework
