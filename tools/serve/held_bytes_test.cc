#include "paddle/tools/serve/held_bytes.h"

#include <gtest/gtest.h>

namespace paddle::serve {
namespace {

TEST(HeldBytesTest, AllTogetherHaveALimit) {
  std::atomic<size_t> all{0};
  HeldBytes first(&all, 10), second(&all, 10);
  EXPECT_TRUE(first.Hold(4));
  EXPECT_TRUE(first.Hold(6));
  EXPECT_EQ(all, 6);
  EXPECT_TRUE(second.Hold(4));
  EXPECT_FALSE(second.Hold(5));
  EXPECT_EQ(all, 10);
  EXPECT_TRUE(second.Hold(4));
  first.Release();
  EXPECT_TRUE(second.Hold(10));
  EXPECT_EQ(all, 10);
}

TEST(HeldBytesTest, AreGivenBackAtTheEnd) {
  std::atomic<size_t> all{0};
  {
    HeldBytes bytes(&all, 10);
    EXPECT_TRUE(bytes.Hold(7));
  }
  EXPECT_EQ(all, 0);
}

}  // namespace
}  // namespace paddle::serve
