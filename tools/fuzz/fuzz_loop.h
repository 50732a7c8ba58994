// How long a fuzz test goes on, and what it says.
#pragma once

#include <cstdint>

#include "absl/functional/function_ref.h"

namespace paddle::fuzz {

// Calls once(i) for i = 0, 1, 2, … for as long as the environment says:
//
//   PADDLE_FUZZ_COUNT    this many calls; else
//   PADDLE_FUZZ_SECONDS  this long (default 5)
//   PADDLE_FUZZ_FIRST    the first i (default 0): to make one again, or to go
//   on
//
// Prints how many calls there were, of `what`, and how many a second. If the
// process ends in one, by a signal or a sanitizer, it prints which. Returns how
// many there were. One loop at a time.
uint64_t FuzzLoop(const char* what, absl::FunctionRef<void(uint64_t)> once);

}  // namespace paddle::fuzz
