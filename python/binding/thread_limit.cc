#include "paddle/python/binding/thread_limit.h"

#include <algorithm>

namespace paddle::python {

using platform::ThreadPool;

ThreadLimit::ThreadLimit(int most) : most_(most) {
  if (most_ != 0) before_ = ThreadPool::SetSubstitute(this);
}

ThreadLimit::~ThreadLimit() {
  if (most_ != 0) ThreadPool::SetSubstitute(before_);
}

void ThreadLimit::Run(int tasks, absl::FunctionRef<void(int task)> task) {
  const int threads = std::min(tasks, most_);
  ThreadPool::SetSubstitute(before_);
  ThreadPool::Run(threads, [&](int thread) {
    for (int i = thread; i < tasks; i += threads) task(i);
  });
  ThreadPool::SetSubstitute(this);
}

}  // namespace paddle::python
