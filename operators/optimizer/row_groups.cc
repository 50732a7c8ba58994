#include "paddle/operators/optimizer/row_groups.h"

#include <algorithm>
#include <functional>

#include "paddle/operators/math/device/sort_keys.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {

template <class Device>
int64_t GroupRows(const Device& device, absl::Span<const int64_t> rows,
                  const RowGroups& groups) {
  std::copy(rows.begin(), rows.end(), groups.unique);
  return GroupKeys(device, rows.size(), groups.keys(), groups.order,
                   groups.starts);
}

bool AreMerged(absl::Span<const int64_t> rows) {
  // Neighbours that do not ascend strictly are out of order or equal.
  return std::adjacent_find(rows.begin(), rows.end(),
                            std::greater_equal<int64_t>()) == rows.end();
}

PADDLE_INSTANTIATE_ONE(GroupRows<platform::CPUDeviceContext>);

}  // namespace paddle::operators::kernels
