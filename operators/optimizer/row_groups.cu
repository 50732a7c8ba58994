#include <vector>

#include "paddle/operators/math/device/device_copy.h"
#include "paddle/operators/math/device/sort_keys.h"
#include "paddle/operators/optimizer/row_groups.h"
#include "paddle/platform/cuda_device_context.h"

namespace paddle::operators::kernels {
namespace {

// Groups the rows on the CPU and copies the groups in one piece.
int64_t GroupOnCPU(const platform::CUDADeviceContext& device,
                   absl::Span<const int64_t> rows, const RowGroups& groups) {
  const int64_t count = static_cast<int64_t>(rows.size());
  std::vector<int64_t> space(RowGroups::SizeOf(count));
  const int64_t found = GroupRows(platform::CPUDeviceContext(), rows,
                                  RowGroups(count, space.data()));
  CopyToDevice(device, space, groups.order);
  return found;
}

}  // namespace

// The CPU has the rows, and groups a short list sooner than the GPU would be
// through with its work and could tell the number of groups. A specialization:
// this source calls the instance for the CPU, too.
template <>
int64_t GroupRows(const platform::CUDADeviceContext& device,
                  absl::Span<const int64_t> rows, const RowGroups& groups) {
  constexpr size_t kShort = 1024;
  if (rows.size() <= kShort) return GroupOnCPU(device, rows, groups);
  CopyToDevice(device, rows, groups.unique);
  return GroupKeys(device, rows.size(), groups.keys(), groups.order,
                   groups.starts);
}

}  // namespace paddle::operators::kernels
