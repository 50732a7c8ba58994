// Lets a program that has threads of its own run parallel loops on them.
#pragma once

#include <functional>
#include <memory>

#include "paddle/platform/thread_pool.h"

namespace paddle::platform {

// Runs tasks on threads that a program already has, such as those of its server
// or of its own pool. Implemented by the program:
//
//   class OnMyPool final : public platform::TaskExecutor {
//     void Schedule(std::function<void()> task) override {
//       my_pool.Post(std::move(task));
//     }
//   };
//
//   OnMyPool on_my_pool;
//   const platform::TaskExecutorScope scope(&on_my_pool);
//   executor.Run(...);  // its loops run here and on threads of my_pool
class TaskExecutor {
 public:
  virtual ~TaskExecutor() = default;
  // Calls `task` once, on any thread but this one: now, later, even when the
  // loop is over, or never. The thread that runs a loop takes part in it and
  // waits only for tasks that have begun, so a busy pool delays it but cannot
  // stop it. A task does not throw. Called by all threads that have a scope of
  // this executor. What this throws, the loop throws, once its pieces that have
  // begun are over.
  virtual void Schedule(std::function<void()> task) = 0;
};

// Makes the parallel loops of this thread, and of the programs that it runs,
// use `executor` instead of the threads of the process (thread_pool.h) during
// its lifetime; with null they use these again. NumThreads still limits how
// many threads share a loop. Results have the same bits as on any threads. The
// executor must outlive the scope.
class TaskExecutorScope {
 public:
  explicit TaskExecutorScope(TaskExecutor* executor);
  ~TaskExecutorScope();
  TaskExecutorScope(const TaskExecutorScope&) = delete;
  TaskExecutorScope& operator=(const TaskExecutorScope&) = delete;

 private:
  const std::unique_ptr<ThreadPool::Substitute> substitute_;
  ThreadPool::Substitute* const before_;
};

}  // namespace paddle::platform
