// The project's only parallel loop, which runs on the threads of thread_pool.h.
#pragma once

#include <cstdint>

#include "absl/functional/function_ref.h"

namespace paddle::platform {

// Sets the number of threads that a parallel loop may use; InvalidArgument if
// it is less than 1. The default is what the process may really use (CPUCount),
// or OMP_NUM_THREADS. Holds for the whole process; not to be changed while a
// program runs.
void SetNumThreads(int threads);
int NumThreads();

// Restricts libraries that use OpenMP themselves (oneDNN) to the calling thread
// during its lifetime. Their bits then do not depend on the number of threads,
// and OpenMP, whose threads do not survive fork(), starts none. Costs a few
// nanoseconds. One is always active inside the pieces of a ParallelFor and
// while a program runs; it does not affect ParallelFor itself.
class SerialLibraries {
 public:
  SerialLibraries();
  ~SerialLibraries();
  SerialLibraries(const SerialLibraries&) = delete;
  SerialLibraries& operator=(const SerialLibraries&) = delete;

 private:
  const int threads_;  // as it was
};

// Pieces begin at multiples of this many elements, so that the position of an
// element in a vector register, and with it every bit of the result, is
// independent of the number of threads.
inline constexpr int64_t kPieceAlignment = 64;

// Calls body(begin, end) on disjoint pieces that cover [0, size). Pieces have
// at least `grain` elements (so a small loop runs on the calling thread and
// wakes no other) and, if grain >= kPieceAlignment, begin at multiples of
// kPieceAlignment. Each thread begins with a part of its own, and takes what
// others have left when it is done. The first exception of a piece is rethrown
// on the calling thread after all pieces have ended; so is Cancelled, if the
// calling thread has a CancellationScope whose token is cancelled (pieces are
// then passed to the body in parts). Kernels must compute the same bits for any
// partition. Calls from inside a piece run serially. Thread safe.
void ParallelFor(int64_t size, int64_t grain,
                 absl::FunctionRef<void(int64_t begin, int64_t end)> body);

}  // namespace paddle::platform
