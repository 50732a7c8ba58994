#include "paddle/operators/math/rows/row_positions.h"

#include <algorithm>
#include <functional>

#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {

using framework::SelectedRows;

namespace {

bool Ascend(absl::Span<const int64_t> rows) {
  return std::adjacent_find(rows.begin(), rows.end(),
                            std::greater_equal<int64_t>()) == rows.end();
}

}  // namespace

RowPositions::RowPositions(absl::Span<const int64_t> rows) : rows_(rows) {
  if (Ascend(rows)) return;
  const int64_t count = static_cast<int64_t>(rows.size());
  positions_.reserve(count);
  for (int64_t i = 0; i < count; ++i) {
    const auto [found, is_new] = positions_.emplace(rows[i], i);
    PADDLE_ENFORCE(is_new, InvalidArgument, "a table has row ", rows[i],
                   " twice: at positions ", found->second, " and ", i);
  }
}

int64_t RowPositions::Find(int64_t row) const {
  const int64_t count = static_cast<int64_t>(rows_.size());
  // The usual table begins with rows 0, 1, 2, ....
  if (row >= 0 && row < count && rows_[row] == row) return row;
  if (!positions_.empty()) {
    const auto found = positions_.find(row);
    return found == positions_.end() ? -1 : found->second;
  }
  const auto found = std::lower_bound(rows_.begin(), rows_.end(), row);
  return found == rows_.end() || *found != row ? -1 : found - rows_.begin();
}

SelectedRows RowsByPosition(const SelectedRows& rows,
                            const SelectedRows& table) {
  table.Check();
  const RowPositions positions(table.rows());
  SelectedRows renumbered;
  renumbered.set_height(static_cast<int64_t>(table.rows().size()));
  renumbered.mutable_rows()->reserve(rows.rows().size());
  for (const int64_t row : rows.rows()) {
    const int64_t position = positions.Find(row);
    PADDLE_ENFORCE(position >= 0, OutOfRange, "row ", row, " is not among the ",
                   table.rows().size(), " rows of the table");
    renumbered.mutable_rows()->push_back(position);
  }
  *renumbered.mutable_value() = rows.value();
  return renumbered;
}

}  // namespace paddle::operators::kernels
