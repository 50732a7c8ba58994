#include "paddle/framework/passes/stand_ins.h"

#include "gtest/gtest.h"

#include "paddle/framework/ir/op_desc.h"

namespace paddle::framework {
namespace {

TEST(StandInsTest, DropsOperatorsAndRenamesWhatOthersRead) {
  proto::BlockDesc block;
  *block.add_ops() = MakeOp("a", {{"X", {"x"}}}, {{"Out", {"first"}}}, {});
  *block.add_ops() = MakeOp("a", {{"X", {"x"}}}, {{"Out", {"again"}}}, {});
  *block.add_ops() = MakeOp("b", {{"X", {"again", "x"}}}, {{"Out", {"y"}}}, {});
  StandIns stand_ins(block.ops_size());
  EXPECT_FALSE(stand_ins.any());
  EXPECT_EQ(stand_ins.Of("again"), "again");
  stand_ins.Replace("again", "first");
  stand_ins.Drop(1);
  EXPECT_TRUE(stand_ins.any());
  EXPECT_EQ(stand_ins.Of("again"), "first");
  stand_ins.Apply(&block);
  ASSERT_EQ(block.ops_size(), 2);
  EXPECT_EQ(Output(block.ops(0), "Out"), "first");
  EXPECT_EQ(Inputs(block.ops(1), "X"), (NameList{"first", "x"}));
}

}  // namespace
}  // namespace paddle::framework
