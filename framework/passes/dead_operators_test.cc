#include "gtest/gtest.h"

#include "paddle/framework/passes/testing/run_pass.h"
#include "paddle/framework/registry/testing/tiny_ops.h"

namespace paddle::framework::testing {
namespace {

class DeadOperatorsTest : public ::testing::Test {
 protected:
  DeadOperatorsTest() : program_(TinyOps()) {
    AddFeed(&program_, "x", {2});
    AddParameter(&program_, "w", {2});
    const int body = program_.AddBlock(0);
    program_.AppendOp(body, Scale("x", "inner"));
    program_.AppendOp(0, Scale("x", "y"));
    program_.AppendOp(0, Scale("y", "unread"));
    program_.AppendOp(0, Loop({"x"}, {"z"}, body));
    program_.AppendOp(0, Scale("x", "g"));
    program_.AppendOp(0, Update("w", "g"));
    program_.AppendOp(0, Print("x"));
  }

  Program program_;
};

TEST_F(DeadOperatorsTest, KeepsFetchesAndEffects) {
  EXPECT_EQ(TextAfter("dead_operators", program_, {"y"}), R"(block 0 {
  y = tiny_scale(X=x, scale=2.0)
  g = tiny_scale(X=x, scale=2.0)
  # optimize
  w = tiny_update(Param=w, Grad=g)
  # forward
  tiny_print(X=x)
}
)");
}

TEST_F(DeadOperatorsTest, LeavesWhatIsNeeded) {
  EXPECT_TRUE(LeavesAlone("dead_operators", program_, {"unread", "z"}));
}

TEST_F(DeadOperatorsTest, DropsNothingIfAllMayBeFetched) {
  const auto program = program_.Clone();
  OptimizeOptions options;
  options.only = NameList{"dead_operators"};
  EXPECT_EQ(Optimize(program, PassContext(), options), program);
}

TEST_F(DeadOperatorsTest, DoesNotPruneTwice) {
  const auto program = program_.Clone();
  OptimizeOptions options;
  options.only = NameList{"dead_operators"};
  PassContext context;
  context.keep_all = false;
  context.pruned = true;
  EXPECT_EQ(Optimize(program, context, options), program);
  context.pruned = false;
  EXPECT_NE(Optimize(program, context, options), program);
}

}  // namespace
}  // namespace paddle::framework::testing
