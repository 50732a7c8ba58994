// Hides the latency of memory from loops over rows at any places of a table.
#pragma once

#include <cstdint>

namespace paddle::operators::kernels {

// Loops fetch rows so many steps ahead, which all the fetches of memory that
// are under way at a time need: with 8, rows of 64 floats took a tenth longer.
inline constexpr int64_t kRowsAhead = 32;

// Lets the processor fetch the first elements of a row that is used later.
// Returns at once, and changes nothing but caches. `row` is not read, but must
// be a place of an array or one past its end.
template <typename T>
inline void PrefetchRow(const T* row, int64_t width) {
  constexpr int64_t kLine = 64 / sizeof(T);
  constexpr int64_t kMostLines = 8;  // the processor itself fetches the rest
  const int64_t end = width < kMostLines * kLine ? width : kMostLines * kLine;
  for (int64_t j = 0; j < end; j += kLine) __builtin_prefetch(row + j);
}

}  // namespace paddle::operators::kernels
