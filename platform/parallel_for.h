// The one parallel loop of the project, on the threads of thread_pool.h.
#pragma once

#include <cstdint>

#include "absl/functional/function_ref.h"

namespace paddle::platform {

// How many threads a parallel loop may use; at least 1, else InvalidArgument.
// Default: what OpenMP proposes, that is the processors of the machine or
// OMP_NUM_THREADS. Affects the whole process; not meant to be changed while a
// program runs.
void SetNumThreads(int threads);
int NumThreads();

// While it lives, libraries that use OpenMP on their own (oneDNN) run on the
// calling thread alone: their bits do not depend on the number of threads, and
// OpenMP, whose threads survive no fork, starts none. It costs some
// nanoseconds. Inside the pieces of a ParallelFor, and while a program runs,
// there is always one; ParallelFor itself is not affected.
class SerialLibraries {
 public:
  SerialLibraries();
  ~SerialLibraries();
  SerialLibraries(const SerialLibraries&) = delete;
  SerialLibraries& operator=(const SerialLibraries&) = delete;

 private:
  const int threads_;  // as it was
};

// Pieces begin at multiples of this many elements, so that an element's place
// in a vector register, and with it every bit of the result, does not depend
// on the number of threads.
inline constexpr int64_t kPieceAlignment = 64;

// Calls body(begin, end) on disjoint pieces that cover [0, size). Pieces hold
// at least `grain` elements (so a small loop runs on the calling thread,
// without touching another) and, while grain >= kPieceAlignment, begin at
// multiples of kPieceAlignment. The first exception a piece throws is rethrown
// on the calling thread after all pieces ended; so is Cancelled, if the calling
// thread has a CancellationScope and its token is cancelled (a piece then goes
// to the body in parts). Kernels must compute the same bits for any way of
// cutting. A call from inside a piece runs serially. Several threads may call
// at once.
void ParallelFor(int64_t size, int64_t grain,
                 absl::FunctionRef<void(int64_t begin, int64_t end)> body);

}  // namespace paddle::platform
