// Tests OpUpgradeMap alone; //framework/registry:op_upgrade_test has whole
// programs.
#include "paddle/framework/ir/op_upgrade.h"

#include "gtest/gtest.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

OpUpgrade Append(const std::string& letter) {
  return [letter](proto::OpDesc* op) { op->set_name(op->name() + letter); };
}

TEST(OpUpgradeMapTest, OneVersionAfterTheOther) {
  OpUpgradeMap map;
  map.Insert("f", 2, Append("c"));
  map.Insert("f", 1, Append("b"));
  map.Insert("g", 1, Append("x"));
  proto::OpDesc op = MakeOp("f", {}, {});
  op.set_name("a");
  map.Upgrade(3, 3, &op);
  EXPECT_EQ(op.name(), "a");
  map.Upgrade(1, 3, &op);
  EXPECT_EQ(op.name(), "abc");
  map.Upgrade(2, 3, &op);
  EXPECT_EQ(op.name(), "abcc");
}

TEST(OpUpgradeMapTest, KnowsWhatItHas) {
  OpUpgradeMap map;
  map.Insert("f", 1, Append("b"));
  EXPECT_TRUE(map.Has("f", 1));
  EXPECT_FALSE(map.Has("f", 2));
  EXPECT_FALSE(map.Has("g", 1));
  EXPECT_ERROR(map.Insert("f", 1, Append("c")), AlreadyExists,
               "two upgrades of operator f from version 1");
  proto::OpDesc op = MakeOp("f", {}, {});
  EXPECT_ERROR(map.Upgrade(1, 3, &op), Unimplemented,
               "the program has version 1 of operator f; this build has "
               "version 3 and no upgrade from version 2");
}

}  // namespace
}  // namespace paddle::framework
