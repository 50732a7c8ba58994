// Grouping of row numbers, of which some may be equal: the merging of
// SelectedRows, whose gradients list a row once per use.
#pragma once

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"

namespace paddle::operators::kernels {

// A list of `count` rows grouped by row: rows ascend, and so do the positions
// of each, so that terms are added in the order of the list. A view of memory
// that the caller owns.
struct RowGroups {
  // Returns the numbers of memory that the groups of a list take.
  static int64_t SizeOf(int64_t count) { return 3 * count + 1; }
  // Places the arrays in `space`, of SizeOf(count) numbers.
  RowGroups(int64_t count, int64_t* space)
      : order(space), unique(order + count), starts(unique + count) {}

  int64_t* order;   // positions, by row and then by position
  int64_t* unique;  // the rows
  int64_t* starts;  // of each row's positions in `order`, and their end
};

// Fills `groups` in O(n log n); returns the number of different rows.
int64_t GroupRows(absl::Span<const int64_t> rows, const RowGroups& groups);

// True if the rows ascend and none occurs twice.
bool AreMerged(absl::Span<const int64_t> rows);

}  // namespace paddle::operators::kernels
