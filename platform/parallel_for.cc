#include "paddle/platform/parallel_for.h"

#include <omp.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <exception>

#include "paddle/platform/cancellation.h"
#include "paddle/platform/cpu_info.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/flush_denormals.h"
#include "paddle/platform/thread_pool.h"

namespace paddle::platform {
namespace {

using Body = absl::FunctionRef<void(int64_t begin, int64_t end)>;

constexpr int kMaxThreads = ThreadPool::kMaxWorkers + 1;

// A loop that can be cancelled checks after this many grains (each of which is
// worth starting a thread for), or after a fraction of a long piece, so that
// the checks cost nothing measurable.
constexpr int64_t kGrainsPerLook = 64;
constexpr int64_t kMaxLooks = 256;

// A user who asks OpenMP for a number gets it; its own default knows nothing of
// the time that a container may use.
int DefaultThreads() {
  const int threads = std::getenv("OMP_NUM_THREADS") != nullptr
                          ? omp_get_max_threads()
                          : std::min(omp_get_max_threads(), CPUCount());
  return std::clamp(threads, 1, kMaxThreads);
}

std::atomic<int>& Threads() {
  static std::atomic<int> threads(DefaultThreads());
  return threads;
}

// Keeps the first exception of several threads; the others are lost, as the
// caller can handle only one.
class FirstException {
 public:
  void Capture() noexcept {
    if (!taken_.exchange(true)) exception_ = std::current_exception();
  }
  // Must be called after all threads have finished.
  void Rethrow() const {
    if (exception_ != nullptr) std::rethrow_exception(exception_);
  }

 private:
  std::atomic<bool> taken_{false};
  std::exception_ptr exception_;
};

int64_t RoundUp(int64_t length, int64_t grain) {
  if (grain < kPieceAlignment) return length;
  return (length + kPieceAlignment - 1) / kPieceAlignment * kPieceAlignment;
}

// The parameters of a loop that all of its pieces share.
struct Loop {
  int64_t size;
  int64_t grain;
  Body body;
  CancellationToken* token;  // null: not cancellable
};

// Returns how many elements of a piece to process between two checks.
int64_t StepOf(const Loop& loop, int64_t length) {
  if (length <= loop.grain) return length;  // most loops: avoids a division
  const int64_t grains = loop.grain == 1 ? 1 : kGrainsPerLook;
  if (length / grains <= loop.grain) return length;
  return RoundUp(std::max(grains * loop.grain, length / kMaxLooks), loop.grain);
}

void RunPiece(const Loop& loop, int64_t begin, int64_t end) {
  if (loop.token == nullptr) return loop.body(begin, end);
  const int64_t step = StepOf(loop, end - begin);
  // A short piece is not checked: the operator has only just begun.
  if (step == end - begin) return loop.body(begin, end);
  for (; begin < end; begin += step) {
    CheckCancellation();
    loop.body(begin, std::min(begin + step, end));
  }
}

// Chunks of a piece, if each is worth a thread: a thread that is done with its
// own piece takes those that are left of others, whose cores may be slower or
// have come late.
constexpr int64_t kMostChunks = 4;

// A loop cut into a piece for each thread, and these into chunks.
class Pieces {
 public:
  Pieces(const Loop& loop, int64_t count)
      : loop_(loop),
        count_(count),
        length_(RoundUp((loop.size - 1) / count + 1, loop.grain)),
        chunk_(ChunkOf(loop, length_)) {
    for (int64_t i = 0; i < count; ++i) {
      taken_[i].store(0, std::memory_order_relaxed);
    }
  }

  void Run() {
    ThreadPool::Run(static_cast<int>(count_), [this](int piece) {
      const SerialLibraries serial;
      const FlushDenormals as_the_caller(flush_);
      const CancellationWatch watch(loop_.token);
      try {
        for (int64_t i = 0; i < count_; ++i) RunRest((piece + i) % count_);
      } catch (...) {
        failure_.Capture();
      }
    });
    failure_.Rethrow();
  }

 private:
  static int64_t ChunkOf(const Loop& loop, int64_t length) {
    const int64_t count =
        std::clamp<int64_t>(length / loop.grain, 1, kMostChunks);
    return RoundUp((length - 1) / count + 1, loop.grain);
  }

  // Runs the chunks of a piece that nobody has taken, in their order. The last
  // one has the rest: none is too small.
  void RunRest(int64_t piece) {
    const int64_t first = piece * length_;
    const int64_t end = std::min(first + length_, loop_.size);
    if (first >= end) return;
    const int64_t chunks = std::max<int64_t>((end - first) / chunk_, 1);
    std::atomic<int>& next = taken_[piece];
    // Looks before it writes to what other threads look at.
    while (next.load(std::memory_order_relaxed) < chunks) {
      const int64_t taken = next.fetch_add(1, std::memory_order_relaxed);
      if (taken >= chunks) return;
      if (taken > 0 && loop_.token != nullptr) CheckCancellation();
      const int64_t begin = first + taken * chunk_;
      RunPiece(loop_, begin, taken + 1 == chunks ? end : begin + chunk_);
    }
  }

  const Loop& loop_;
  const int64_t count_;
  const int64_t length_;
  const int64_t chunk_;
  const bool flush_ = FlushDenormals::IsOn();
  FirstException failure_;
  std::array<std::atomic<int>, kMaxThreads> taken_;  // the first count_
};

// NumThreads() must ask OpenMP for its default before anybody changes it.
int LibraryThreads() {
  Threads();
  return omp_get_max_threads();
}

}  // namespace

void SetNumThreads(int threads) {
  PADDLE_ENFORCE(threads >= 1 && threads <= kMaxThreads, InvalidArgument,
                 "the number of threads is from 1 to ", kMaxThreads, ", not ",
                 threads);
  Threads().store(threads);
}

int NumThreads() { return Threads().load(std::memory_order_relaxed); }

SerialLibraries::SerialLibraries() : threads_(LibraryThreads()) {
  if (threads_ != 1) omp_set_num_threads(1);
}

SerialLibraries::~SerialLibraries() {
  if (threads_ != 1) omp_set_num_threads(threads_);
}

void ParallelFor(int64_t size, int64_t grain, Body body) {
  if (size <= 0) return;
  grain = std::max<int64_t>(grain, 1);
  if (size <= grain) {  // most loops of small tensors: as RunPiece would
    const SerialLibraries serial;
    return body(0, size);
  }
  if (ThreadPool::InTask()) return body(0, size);
  const SerialLibraries serial;
  const int64_t pieces = std::min<int64_t>(size / grain, NumThreads());
  const Loop loop{size, grain, body, CurrentCancellation()};
  if (pieces <= 1) return RunPiece(loop, 0, size);
  Pieces(loop, pieces).Run();
}

}  // namespace paddle::platform
