#include "paddle/tools/serve/run_context.h"

#include <gtest/gtest.h>

#include <boost/asio/post.hpp>

#include "paddle/platform/enforce.h"

namespace paddle::serve {
namespace {

TEST(RunContextTest, OneThatThrowsDoesNotEndTheOthers) {
  boost::asio::io_context context;
  int ran = 0;
  for (int i = 0; i < 3; ++i) {
    boost::asio::post(context, [&] { ++ran; });
    boost::asio::post(context,
                      [] { PADDLE_THROW(ResourceExhausted, "no memory"); });
  }
  RunContext(&context);
  EXPECT_EQ(ran, 3);
  EXPECT_TRUE(context.stopped());
}

}  // namespace
}  // namespace paddle::serve
