#include "paddle/platform/task_executor.h"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>

#include "absl/functional/function_ref.h"

namespace paddle::platform {
namespace {

using Task = absl::FunctionRef<void(int)>;

// The tasks of one call. Helpers own it together, since they may come when the
// call is over; `task` lives on the stack of the caller, who waits for those
// that have entered.
class SharedTasks {
 public:
  SharedTasks(int tasks, Task task) : tasks_(tasks), task_(task) {}

  void Help() {
    if (!Enter()) return;
    RunRest();
    Leave();
  }
  // Runs the tasks that nobody has begun.
  void RunRest() {
    const ThreadPool::TaskMark mark;
    for (int i = next_++; i < tasks_; i = next_++) task_(i);
  }
  // Lets nobody in any more, and waits for those inside.
  void Close() {
    std::unique_lock<std::mutex> lock(mutex_);
    closed_ = true;
    left_.wait(lock, [this] { return inside_ == 0; });
  }

 private:
  bool Enter() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (closed_) return false;
    ++inside_;
    return true;
  }
  void Leave() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (--inside_ == 0) left_.notify_all();
  }

  const int tasks_;
  const Task task_;
  std::atomic<int> next_{0};
  std::mutex mutex_;
  std::condition_variable left_;
  int inside_ = 0;
  bool closed_ = false;
};

// Closes the tasks also when the executor throws.
class ClosedAtEnd {
 public:
  explicit ClosedAtEnd(SharedTasks* tasks) : tasks_(tasks) {}
  ~ClosedAtEnd() { tasks_->Close(); }
  ClosedAtEnd(const ClosedAtEnd&) = delete;
  ClosedAtEnd& operator=(const ClosedAtEnd&) = delete;

 private:
  SharedTasks* const tasks_;
};

class Scheduled final : public ThreadPool::Substitute {
 public:
  explicit Scheduled(TaskExecutor* executor) : executor_(executor) {}
  void Run(int tasks, Task task) override {
    const auto shared = std::make_shared<SharedTasks>(tasks, task);
    const ClosedAtEnd closed(shared.get());
    for (int i = 1; i < tasks; ++i) {
      executor_->Schedule([shared] { shared->Help(); });
    }
    shared->RunRest();
  }

 private:
  TaskExecutor* const executor_;
};

std::unique_ptr<ThreadPool::Substitute> SubstituteOf(TaskExecutor* executor) {
  if (executor == nullptr) return nullptr;
  return std::make_unique<Scheduled>(executor);
}

}  // namespace

TaskExecutorScope::TaskExecutorScope(TaskExecutor* executor)
    : substitute_(SubstituteOf(executor)),
      before_(ThreadPool::SetSubstitute(substitute_.get())) {}

TaskExecutorScope::~TaskExecutorScope() { ThreadPool::SetSubstitute(before_); }

}  // namespace paddle::platform
