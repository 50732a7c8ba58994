#include "paddle/framework/types/layout.h"

#include "gtest/gtest.h"

namespace paddle::framework {
namespace {

TEST(Layout, Names) {
  EXPECT_STREQ(LayoutName(Layout::kAny), "any");
  EXPECT_STREQ(LayoutName(Layout::kNCHW), "NCHW");
  EXPECT_STREQ(LayoutName(Layout::kNHWC), "NHWC");
}

}  // namespace
}  // namespace paddle::framework
