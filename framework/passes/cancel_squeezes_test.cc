#include "gtest/gtest.h"

#include "paddle/framework/passes/testing/run_pass.h"
#include "paddle/framework/registry/testing/tiny_ops.h"

namespace paddle::framework::testing {
namespace {

using Numbers = std::vector<int64_t>;

class CancelSqueezesTest : public ::testing::Test {
 protected:
  CancelSqueezesTest() : program_(TinyOps()) {
    AddFeed(&program_, "x", {2, 3, 1, 5});
    Squeeze("x", "s");
  }

  void View(const std::string& type, const std::string& from,
            const std::string& to, const Numbers& axes) {
    program_.AppendOp(
        0, MakeOp(type, {{"X", {from}}}, {{"Out", {to}}}, {{"axes", axes}}));
  }
  void Squeeze(const std::string& from, const std::string& to) {
    View("squeeze", from, to, {2});
  }
  void Unsqueeze(const std::string& from, const std::string& to) {
    View("unsqueeze", from, to, {2});
  }
  void Unary(const std::string& type, const std::string& from,
             const std::string& to) {
    program_.AppendOp(0, MakeOp(type, {{"X", {from}}}, {{"Out", {to}}}));
  }
  void Plus(const std::string& x, const std::string& y, const std::string& to) {
    program_.AppendOp(0, MakeOp("elementwise_add", {{"X", {x}}, {"Y", {y}}},
                                {{"Out", {to}}}));
  }
  std::string After(const NameList& fetches) {
    return TextAfter("cancel_squeezes", program_, fetches);
  }
  bool LeavesAlone(const NameList& fetches) {
    return testing::LeavesAlone("cancel_squeezes", program_, fetches);
  }

  Program program_;
};

// All that is left narrow is there for those who fetch it.
TEST_F(CancelSqueezesTest, KeepsTheAxisThroughAChain) {
  Unary("relu", "s", "a");
  Plus("a", "s", "b");
  Unsqueeze("b", "wide");
  program_.AppendOp(0, Scale("wide", "c"));
  EXPECT_EQ(After({"c", "a"}), R"(block 0 {
  a@WIDE_0 = relu(X=x)
  a = squeeze(X=a@WIDE_0, axes=[2])
  b@WIDE_0 = elementwise_add(X=a@WIDE_0, Y=x)
  c = tiny_scale(X=b@WIDE_0, scale=2.0)
}
)");
}

TEST_F(CancelSqueezesTest, CountsAxesFromTheEnd) {
  View("squeeze", "x", "t", {-2});
  View("unsqueeze", "t", "wide", {-2});
  program_.AppendOp(0, Scale("wide", "c"));
  EXPECT_EQ(After({"c"}), R"(block 0 {
  c = tiny_scale(X=x, scale=2.0)
}
)");
}

TEST_F(CancelSqueezesTest, NormalizesChannelsWithTheirStatistics) {
  for (const char* name : {"scale", "bias", "mean", "variance"}) {
    AddParameter(&program_, name, {3});
  }
  program_.AppendOp(0, MakeOp("batch_norm",
                              {{"X", {"s"}},
                               {"Scale", {"scale"}},
                               {"Bias", {"bias"}},
                               {"Mean", {"mean"}},
                               {"Variance", {"variance"}}},
                              {{"Y", {"y"}},
                               {"MeanOut", {"mean"}},
                               {"VarianceOut", {"variance"}},
                               {"SavedMean", {"saved_mean"}},
                               {"SavedVariance", {"saved_variance"}}},
                              {{"is_test", true}}));
  Unsqueeze("y", "wide");
  program_.AppendOp(0, Scale("wide", "c"));
  const std::string text = After({"c"});
  EXPECT_NE(text.find("{Y: y@WIDE_0, "), std::string::npos) << text;
  EXPECT_NE(text.find("batch_norm(X=x, "), std::string::npos) << text;
  EXPECT_NE(text.find("c = tiny_scale(X=y@WIDE_0"), std::string::npos) << text;
}

TEST_F(CancelSqueezesTest, LeavesOtherAxesAndOperatorsAlone) {
  View("unsqueeze", "s", "other", {1});
  program_.AppendOp(0, Scale("other", "a"));
  program_.AppendOp(0, Scale("s", "b"));  // not known to be elementwise
  Unsqueeze("b", "c");
  EXPECT_TRUE(LeavesAlone({"a", "c"}));
}

TEST_F(CancelSqueezesTest, ARowForTheLastAxisWouldMeetAnother) {
  AddParameter(&program_, "row", {3, 5});
  AddParameter(&program_, "image", {2, 3, 5});
  Plus("s", "row", "a");
  Plus("s", "image", "b");  // not squeezed from anything
  EXPECT_TRUE(LeavesAlone({"a", "b"}));
}

TEST_F(CancelSqueezesTest, KeepsWhatIsFetched) {
  Unsqueeze("s", "wide");
  program_.AppendOp(0, Scale("wide", "c"));
  EXPECT_TRUE(LeavesAlone({"c", "wide"}));
}

TEST_F(CancelSqueezesTest, AnUpdateInBetweenMakesAnotherValue) {
  AddParameter(&program_, "w", {2, 3, 1, 5});
  Squeeze("w", "t");
  program_.AppendOp(0, Update("w", "x"));
  Unary("relu", "t", "a");
  Unsqueeze("t", "wide");
  program_.AppendOp(0, Scale("wide", "c"));
  EXPECT_TRUE(LeavesAlone({"a", "c"}));
}

TEST_F(CancelSqueezesTest, LeavesTrainingAlone) {
  Unary("relu", "s", "a");
  Unsqueeze("a", "wide");
  proto::OpDesc op = Scale("wide", "c");
  op.set_role(proto::BACKWARD);
  program_.AppendOp(0, op);
  EXPECT_TRUE(LeavesAlone({"c"}));
}

}  // namespace
}  // namespace paddle::framework::testing
