// Grouping of row numbers, of which some may be equal: the merging of
// SelectedRows, whose gradients list a row once per use.
#pragma once

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"

#include "paddle/platform/device_context.h"

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
  // Returns the rows as keys to sort: none is negative.
  uint64_t* keys() const { return reinterpret_cast<uint64_t*>(unique); }

  int64_t* order;   // positions, by row and then by position
  int64_t* unique;  // the rows
  int64_t* starts;  // of each row's positions in `order`, and their end
};

// Fills `groups`, which are in memory of the device, with those of `rows`, on
// the host, in O(n log n); returns the number of different rows. Sorts a long
// list on the GPU, and waits for it: that cannot be recorded
// (platform/device_graph.h).
template <class Device>
int64_t GroupRows(const Device& device, absl::Span<const int64_t> rows,
                  const RowGroups& groups);

// True if the rows ascend and none occurs twice.
bool AreMerged(absl::Span<const int64_t> rows);

}  // namespace paddle::operators::kernels
