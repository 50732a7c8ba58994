#include "paddle/operators/math/rows/row_groups.h"

#include <algorithm>
#include <functional>

namespace paddle::operators::kernels {

int64_t GroupRows(absl::Span<const int64_t> rows, const RowGroups& groups) {
  const int64_t count = static_cast<int64_t>(rows.size());
  for (int64_t i = 0; i < count; ++i) groups.order[i] = i;
  // Ties go by position: std::sort is not stable, and std::stable_sort would
  // allocate.
  std::sort(groups.order, groups.order + count, [&](int64_t a, int64_t b) {
    return rows[a] != rows[b] ? rows[a] < rows[b] : a < b;
  });
  int64_t found = 0;
  for (int64_t i = 0; i < count; ++i) {
    const int64_t row = rows[groups.order[i]];
    if (found > 0 && groups.unique[found - 1] == row) continue;
    groups.unique[found] = row;
    groups.starts[found++] = i;
  }
  groups.starts[found] = count;
  return found;
}

bool AreMerged(absl::Span<const int64_t> rows) {
  // Neighbours that do not ascend strictly are out of order or equal.
  return std::adjacent_find(rows.begin(), rows.end(),
                            std::greater_equal<int64_t>()) == rows.end();
}

}  // namespace paddle::operators::kernels
