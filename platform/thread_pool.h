// The threads that parallel loops run on.
#pragma once

#include "absl/functional/function_ref.h"

namespace paddle::platform {

// The workers of the process, which are started on demand and live until it
// ends. An idle worker spins for some microseconds, then yields its core, and
// soon sleeps. Before it wakes it is given the processors that its caller may
// use, but the one that the caller is on. Nothing of the pool is ever
// destroyed, so a worker may outlive the static objects of a process that
// exits. Workers block all signals and are named "paddle/1", "paddle/2" and so
// on.
//
// After fork() the child starts workers of its own. A task that forks must not
// return in the child, since the other tasks of its call ran in the parent.
class ThreadPool {
 public:
  // Upper limit of the number of workers.
  static constexpr int kMaxWorkers = 1023;

  // Calls task(0), ..., task(tasks - 1), each once, and returns when all have
  // returned. `task` must not throw. The calling thread takes part: it starts
  // with task 0, takes the tasks that no worker has begun, and waits only for
  // those that workers have begun. Hence several threads may call at once (a
  // worker helps one of them at a time), and a call completes even if no worker
  // could be started. With enough idle workers task i runs on worker i, whose
  // caches hold its data. A call from inside a task runs all its tasks on the
  // calling thread. `tasks` lies in [1, kMaxWorkers + 1].
  static void Run(int tasks, absl::FunctionRef<void(int task)> task);

  // True inside a task, on any thread.
  static bool InTask();

  // Makes the calling thread count as inside a task during its lifetime, for
  // threads that are not of the pool (task_executor.h).
  class TaskMark {
   public:
    TaskMark();
    ~TaskMark();
    TaskMark(const TaskMark&) = delete;
    TaskMark& operator=(const TaskMark&) = delete;

   private:
    const bool before_;
  };

  // Runs tasks in the place of the workers, as Run says.
  class Substitute {
   public:
    virtual ~Substitute() = default;
    virtual void Run(int tasks, absl::FunctionRef<void(int task)> task) = 0;
  };
  // Makes Run on this thread call `substitute`, which outlives its being one;
  // null: the workers again. Returns the one before.
  static Substitute* SetSubstitute(Substitute* substitute);

  // Returns the number of workers started in this process.
  static int workers();
};

}  // namespace paddle::platform
