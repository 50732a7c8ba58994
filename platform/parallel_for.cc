#include "paddle/platform/parallel_for.h"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <exception>

#include "paddle/platform/enforce.h"

namespace paddle::platform {
namespace {

using Body = absl::FunctionRef<void(int64_t begin, int64_t end)>;

// OpenMP ends the process when it cannot start a thread; so many it can.
constexpr int kMaxThreads = 1024;

std::atomic<int>& Threads() {
  static std::atomic<int> threads(std::max(omp_get_max_threads(), 1));
  return threads;
}

// Keeps the first exception of several threads.
class FirstException {
 public:
  void Capture() noexcept {
    if (!taken_.exchange(true)) exception_ = std::current_exception();
  }
  // After the threads have joined.
  void Rethrow() const {
    if (exception_ != nullptr) std::rethrow_exception(exception_);
  }

 private:
  std::atomic<bool> taken_{false};
  std::exception_ptr exception_;
};

// The length of a piece when `size` elements go to `pieces` threads.
int64_t PieceLength(int64_t size, int64_t grain, int64_t pieces) {
  const int64_t length = (size - 1) / pieces + 1;
  if (grain < kPieceAlignment) return length;
  return (length + kPieceAlignment - 1) / kPieceAlignment * kPieceAlignment;
}

void RunPieces(int64_t size, int64_t length, int pieces, Body body) {
  FirstException failure;
#pragma omp parallel num_threads(pieces)
  {
    // OpenMP may give fewer threads than asked for.
    const int64_t step = omp_get_num_threads() * length;
    for (int64_t begin = omp_get_thread_num() * length; begin < size;
         begin += step) {
      try {
        body(begin, std::min(begin + length, size));
      } catch (...) {
        failure.Capture();
      }
    }
  }
  failure.Rethrow();
}

}  // namespace

void SetNumThreads(int threads) {
  PADDLE_ENFORCE(threads >= 1 && threads <= kMaxThreads, InvalidArgument,
                 "the number of threads is from 1 to ", kMaxThreads, ", not ",
                 threads);
  Threads().store(threads);
  ApplyNumThreads();
}

int NumThreads() { return Threads().load(std::memory_order_relaxed); }

void ApplyNumThreads() {
  const int threads = NumThreads();
  if (omp_get_max_threads() != threads) omp_set_num_threads(threads);
}

SerialLibraries::SerialLibraries() : threads_(omp_get_max_threads()) {
  if (threads_ != 1) omp_set_num_threads(1);
}

SerialLibraries::~SerialLibraries() {
  if (threads_ != 1) omp_set_num_threads(threads_);
}

void ParallelFor(int64_t size, int64_t grain, Body body) {
  if (size <= 0) return;
  grain = std::max<int64_t>(grain, 1);
  const int64_t pieces = std::min<int64_t>(size / grain, NumThreads());
  if (pieces <= 1 || omp_in_parallel()) return body(0, size);
  RunPieces(size, PieceLength(size, grain, pieces), static_cast<int>(pieces),
            body);
}

}  // namespace paddle::platform
