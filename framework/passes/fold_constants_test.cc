#include <cmath>

#include "gtest/gtest.h"

#include "paddle/framework/executor/evaluator.h"
#include "paddle/framework/passes/testing/run_pass.h"
#include "paddle/framework/registry/testing/tiny_ops.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework::testing {
namespace {

proto::OpDesc Fill(const std::string& out, const std::vector<int64_t>& shape) {
  return MakeOp("fill_constant", {}, {{"Out", {out}}},
                {{"shape", shape}, {"value", 2.0}});
}

proto::OpDesc Scaled(const std::string& x, const std::string& out) {
  return MakeOp("scale", {{"X", {x}}}, {{"Out", {out}}},
                {{"scale", 3.0}, {"bias", 1.0}});
}

class FoldConstantsTest : public ::testing::Test {
 protected:
  FoldConstantsTest()
      : program_(TinyOps()), evaluate_(EvaluatorOn(platform::CPUPlace())) {
    AddFeed(&program_, "x", {2});
    AddParameter(&program_, "w", {2});
  }

  std::string After(const NameList& fetches) {
    return TextAfter("fold_constants", program_, fetches, evaluate_);
  }
  bool LeavesAlone(const NameList& fetches) {
    return testing::LeavesAlone("fold_constants", program_, fetches, evaluate_);
  }

  Program program_;
  Evaluator evaluate_;
};

TEST_F(FoldConstantsTest, WritesValuesDown) {
  program_.AppendOp(0, Fill("c", {2}));
  program_.AppendOp(0, Scaled("c", "d"));
  program_.AppendOp(0,
                    MakeOp("shape", {{"Input", {"d"}}}, {{"Out", {"s"}}}, {}));
  program_.AppendOp(0, Add("x", "d", "y"));
  EXPECT_EQ(After({"y", "s"}), R"(block 0 {
  c = fill_constant(shape=[2], value=2.0)
  d = assign_value(shape=[2], values=[7.0, 7.0])
  s = assign_value(shape=[1], dtype="int64", int_values=[2])
  y = tiny_add(X=x, Y=d)
}
)");
}

// They are checked, so that they are constants like others.
TEST_F(FoldConstantsTest, KnowsDimsOfFeeds) {
  program_.AppendOp(0,
                    MakeOp("shape", {{"Input", {"x"}}}, {{"Out", {"s"}}}, {}));
  program_.AppendOp(0, MakeOp("cast", {{"X", {"s"}}}, {{"Out", {"f"}}}, {}));
  program_.AppendOp(0, Scaled("f", "g"));
  EXPECT_EQ(After({"g"}), R"(block 0 {
  s = shape(Input=x)
  f = assign_value(shape=[1], values=[2.0])
  g = assign_value(shape=[1], values=[7.0])
}
)");
}

TEST_F(FoldConstantsTest, LeavesDimsThatMayDifferAndLargeTensors) {
  AddFeed(&program_, "rows", {-1, 2});
  AddFeed(&program_, "large", {1 << 20});
  for (const std::string name : {"rows", "large", "w"}) {
    program_.AppendOp(0, MakeOp("shape", {{"Input", {name}}},
                                {{"Out", {name + "_shape"}}}, {}));
    program_.AppendOp(0, MakeOp("cast", {{"X", {name + "_shape"}}},
                                {{"Out", {name + "_cast"}}}, {}));
  }
  EXPECT_TRUE(LeavesAlone({"rows_cast", "large_cast", "w_cast"}));
}

TEST_F(FoldConstantsTest, FoldsInsideBlocks) {
  const int body = program_.AddBlock(0);
  program_.AppendOp(body, Fill("c", {1}));
  program_.AppendOp(body, Scaled("c", "d"));
  program_.block(body).mutable_desc()->add_results("d");
  program_.AppendOp(0, Loop({"x"}, {"y"}, body));
  EXPECT_EQ(After({"y"}), R"(block 0 {
  y = tiny_loop(X=x, body=block 1)
}
block 1 in 0 () -> (d) {
  c = fill_constant(shape=[1], value=2.0)
  d = assign_value(shape=[1], values=[7.0])
}
)");
}

TEST_F(FoldConstantsTest, LeavesParametersFeedsAndRandomNumbers) {
  program_.AppendOp(0, Scaled("w", "a"));
  program_.AppendOp(0, Scaled("x", "b"));
  program_.AppendOp(0, MakeOp("uniform_random", {}, {{"Out", {"r"}}},
                              {{"shape", std::vector<int64_t>{2}}}));
  program_.AppendOp(0, Scaled("r", "c"));
  EXPECT_TRUE(LeavesAlone({"a", "b", "c"}));
}

// 64 KiB and one element more.
TEST_F(FoldConstantsTest, LeavesLargeValues) {
  program_.AppendOp(0, Fill("small", {16384}));
  program_.AppendOp(0, Scaled("small", "folded"));
  EXPECT_FALSE(LeavesAlone({"folded"}));
  Program larger(TinyOps());
  larger.AppendOp(0, Fill("large", {16385}));
  larger.AppendOp(0, Scaled("large", "computed"));
  EXPECT_TRUE(
      testing::LeavesAlone("fold_constants", larger, {"computed"}, evaluate_));
}

TEST_F(FoldConstantsTest, LeavesWhatIsFedInstead) {
  program_.AppendOp(0, Fill("c", {2}));
  program_.AppendOp(0, Scaled("c", "d"));
  program_.AppendOp(0, Scaled("d", "e"));
  PassContext context;
  context.evaluate = evaluate_;
  OptimizeOptions options;
  options.only = NameList{"fold_constants"};
  const auto fed = WithInterface(program_, {"c"}, {"e"});
  EXPECT_EQ(Optimize(fed, context, options), fed);
}

TEST_F(FoldConstantsTest, LeavesWhatCannotBeComputed) {
  program_.AppendOp(0, Fill("c", {2}));
  program_.AppendOp(0, Scaled("c", "d"));
  evaluate_ = [](const auto&, const NameList&) -> std::vector<Constant> {
    PADDLE_THROW(InvalidArgument, "no");
  };
  EXPECT_TRUE(LeavesAlone({"d"}));
  evaluate_ = [](const auto&, const NameList&) {
    return std::vector<Constant>{{DataType::kFloat32, {2}, {1, NAN}, {}}};
  };
  EXPECT_TRUE(LeavesAlone({"d"}));
  evaluate_ = nullptr;
  EXPECT_TRUE(LeavesAlone({"d"}));
}

// The name of an operator, where it was written and its id stay.
TEST_F(FoldConstantsTest, KeepsTheOperatorsIdentity) {
  program_.AppendOp(0, Fill("c", {2}));
  proto::OpDesc op = Scaled("c", "d");
  op.set_name("scaled");
  op.add_call_site()->set_file("model.py");
  program_.AppendOp(0, op);
  PassContext context;
  context.evaluate = evaluate_;
  OptimizeOptions options;
  options.only = NameList{"fold_constants"};
  const auto folded = Optimize(program_.Clone(), context, options);
  const proto::OpDesc& made = folded->desc().blocks(0).ops(1);
  EXPECT_EQ(made.type(), "assign_value");
  EXPECT_EQ(made.id(), 2);
  EXPECT_EQ(made.name(), "scaled");
  EXPECT_EQ(made.call_site(0).file(), "model.py");
}

}  // namespace
}  // namespace paddle::framework::testing
