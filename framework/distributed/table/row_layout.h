// Computes where the columns of a row lie, and moves rows to and from arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/distributed/table/table.h"

namespace paddle::distributed {

// The columns of a row side by side. Rows are given by where they are, null for
// those that nobody has written, in the order of their ids. Not thread safe.
class RowLayout {
 public:
  // InvalidArgument for no columns, and for a width below 1.
  explicit RowLayout(std::vector<TableColumn> columns);

  const std::vector<TableColumn>& columns() const { return columns_; }
  // Returns the numbers of a row.
  size_t width() const { return width_; }

  // OutOfRange, naming the id, below 0.
  static void CheckIds(absl::Span<const int64_t> ids);
  // OutOfRange for a column that the rows do not have.
  void CheckColumn(int column) const;
  // Writes one column of rows to `out`.
  void Read(absl::Span<const int64_t> ids, absl::Span<float* const> rows,
            int column, float* out) const;
  // Calls `change` with the values of rows; what it leaves is for Write().
  void Change(absl::Span<const int64_t> ids, absl::Span<float* const> rows,
              const Table::Change& change);
  // Writes what the last change has left to the rows, none of them null.
  void Write(absl::Span<float* const> rows) const;

 private:
  void Prefetch(const float* row) const {
    if (row == nullptr) return;
    for (size_t i = 0; i < width_; i += 16) __builtin_prefetch(row + i);
  }
  // Copies one column of a row that may be null.
  void CopyColumn(int64_t id, const float* row, size_t column,
                  float* out) const;

  const std::vector<TableColumn> columns_;
  std::vector<size_t> offsets_;  // of columns, in a row
  size_t width_ = 0;
  // The values of one call by column, kept for their memory.
  std::vector<std::vector<float>> arrays_;
};

}  // namespace paddle::distributed
