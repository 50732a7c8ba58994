#include "paddle/tools/serve/listen_at.h"

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>

namespace paddle::serve {
namespace {

TEST(AcceptLaterTest, CallsOnce) {
  boost::asio::io_context context;
  boost::asio::steady_timer timer(context);
  int called = 0;
  AcceptLater(&timer, [&] { ++called; });
  EXPECT_EQ(called, 0);
  context.run();
  EXPECT_EQ(called, 1);
}

TEST(AcceptLaterTest, NotWhenCancelled) {
  boost::asio::io_context context;
  boost::asio::steady_timer timer(context);
  AcceptLater(&timer, [] { FAIL(); });
  timer.cancel();
  context.run();
}

}  // namespace
}  // namespace paddle::serve
