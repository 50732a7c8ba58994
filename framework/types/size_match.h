// Compares sizes that may be symbols.
#pragma once

#include <cstdint>

#include "paddle/framework/types/dims.h"

namespace paddle::framework {

// True if two sizes are equal or might turn out so because one of them is a
// symbol. In a running program there are no symbols, so the same check is exact
// there.
inline bool MayBeEqual(int64_t a, int64_t b) {
  return a == b || a < 0 || b < 0;
}

// Compares all sizes in this way; shapes of different rank are never equal.
inline bool MayBeEqual(const Dims& a, const Dims& b) {
  bool equal = a.rank() == b.rank();
  for (int i = 0; equal && i < a.rank(); ++i) equal = MayBeEqual(a[i], b[i]);
  return equal;
}

}  // namespace paddle::framework
