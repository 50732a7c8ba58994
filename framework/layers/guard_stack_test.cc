#include "paddle/framework/layers/guard_stack.h"

#include <memory>
#include <thread>

#include "gmock/gmock-more-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Stack = GuardStack<int>;
using Entry = Stack::Entry;

TEST(GuardStackTest, FindsTheLastThatHolds) {
  EXPECT_FALSE(Stack::FindLast([](int) { return true; }).has_value());
  const Entry one(1), two(2), three(3);
  EXPECT_EQ(Stack::FindLast([](int) { return true; }), 3);
  EXPECT_EQ(Stack::FindLast([](int value) { return value < 3; }), 2);
  EXPECT_FALSE(Stack::FindLast([](int value) { return value > 3; }));
  EXPECT_TRUE(three.is_last());
  EXPECT_FALSE(two.is_last());
  three.CheckEndsNext("a guard");
  EXPECT_ERROR(two.CheckEndsNext("a guard"), FailedPrecondition,
               "a guard ends before another one that began inside it");
}

TEST(GuardStackTest, EntriesEndInAnyOrder) {
  auto one = std::make_unique<Entry>(1);
  auto two = std::make_unique<Entry>(2);
  const Entry three(3);
  one.reset();
  EXPECT_THAT(Stack::Values(), ElementsAre(2, 3));
  two.reset();
  EXPECT_THAT(Stack::Values(), ElementsAre(3));
}

TEST(GuardStackTest, EachThreadHasItsOwn) {
  const Entry one(1);
  std::thread([&] {
    EXPECT_THAT(Stack::Values(), IsEmpty());
    EXPECT_FALSE(one.is_mine());
    EXPECT_FALSE(one.is_last());
    EXPECT_ERROR(one.CheckEndsNext("a guard"), FailedPrecondition,
                 "a guard ends in another thread than it began");
  }).join();
  EXPECT_TRUE(one.is_mine());
}

TEST(GuardStackTest, AnotherThreadMayEndAnEntry) {
  auto one = std::make_unique<Entry>(1);
  const Entry two(2);
  std::thread([&] { one.reset(); }).join();
  EXPECT_THAT(Stack::Values(), ElementsAre(2));
}

TEST(GuardStackTest, EntriesMayOutliveTheirThread) {
  std::unique_ptr<Entry> one;
  std::thread([&] { one = std::make_unique<Entry>(1); }).join();
  EXPECT_FALSE(one->is_mine());
  one.reset();
  EXPECT_THAT(Stack::Values(), IsEmpty());
}

}  // namespace
}  // namespace paddle::layer
