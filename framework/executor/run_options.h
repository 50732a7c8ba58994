// Options of one run of a compiled block.
#pragma once

#include <cstdint>

#include "paddle/platform/cancellation.h"

namespace paddle::framework {

struct RunOptions {
  uint64_t seed = 0;
  uint64_t step = 0;
  // After each operator look for NaN and infinity in its outputs;
  // FailedPrecondition, naming the first operator that made one.
  bool check_nan_inf = false;
  // Once it is cancelled, the run throws Cancelled, and leaves what any run
  // leaves that fails. Null: the run cannot be cancelled.
  platform::CancellationToken* cancellation = nullptr;
};

}  // namespace paddle::framework
