// Options of one run of a compiled block.
#pragma once

#include <cstdint>

#include "paddle/platform/cancellation.h"

namespace paddle::framework {

// The options of one run; cheap to copy.
struct RunOptions {
  uint64_t seed = 0;
  uint64_t step = 0;
  // Search the outputs of each operator for NaN and infinity; throw
  // FailedPrecondition, naming the first operator that produced one.
  bool check_nan_inf = false;
  // Once cancelled, the run throws Cancelled and leaves what any failed run
  // leaves. Null: it cannot be cancelled.
  platform::CancellationToken* cancellation = nullptr;
};

}  // namespace paddle::framework
