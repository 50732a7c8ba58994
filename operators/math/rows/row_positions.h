// Finds the rows that SelectedRows have by their numbers, for SelectedRows that
// are a table, such as an embedding of which few rows are kept. All of it is on
// the host, where row numbers live.
#pragma once

#include <cstdint>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"

#include "paddle/framework/tensor/selected_rows.h"

namespace paddle::operators::kernels {

// Maps the numbers of rows to their positions in a list. A view of the list,
// which must outlive it. Rows that ascend take no memory; others are hashed, in
// time that is linear in their number, whatever the height. Immutable, so any
// number of threads may read it.
class RowPositions {
 public:
  // Throws InvalidArgument, naming row and positions, for a row that stands in
  // the list twice.
  explicit RowPositions(absl::Span<const int64_t> rows);

  // Returns the position of a row, and -1 if the list does not have it.
  int64_t Find(int64_t row) const;

 private:
  const absl::Span<const int64_t> rows_;
  // Empty if the rows ascend.
  absl::flat_hash_map<int64_t, int64_t> positions_;
};

// Returns `rows` renumbered: row number r becomes the position of r among the
// rows of `table`. What was for rows of the table is then for those of its
// value. Shares the memory of the values. Throws OutOfRange, naming it, for a
// row that the table does not have, InvalidArgument for a table with a row
// twice, and the errors of SelectedRows::Check for the table.
framework::SelectedRows RowsByPosition(const framework::SelectedRows& rows,
                                       const framework::SelectedRows& table);

}  // namespace paddle::operators::kernels
