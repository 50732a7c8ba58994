#include <string>

#include "gtest/gtest.h"

#include "paddle/framework/passes/testing/run_pass.h"
#include "paddle/framework/registry/testing/tiny_ops.h"

namespace paddle::framework::testing {
namespace {

proto::OpDesc Sgd(const std::string& param, const std::string& rate = "rate") {
  proto::OpDesc op = MakeOp(
      "sgd",
      {{"Param", {param}}, {"LearningRate", {rate}}, {"Grad", {"g" + param}}},
      {{"ParamOut", {param}}});
  op.set_role(proto::OPTIMIZE);
  return op;
}
proto::OpDesc Momentum(const std::string& param, double mu) {
  proto::OpDesc op =
      MakeOp("momentum",
             {{"Param", {param}},
              {"Grad", {"g" + param}},
              {"Velocity", {"v" + param}},
              {"LearningRate", {"rate"}}},
             {{"ParamOut", {param}}, {"VelocityOut", {"v" + param}}},
             {{"mu", mu}, {"use_nesterov", true}});
  op.set_role(proto::OPTIMIZE);
  return op;
}

class FuseOptimizersTest : public ::testing::Test {
 protected:
  FuseOptimizersTest() : program_(TinyOps()) {
    AddParameter(&program_, "rate", {1});
    AddParameter(&program_, "slow", {1});
    for (const char* name : {"a", "b", "c", "d"}) {
      AddParameter(&program_, name, {150, 150});
      AddParameter(&program_, std::string("v") + name, {150, 150});
      AddFeed(&program_, std::string("g") + name, {150, 150});
    }
  }

  // As if there were enough of them.
  std::string After() {
    return TextAfter("fuse_optimizers", program_, {}, nullptr,
                     /*few_elements=*/0);
  }
  bool LeavesAlone() {
    return testing::LeavesAlone("fuse_optimizers", program_, {});
  }

  Program program_;
};

TEST_F(FuseOptimizersTest, JoinsWhatHasOneRate) {
  program_.AppendOp(0, Sgd("a"));
  program_.AppendOp(0, Sgd("b", "slow"));
  program_.AppendOp(0, Sgd("c"));
  EXPECT_EQ(After(), R"(block 0 {
  # optimize
  b = sgd(Param=b, LearningRate=slow, Grad=gb)
  [a, c] = fused_update(LearningRate=rate, Grad=[ga, gc], X=[a, c], type="sgd")
}
)");
}

TEST_F(FuseOptimizersTest, AttributesAreEqual) {
  program_.AppendOp(0, Momentum("a", 0.5));
  program_.AppendOp(0, Momentum("b", 0.9));
  program_.AppendOp(0, Momentum("c", 0.5));
  EXPECT_EQ(After(), R"(block 0 {
  # optimize
  {ParamOut: b, VelocityOut: vb} = momentum(Param=b, Grad=gb, LearningRate=rate, Velocity=vb, mu=0.9, use_nesterov=true)
  [a, va, c, vc] = fused_update(LearningRate=rate, Grad=[ga, gc], X=[a, va, c, vc], type="momentum", floats_names=["mu"], floats=[0.5], ints_names=["use_nesterov"], ints=[1])
}
)");
}

TEST_F(FuseOptimizersTest, OneStaysAlone) {
  program_.AppendOp(0, Sgd("a"));
  program_.AppendOp(0, Sgd("b", "slow"));
  program_.AppendOp(0, Momentum("c", 0.5));
  EXPECT_TRUE(LeavesAlone());
}

TEST_F(FuseOptimizersTest, JoinsManySmallParameters) {
  for (int i = 0; i < 11; ++i) {
    const std::string name = "p" + std::to_string(i);
    EXPECT_TRUE(LeavesAlone());
    AddParameter(&program_, name, {150, 160});
    AddFeed(&program_, "g" + name, {150, 160});
    program_.AppendOp(0, Sgd(name));
  }
  EXPECT_FALSE(LeavesAlone());
}

TEST_F(FuseOptimizersTest, FewElementsStay) {
  for (const char* name : {"e", "f"}) {
    AddParameter(&program_, name, {7});
    AddFeed(&program_, std::string("g") + name, {7});
    program_.AppendOp(0, Sgd(name));
  }
  EXPECT_TRUE(LeavesAlone());
}

TEST_F(FuseOptimizersTest, OnGpusFewAreJoined) {
  program_.AppendOp(0, Sgd("a"));
  EXPECT_TRUE(testing::LeavesAlone("fuse_optimizers", program_, {}, nullptr,
                                   platform::PlaceKind::kCUDA));
  program_.AppendOp(0, Sgd("b"));
  EXPECT_TRUE(LeavesAlone());
  EXPECT_FALSE(testing::LeavesAlone("fuse_optimizers", program_, {}, nullptr,
                                    platform::PlaceKind::kCUDA));
}

// Gradients would live longer, and the order might be seen.
TEST_F(FuseOptimizersTest, OtherOperatorsSeparate) {
  program_.AppendOp(0, Sgd("a"));
  program_.AppendOp(0, Print("a"));
  program_.AppendOp(0, Sgd("b"));
  EXPECT_TRUE(LeavesAlone());
}

TEST_F(FuseOptimizersTest, AParameterThatAnotherReadsSeparates) {
  proto::OpDesc second = Sgd("b");
  SetInput(&second, "Grad", {"a"});
  program_.AppendOp(0, Sgd("a"));
  program_.AppendOp(0, second);
  EXPECT_TRUE(LeavesAlone());
}

TEST_F(FuseOptimizersTest, SparseGradientsStay) {
  program_.global_block().FindVar("gb")->set_kind(proto::SELECTED_ROWS);
  program_.AppendOp(0, Sgd("a"));
  program_.AppendOp(0, Sgd("b"));
  EXPECT_TRUE(LeavesAlone());
}

TEST_F(FuseOptimizersTest, WorksInsideABlock) {
  const int body = program_.AddBlock(0);
  program_.AppendOp(body, Sgd("a"));
  program_.AppendOp(body, Sgd("b"));
  program_.AppendOp(0, Loop({"ga"}, {"y"}, body));
  EXPECT_EQ(After(), R"(block 0 {
  y = tiny_loop(X=ga, body=block 1)
}
block 1 in 0 {
  # optimize
  [a, b] = fused_update(LearningRate=rate, Grad=[ga, gb], X=[a, b], type="sgd")
}
)");
}

}  // namespace
}  // namespace paddle::framework::testing
