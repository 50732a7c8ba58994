#include "paddle/framework/scope/scope_locks.h"

#include <atomic>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/cancellation.h"
#include "paddle/platform/enforce.h"
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

TEST(ScopeLocks, AWaitEndsWhenItIsCancelled) {
  const auto root = Scope::Create();
  const auto child = Scope::Create(root);
  ScopeLocks mine = ScopeLocks::One(*child, kRead);
  mine.Lock();
  platform::CancellationToken token;
  std::thread writer([&] {
    const platform::CancellationScope scope(&token);
    ScopeLocks locks = ScopeLocks::Chain(*child, kWrite, kWrite);
    EXPECT_ERROR(locks.Lock(), Cancelled, "the run was cancelled");
    EXPECT_FALSE(locks.locked());
    OthersTake(*root, kWrite);
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  // Queues after the writer, or gets in before it.
  std::thread reader([&] { OthersTake(*child, kRead); });
  token.Cancel();
  writer.join();
  reader.join();
  OthersTake(*child, kRead);
  mine.Unlock();
  OthersTake(*child, kWrite);
}

TEST(ScopeLocks, WhoHasWrittenLetsReadersIn) {
  const auto root = Scope::Create();
  const auto child = Scope::Create(root);
  ScopeLocks locks = ScopeLocks::Chain(*child, kWrite, kWrite);
  locks.Lock();
  locks.set_access(0, kRead);
  std::thread waiting([&] { OthersTake(*root, kRead); });
  locks.Downgrade();
  waiting.join();
  std::atomic<bool> entered{false};
  std::vector<std::thread> others;
  for (const auto& [scope, access] :
       {std::pair(root, kWrite), std::pair(child, kRead)}) {
    others.emplace_back([&, scope = scope, access = access] {
      OthersTake(*scope, access);
      entered = true;
    });
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(entered);
  locks.Unlock();
  for (std::thread& other : others) other.join();
}

// Waiters give up at random while others come and go.
TEST(ScopeLocks, CancelledWaitersAreNotMissed) {
  const auto scope = Scope::Create();
  std::atomic<int> readers{0}, writers{0}, cancelled{0};
  std::vector<std::thread> threads;
  // Held until one has given up: on a busy machine they might never meet.
  ScopeLocks held = ScopeLocks::One(*scope, kWrite);
  held.Lock();
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) {
        const bool writes = (t + i) % 2 == 0;
        platform::CancellationToken token;
        const platform::CancellationScope cancellation(&token);
        if ((t + i) % 3 == 0) token.Cancel();
        ScopeLocks locks = ScopeLocks::One(*scope, writes ? kWrite : kRead);
        try {
          locks.Lock();
        } catch (const platform::Error&) {
          ++cancelled;
          continue;
        }
        std::atomic<int>& mine = writes ? writers : readers;
        ++mine;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        EXPECT_EQ(writers, writes ? 1 : 0);
        EXPECT_TRUE(!writes || readers == 0);
        --mine;
      }
    });
  }
  while (cancelled == 0) std::this_thread::yield();
  held.Unlock();
  for (std::thread& thread : threads) thread.join();
  OthersTake(*scope, kWrite);
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
