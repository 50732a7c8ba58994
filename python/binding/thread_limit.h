// Limits how many threads of the machine one run computes with.
#pragma once

#include "absl/functional/function_ref.h"

#include "paddle/platform/thread_pool.h"

namespace paddle::python {

// Has the parallel loops of this thread run on at most `most` threads, this one
// included, during its lifetime; 0: as many as platform::NumThreads says, which
// is the limit in any case. Results are the same bits.
class ThreadLimit final : private platform::ThreadPool::Substitute {
 public:
  explicit ThreadLimit(int most);
  ~ThreadLimit() override;
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

 private:
  void Run(int tasks, absl::FunctionRef<void(int task)> task) override;

  const int most_;
  Substitute* before_ = nullptr;
};

}  // namespace paddle::python
