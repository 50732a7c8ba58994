// Runs a fuzz test for a given time and reports its progress.
#pragma once

#include <cstdint>

#include "absl/functional/function_ref.h"

namespace paddle::fuzz {

// Calls once(i) for i = 0, 1, 2, ... as the environment says:
//
//   PADDLE_FUZZ_COUNT    this many calls; else
//   PADDLE_FUZZ_SECONDS  for this long (default 5)
//   PADDLE_FUZZ_FIRST    the first i (default 0): to repeat a call, or to
//   continue
//
// Prints how many calls of `what` it made, and how many per second. If the
// process ends in one, by a signal or a sanitizer, prints which. Returns the
// number of calls. One loop at a time.
uint64_t FuzzLoop(const char* what, absl::FunctionRef<void(uint64_t)> once);

}  // namespace paddle::fuzz
