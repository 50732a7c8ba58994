// Chooses whether a thread computes with denormal numbers.
#pragma once

namespace paddle::platform {

// Lets the calling thread take denormal numbers (in float those below 1.2e-38)
// for zeros, as operands and as results, during its lifetime; with false, keep
// them. Processors need a hundred times as long for an operation on one. The
// pieces of a ParallelFor do as the thread that calls it. Costs some
// nanoseconds. Processors other than x86-64 and 64-bit ARM keep them always.
class FlushDenormals {
 public:
  explicit FlushDenormals(bool flush);
  ~FlushDenormals();
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;

  // True if the calling thread takes them for zeros.
  static bool IsOn();

 private:
  const bool before_;
};

}  // namespace paddle::platform
