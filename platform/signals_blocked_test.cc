#include "paddle/platform/signals_blocked.h"

#include <signal.h>

#include <thread>

#include "gtest/gtest.h"

namespace paddle::platform {
namespace {

bool IsBlocked(int signal) {
  sigset_t blocked;
  pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  return sigismember(&blocked, signal) == 1;
}

TEST(SignalsBlocked, RestoresWhatWasBlockedBefore) {
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, SIGUSR1);
  ASSERT_EQ(pthread_sigmask(SIG_BLOCK, &one, nullptr), 0);
  {
    const SignalsBlocked outer;
    EXPECT_TRUE(IsBlocked(SIGUSR1));
    EXPECT_TRUE(IsBlocked(SIGTERM));
    { const SignalsBlocked inner; }
    EXPECT_TRUE(IsBlocked(SIGTERM));
  }
  EXPECT_TRUE(IsBlocked(SIGUSR1));
  EXPECT_FALSE(IsBlocked(SIGTERM));
  ASSERT_EQ(pthread_sigmask(SIG_UNBLOCK, &one, nullptr), 0);
}

TEST(SignalsBlocked, ThreadsInheritIt) {
  bool blocked = false;
  std::thread thread;
  {
    const SignalsBlocked guard;
    thread = std::thread([&] { blocked = IsBlocked(SIGTERM); });
  }
  thread.join();
  EXPECT_TRUE(blocked);
  EXPECT_FALSE(IsBlocked(SIGTERM));
}

volatile sig_atomic_t handled = 0;

TEST(SignalsBlocked, HandlersWaitForItsEnd) {
  const auto before = signal(SIGUSR2, [](int) { handled = handled + 1; });
  {
    const SignalsBlocked guard;
    raise(SIGUSR2);
    EXPECT_EQ(handled, 0);
  }
  EXPECT_EQ(handled, 1);
  signal(SIGUSR2, before);
}

}  // namespace
}  // namespace paddle::platform
