#include "paddle/framework/registry/type_table.h"

#include "gtest/gtest.h"

namespace paddle::framework {
namespace {

TEST(TypeTable, KeepsTheFirstValueOfAType) {
  TypeTable<int> table;
  EXPECT_EQ(table.Find("b"), nullptr);
  EXPECT_TRUE(table.Insert("b", 1));
  const int* value = table.Find("b");
  ASSERT_NE(value, nullptr);
  EXPECT_FALSE(table.Insert("b", 2));
  EXPECT_TRUE(table.Insert("a", 3));
  EXPECT_EQ(*value, 1);
  EXPECT_EQ(table.Find("b"), value);
  EXPECT_EQ(table.Types(), (NameList{"a", "b"}));
}

}  // namespace
}  // namespace paddle::framework
