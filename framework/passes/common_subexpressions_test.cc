#include "gtest/gtest.h"

#include "paddle/framework/passes/testing/run_pass.h"
#include "paddle/framework/registry/testing/tiny_ops.h"

namespace paddle::framework::testing {
namespace {

class CommonSubexpressionsTest : public ::testing::Test {
 protected:
  CommonSubexpressionsTest() : program_(TinyOps()) {
    AddFeed(&program_, "x", {2});
    AddParameter(&program_, "w", {2});
  }

  std::string After(const NameList& fetches) {
    return TextAfter("common_subexpressions", program_, fetches);
  }
  bool LeavesAlone(const NameList& fetches) {
    return testing::LeavesAlone("common_subexpressions", program_, fetches);
  }

  Program program_;
};

TEST_F(CommonSubexpressionsTest, SharesChains) {
  program_.AppendOp(0, Scale("x", "a"));
  program_.AppendOp(0, Scale("x", "b"));
  program_.AppendOp(0, Scale("x", "c", 3));
  program_.AppendOp(0, Add("a", "c", "d"));
  program_.AppendOp(0, Add("b", "c", "e"));
  program_.AppendOp(0, Add("d", "e", "f"));
  EXPECT_EQ(After({"f"}), R"(block 0 {
  a = tiny_scale(X=x, scale=2.0)
  c = tiny_scale(X=x, scale=3.0)
  d = tiny_add(X=a, Y=c)
  f = tiny_add(X=d, Y=d)
}
)");
}

TEST_F(CommonSubexpressionsTest, KeepsWhatIsFetched) {
  program_.AppendOp(0, Scale("x", "a"));
  program_.AppendOp(0, Scale("x", "b"));
  program_.AppendOp(0, Add("a", "b", "c"));
  EXPECT_TRUE(LeavesAlone({"b", "c"}));
}

TEST_F(CommonSubexpressionsTest, AnUpdateInBetweenMakesAnotherValue) {
  program_.AppendOp(0, Scale("w", "a"));
  program_.AppendOp(0, Update("w", "x"));
  program_.AppendOp(0, Scale("w", "b"));
  program_.AppendOp(0, Add("a", "b", "c"));
  EXPECT_TRUE(LeavesAlone({"c"}));
}

TEST_F(CommonSubexpressionsTest, AnUpdateInABlockMakesAnotherValue) {
  const int body = program_.AddBlock(0);
  program_.AppendOp(body, Update("w", "x"));
  program_.AppendOp(0, Scale("w", "a"));
  program_.AppendOp(0, Loop({"x"}, {"y"}, body));
  program_.AppendOp(0, Scale("w", "b"));
  program_.AppendOp(0, Add("a", "b", "c"));
  EXPECT_TRUE(LeavesAlone({"c", "y"}));
}

TEST_F(CommonSubexpressionsTest, AResultThatIsUpdatedIsNotShared) {
  program_.AppendOp(0, Scale("x", "a"));
  program_.AppendOp(0, Scale("x", "b"));
  program_.AppendOp(0, Update("a", "x"));
  program_.AppendOp(0, Add("a", "b", "c"));
  EXPECT_TRUE(LeavesAlone({"c"}));
}

TEST_F(CommonSubexpressionsTest, RandomNumbersAreDrawnEachTime) {
  for (const char* out : {"a", "b"}) {
    program_.AppendOp(0, MakeOp("uniform_random", {}, {{"Out", {out}}},
                                {{"shape", std::vector<int64_t>{2}}}));
  }
  program_.AppendOp(0, Add("a", "b", "c"));
  EXPECT_TRUE(LeavesAlone({"c"}));
}

TEST_F(CommonSubexpressionsTest, WhatIsComputedAgainForBackwardStays) {
  program_.AppendOp(0, Scale("x", "a"));
  proto::OpDesc again = Scale("x", "b");
  again.set_role(proto::BACKWARD);
  program_.AppendOp(0, again);
  program_.AppendOp(0, Add("a", "b", "c"));
  EXPECT_TRUE(LeavesAlone({"c"}));
}

TEST_F(CommonSubexpressionsTest, PersistablesAndOtherBlocksKeepTheirNames) {
  AddData(&program_, "state", {2})->set_persistable(true);
  program_.AppendOp(0, Scale("x", "a"));
  program_.AppendOp(0, Scale("x", "state"));
  program_.AppendOp(0, Scale("x", "captured"));
  const int body = program_.AddBlock(0);
  program_.AppendOp(body, Sum({"captured"}, "inner"));
  program_.AppendOp(0, Loop({"a"}, {"y"}, body));
  EXPECT_TRUE(LeavesAlone({"y"}));
}

TEST_F(CommonSubexpressionsTest, SharesInsideABlockAlone) {
  const int body = program_.AddBlock(0);
  program_.AppendOp(body, Scale("x", "p"));
  program_.AppendOp(body, Scale("x", "q"));
  program_.AppendOp(body, Add("p", "q", "r"));
  program_.block(body).mutable_desc()->add_results("r");
  program_.AppendOp(0, Scale("x", "a"));
  program_.AppendOp(0, Loop({"a"}, {"y"}, body));
  EXPECT_EQ(After({"y"}), R"(block 0 {
  a = tiny_scale(X=x, scale=2.0)
  y = tiny_loop(X=a, body=block 1)
}
block 1 in 0 () -> (r) {
  p = tiny_scale(X=x, scale=2.0)
  r = tiny_add(X=p, Y=p)
}
)");
}

TEST_F(CommonSubexpressionsTest, OptionalOutputsMakeADifference) {
  program_.AppendOp(0, Scale("x", "a"));
  proto::OpDesc masked = Scale("x", "b");
  SetOutput(&masked, "Mask", {"mask"});
  program_.AppendOp(0, masked);
  program_.AppendOp(0, Add("a", "b", "c"));
  EXPECT_TRUE(LeavesAlone({"c"}));
}

}  // namespace
}  // namespace paddle::framework::testing
