// The threads that parallel loops run on.
#pragma once

#include "absl/functional/function_ref.h"

namespace paddle::platform {

// The workers of the process, which start when they are first needed and live
// until it ends. A worker without work spins for some microseconds, then lets
// others have its core, and soon sleeps. Nothing of the pool is ever destroyed,
// so that a worker may outlive the static objects of a process that exits.
// Workers block all signals and are named "paddle/1", "paddle/2" and so on.
//
// After fork() the child starts workers of its own. A task that forks must not
// return in the child, since the other tasks of its call ran in the parent.
class ThreadPool {
 public:
  // How many workers there can be.
  static constexpr int kMaxWorkers = 1023;

  // Calls task(0), ..., task(tasks - 1), each once, and returns when all have
  // returned. `task` must not throw. The calling thread takes part: it begins
  // with task 0, takes whatever no worker has begun, and waits only for tasks
  // that workers have begun. So several threads may call at once (a worker
  // helps one of them at a time), a call ends although no worker could be
  // started, and with enough idle workers task i runs on worker i, whose caches
  // know it. A call from inside a task runs all its tasks on the calling
  // thread. `tasks` is from 1 to kMaxWorkers + 1.
  static void Run(int tasks, absl::FunctionRef<void(int task)> task);

  // True inside a task, on whatever thread.
  static bool InTask();

  // How many workers have been started in this process.
  static int workers();
};

}  // namespace paddle::platform
