// Which of many rows are the same.
#pragma once

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"

namespace paddle::operators::kernels {

// Positions in a list of `count` rows, grouped by row. Rows ascend, and so do
// the positions of each.
struct RowGroups {
  // How many numbers the groups of a list take.
  static int64_t SizeOf(int64_t count) { return 3 * count + 1; }
  // Looks into `space`, of SizeOf(count) numbers.
  RowGroups(int64_t count, int64_t* space)
      : order(space), unique(order + count), starts(unique + count) {}

  int64_t* order;   // positions, by row and then by position
  int64_t* unique;  // the rows
  int64_t* starts;  // of each row's positions in `order`, and their end
};

// Fills `groups`; returns how many different rows there are.
int64_t GroupRows(absl::Span<const int64_t> rows, const RowGroups& groups);

// Whether each row stands once, and they ascend.
bool AreMerged(absl::Span<const int64_t> rows);

}  // namespace paddle::operators::kernels
