#include "paddle/platform/host_port.h"

#include "gtest/gtest.h"

namespace paddle::platform {
namespace {

TEST(HostPortTest, HasBracketsWhereItNeedsThem) {
  EXPECT_EQ(HostPort("127.0.0.1", 80), "127.0.0.1:80");
  EXPECT_EQ(HostPort("localhost", 0), "localhost:0");
  EXPECT_EQ(HostPort("::1", 8080), "[::1]:8080");
  EXPECT_EQ(HostPort("[::1]", 8080), "[::1]:8080");
}

}  // namespace
}  // namespace paddle::platform
