#include "paddle/platform/task_executor.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <numeric>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "paddle/platform/enforce.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/thread_pool.h"

namespace paddle::platform {
namespace {

// Two threads and a queue, which a test can hold back.
class QueuePool final : public TaskExecutor {
 public:
  QueuePool() {
    for (int i = 0; i < 2; ++i) threads_.emplace_back([this] { Live(); });
  }
  ~QueuePool() override {
    Change([this] { ended_ = true; });
    for (std::thread& thread : threads_) thread.join();
  }
  void Schedule(std::function<void()> task) override {
    Change([&] { tasks_.push_back(std::move(task)); });
  }
  void Hold(bool held) {
    Change([&] { held_ = held; });
  }
  std::set<std::thread::id> ids() const {
    return {threads_[0].get_id(), threads_[1].get_id()};
  }

 private:
  template <typename Function>
  void Change(const Function& change) {
    const std::lock_guard<std::mutex> lock(mutex_);
    change();
    changed_.notify_all();
  }
  void Live() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
      changed_.wait(lock,
                    [this] { return ended_ || (!held_ && !tasks_.empty()); });
      if (tasks_.empty()) return;
      const std::function<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  bool held_ = false;
  bool ended_ = false;
  std::vector<std::thread> threads_;
};

// Restores the number of threads.
class TaskExecutorTest : public testing::Test {
 protected:
  TaskExecutorTest() { SetNumThreads(3); }
  ~TaskExecutorTest() override { SetNumThreads(before_); }

  const int before_ = NumThreads();
};

// Waits in each of three pieces until all have begun, on which threads they
// say.
std::set<std::thread::id> ThreadsOfLoop() {
  std::atomic<int> begun{0};
  std::mutex mutex;
  std::set<std::thread::id> ids;
  ParallelFor(3, 1, [&](int64_t, int64_t) {
    {
      const std::lock_guard<std::mutex> lock(mutex);
      ids.insert(std::this_thread::get_id());
    }
    ++begun;
    while (begun < 3) std::this_thread::yield();
  });
  return ids;
}

TEST_F(TaskExecutorTest, LoopsRunOnItsThreads) {
  QueuePool pool;
  const int workers = ThreadPool::workers();
  std::set<std::thread::id> expected = pool.ids();
  expected.insert(std::this_thread::get_id());
  {
    const TaskExecutorScope scope(&pool);
    EXPECT_EQ(ThreadsOfLoop(), expected);
    const TaskExecutorScope inner(nullptr);
    EXPECT_NE(ThreadsOfLoop(), expected);
  }
  EXPECT_NE(ThreadsOfLoop(), expected);
  EXPECT_GE(ThreadPool::workers(), workers);
}

TEST_F(TaskExecutorTest, PiecesAreThoseOfThePool) {
  using Pieces = std::set<std::pair<int64_t, int64_t>>;
  const auto pieces = [] {
    std::mutex mutex;
    Pieces all;
    ParallelFor(1000, 64, [&](int64_t begin, int64_t end) {
      const std::lock_guard<std::mutex> lock(mutex);
      all.emplace(begin, end);
    });
    return all;
  };
  const Pieces expected = pieces();
  QueuePool pool;
  const TaskExecutorScope scope(&pool);
  for (int i = 0; i < 200; ++i) EXPECT_EQ(pieces(), expected);
}

// A thread that waits for its own pool would wait for ever.
TEST_F(TaskExecutorTest, LoopEndsWithoutItsThreads) {
  QueuePool pool;
  pool.Hold(true);
  std::vector<int> seen(3);
  {
    const TaskExecutorScope scope(&pool);
    ParallelFor(3, 1, [&](int64_t begin, int64_t) { ++seen[begin]; });
  }
  EXPECT_THAT(seen, testing::Each(1));
  // Tasks that come too late find nothing to do.
  pool.Hold(false);
}

TEST_F(TaskExecutorTest, LoopsInsideAPieceAreSerial) {
  QueuePool pool;
  const TaskExecutorScope scope(&pool);
  std::atomic<int> wrong{0};
  ParallelFor(3, 1, [&](int64_t, int64_t) {
    const auto id = std::this_thread::get_id();
    ParallelFor(3, 1, [&](int64_t begin, int64_t end) {
      wrong += begin != 0 || end != 3 || std::this_thread::get_id() != id;
    });
  });
  EXPECT_EQ(wrong, 0);
  EXPECT_FALSE(ThreadPool::InTask());
}

TEST_F(TaskExecutorTest, ExceptionsReachTheCaller) {
  QueuePool pool;
  const TaskExecutorScope scope(&pool);
  EXPECT_ERROR(ParallelFor(3, 1,
                           [](int64_t begin, int64_t) {
                             PADDLE_ENFORCE(begin == 0, DataLoss, "a piece");
                           }),
               DataLoss, "a piece");
}

class Refusing final : public TaskExecutor {
  void Schedule(std::function<void()>) override {
    PADDLE_THROW(Unavailable, "no thread");
  }
};

TEST_F(TaskExecutorTest, ExceptionsOfTheExecutorReachTheCaller) {
  Refusing refusing;
  const TaskExecutorScope scope(&refusing);
  EXPECT_ERROR(ParallelFor(3, 1, [](int64_t, int64_t) {}), Unavailable,
               "no thread");
  EXPECT_FALSE(ThreadPool::InTask());
}

TEST_F(TaskExecutorTest, ManyThreadsShareIt) {
  QueuePool pool;
  std::atomic<int64_t> sum{0};
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i) {
    callers.emplace_back([&] {
      const TaskExecutorScope scope(&pool);
      for (int run = 0; run < 500; ++run) {
        ParallelFor(300, 64,
                    [&](int64_t begin, int64_t end) { sum += end - begin; });
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(sum, 4 * 500 * 300);
}

}  // namespace
}  // namespace paddle::platform
