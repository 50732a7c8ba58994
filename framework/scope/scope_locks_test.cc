#include "paddle/framework/scope/scope_locks.h"

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

constexpr ScopeAccess kRead = ScopeAccess::kRead;
constexpr ScopeAccess kWrite = ScopeAccess::kWrite;

// Hangs if another thread cannot take the lock now.
void OthersTake(const Scope& scope, ScopeAccess access) {
  std::thread([&] { ScopeLocks::One(scope, access).Lock(); }).join();
}

TEST(ScopeLocks, ReadersShareAndWritersAreAlone) {
  const auto scope = Scope::Create();
  ScopeLocks locks = ScopeLocks::One(*scope, kRead);
  locks.Lock();
  OthersTake(*scope, kRead);
  locks.Unlock();
  locks.set_access(0, kWrite);
  locks.Lock();
  std::atomic<int> inside{0};
  std::vector<std::thread> others;
  for (ScopeAccess access : {kRead, kWrite}) {
    others.emplace_back([&, access] {
      ScopeLocks mine = ScopeLocks::One(*scope, access);
      mine.Lock();
      ++inside;
    });
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(inside, 0);
  locks.Unlock();
  for (std::thread& other : others) other.join();
  EXPECT_EQ(inside, 2);
}

TEST(ScopeLocks, AChainIsTheParentsToo) {
  const auto root = Scope::Create();
  const auto child = Scope::Create(root);
  ScopeLocks locks = ScopeLocks::Chain(*child, kWrite, kRead);
  EXPECT_EQ(locks.size(), 2);
  locks.Lock();
  EXPECT_TRUE(locks.locked());
  OthersTake(*root, kRead);
  EXPECT_ERROR(ScopeLocks::One(*root, kRead).Lock(), FailedPrecondition,
               "a run inside a run needs a scope of its own");
}

TEST(ScopeLocks, TheSameThreadDoesNotWaitForItself) {
  const auto scope = Scope::Create();
  ScopeLocks outer = ScopeLocks::One(*scope, kRead);
  ScopeLocks inner = ScopeLocks::One(*scope, kRead);
  outer.Lock();
  EXPECT_ERROR(inner.Lock(), FailedPrecondition, "wait for itself");
  EXPECT_FALSE(inner.locked());
  outer.Unlock();
  inner.Lock();
  EXPECT_TRUE(inner.locked());
}

TEST(ScopeLocks, MovesWithWhatItHolds) {
  const auto scope = Scope::Create();
  ScopeLocks first = ScopeLocks::One(*scope, kWrite);
  first.Lock();
  ScopeLocks second = std::move(first);
  EXPECT_TRUE(second.locked());
  EXPECT_FALSE(first.locked());
  second = ScopeLocks();
  first = ScopeLocks::One(*scope, kWrite);
  first.Lock();  // Nobody holds it.
}

// Readers that come without a pause do not keep a writer out for ever.
TEST(ScopeLocks, AWriterGetsItsTurnAmongReaders) {
  const auto scope = Scope::Create();
  std::atomic<bool> done{false};
  std::vector<std::thread> readers;
  for (int i = 0; i < 4; ++i) {
    readers.emplace_back([&] {
      ScopeLocks locks = ScopeLocks::One(*scope, kRead);
      while (!done) {
        locks.Lock();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        locks.Unlock();
      }
    });
  }
  ScopeLocks writer = ScopeLocks::One(*scope, kWrite);
  for (int i = 0; i < 20; ++i) {
    writer.Lock();
    writer.Unlock();
  }
  done = true;
  for (std::thread& reader : readers) reader.join();
}

// Siblings write below a parent that they read, and the parent itself.
TEST(ScopeLocks, ChainsDoNotWaitForEachOther) {
  const auto root = Scope::Create();
  int64_t in_root = 0;
  std::atomic<int64_t> expected{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      const auto child = Scope::Create(root);
      for (int i = 0; i < 500; ++i) {
        const bool writes = (t + i) % 3 == 0;
        ScopeLocks locks =
            ScopeLocks::Chain(*child, kWrite, writes ? kWrite : kRead);
        locks.Lock();
        if (writes) ++in_root;
        if (writes) ++expected;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(in_root, expected);
}

}  // namespace
}  // namespace paddle::framework
