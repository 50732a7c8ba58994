// Comparing sizes that may be symbols.
#pragma once

#include <cstdint>

#include "paddle/framework/types/dims.h"

namespace paddle::framework {

// Whether two sizes are equal or, one of them being a symbol, may turn out so.
// When a program runs there are no symbols, and what a shape function let pass
// is checked again.
inline bool MayBeEqual(int64_t a, int64_t b) {
  return a == b || a < 0 || b < 0;
}

// As above for each size; shapes of different rank are never equal.
inline bool MayBeEqual(const Dims& a, const Dims& b) {
  bool equal = a.rank() == b.rank();
  for (int i = 0; equal && i < a.rank(); ++i) equal = MayBeEqual(a[i], b[i]);
  return equal;
}

}  // namespace paddle::framework
