#include "paddle/platform/signals_blocked.h"

#include <signal.h>

#include "gtest/gtest.h"

namespace paddle::platform {
namespace {

volatile sig_atomic_t handled = 0;

TEST(SignalsBlockedTest, ASignalWaitsForTheEnd) {
  signal(SIGUSR1, [](int) { handled = handled + 1; });
  {
    const SignalsBlocked blocked;
    raise(SIGUSR1);
    EXPECT_EQ(handled, 0);
  }
  EXPECT_EQ(handled, 1);
}

TEST(SignalsBlockedTest, WhatWasBlockedStaysSo) {
  sigset_t one, now;
  sigemptyset(&one);
  sigaddset(&one, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &one, nullptr);
  {
    const SignalsBlocked outer;
    const SignalsBlocked inner;
  }
  pthread_sigmask(SIG_UNBLOCK, &one, &now);
  EXPECT_EQ(sigismember(&now, SIGUSR2), 1);
  EXPECT_EQ(sigismember(&now, SIGUSR1), 0);
}

}  // namespace
}  // namespace paddle::platform
