#include "gtest/gtest.h"

#include "paddle/framework/passes/testing/run_pass.h"
#include "paddle/framework/registry/testing/tiny_ops.h"

namespace paddle::framework::testing {
namespace {

using Numbers = std::vector<int64_t>;

const Numbers kToLast{0, 2, 3, 1};
const Numbers kToFirst{0, 3, 1, 2};

class CancelTransposesTest : public ::testing::Test {
 protected:
  CancelTransposesTest() : program_(TinyOps()) {
    AddFeed(&program_, "x", {2, 3, 4, 5});
  }

  void Turn(const std::string& from, const std::string& to, const Numbers& axes,
            int block = 0) {
    program_.AppendOp(block, MakeOp("transpose", {{"X", {from}}},
                                    {{"Out", {to}}}, {{"axis", axes}}));
  }
  std::string After(const NameList& fetches) {
    return TextAfter("cancel_transposes", program_, fetches);
  }
  bool LeavesAlone(const NameList& fetches) {
    return testing::LeavesAlone("cancel_transposes", program_, fetches);
  }

  Program program_;
};

// The first one may be read, too; a third one turns what the second would have.
TEST_F(CancelTransposesTest, ReadsWhatWasTurned) {
  program_.AppendOp(0, Scale("x", "a"));
  Turn("a", "last", kToLast);
  Turn("last", "first", kToFirst);
  program_.AppendOp(0, Scale("first", "b"));
  Turn("first", "again", kToLast);
  program_.AppendOp(0, Add("again", "last", "c"));
  EXPECT_EQ(After({"b", "c"}), R"(block 0 {
  a = tiny_scale(X=x, scale=2.0)
  last = transpose(X=a, axis=[0, 2, 3, 1])
  b = tiny_scale(X=a, scale=2.0)
  again = transpose(X=a, axis=[0, 2, 3, 1])
  c = tiny_add(X=again, Y=last)
}
)");
}

TEST_F(CancelTransposesTest, CountsAxesFromTheEnd) {
  Turn("x", "last", {0, -2, -1, 1});
  Turn("last", "first", {0, -1, 1, 2});
  program_.AppendOp(0, Scale("first", "a"));
  EXPECT_EQ(After({"a"}), R"(block 0 {
  last = transpose(X=x, axis=[0, -2, -1, 1])
  a = tiny_scale(X=x, scale=2.0)
}
)");
}

TEST_F(CancelTransposesTest, KeepsWhatTurnsOtherwiseOrIsFetched) {
  Turn("x", "last", kToLast);
  Turn("last", "other", kToLast);
  program_.AppendOp(0, Scale("other", "a"));
  EXPECT_TRUE(LeavesAlone({"a"}));
  Turn("last", "first", kToFirst);
  EXPECT_TRUE(LeavesAlone({"a", "first"}));
}

TEST_F(CancelTransposesTest, AnUpdateInBetweenMakesAnotherValue) {
  AddParameter(&program_, "w", {2, 3, 4, 5});
  Turn("w", "last", kToLast);
  Turn("last", "first", kToFirst);
  program_.AppendOp(0, Update("w", "x"));
  program_.AppendOp(0, Scale("first", "a"));
  EXPECT_TRUE(LeavesAlone({"a"}));
}

TEST_F(CancelTransposesTest, UpdatesBehindTheLastReaderDoNotMatter) {
  AddParameter(&program_, "w", {2, 3, 4, 5});
  Turn("w", "last", kToLast);
  Turn("last", "first", kToFirst);
  program_.AppendOp(0, Scale("first", "a"));
  program_.AppendOp(0, Update("w", "a"));
  EXPECT_EQ(After({"a"}), R"(block 0 {
  last = transpose(X=w, axis=[0, 2, 3, 1])
  a = tiny_scale(X=w, scale=2.0)
  # optimize
  w = tiny_update(Param=w, Grad=a)
}
)");
}

TEST_F(CancelTransposesTest, WorksInsideBlocksAndNotAcrossThem) {
  const int body = program_.AddBlock(0);
  Turn("x", "outside", kToLast);
  Turn("outside", "crossing", kToFirst, body);
  Turn("crossing", "last", kToLast, body);
  Turn("last", "first", kToFirst, body);
  program_.AppendOp(body, Scale("first", "r"));
  program_.block(body).mutable_desc()->add_results("r");
  program_.AppendOp(0, Loop({"x"}, {"y"}, body));
  const std::string text = After({"y"});
  EXPECT_NE(text.find("first = transpose(X=outside, axis=[0, 3, 1, 2])"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("last = transpose"), std::string::npos) << text;
}

// Rows of sequences that have changed places form none.
TEST_F(CancelTransposesTest, KeepsOneThatDropsSequences) {
  proto::VarDesc* rows = AddFeed(&program_, "rows", {-1, 3});
  rows->set_lod_level(1);
  Turn("rows", "across", {1, 0});
  Turn("across", "back", {1, 0});
  program_.AppendOp(0, Scale("back", "a"));
  EXPECT_TRUE(LeavesAlone({"a"}));
}

}  // namespace
}  // namespace paddle::framework::testing
