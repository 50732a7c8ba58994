#include "paddle/operators/optimizer/selected_rows.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/optimizer/row_groups.h"
#include "paddle/operators/optimizer/sum_over.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/target_device.h"
#include "paddle/platform/transform.h"

namespace paddle::operators::kernels {

using framework::SelectedRows;

namespace {

// Elements per task, as in the loop of optimizers.
constexpr int64_t kGrain = 16384;  // elements

int64_t WidthOf(const SelectedRows& rows) {
  const int64_t count = static_cast<int64_t>(rows.rows().size());
  return count == 0 ? 0 : rows.value().numel() / count;
}

}  // namespace

template <typename T>
size_t MergeBytes(const SelectedRows& rows) {
  return RowGroups::SizeOf(rows.rows().size()) * sizeof(int64_t) +
         rows.value().numel() * sizeof(T);
}

namespace {

// Not used in the instantiations for CUDA.
template <typename T>
MergedRows<T> GroupRowsOnCPU(const SelectedRows& rows, void* workspace) {
  const std::vector<int64_t>& list = rows.rows();
  if (list.empty()) return {};
  MergedRows<T> merged{absl::MakeConstSpan(list), rows.value().data<T>(),
                       WidthOf(rows)};
  // The common case of a gradient that was merged before.
  if (AreMerged(list)) return merged;
  const RowGroups groups(list.size(), static_cast<int64_t*>(workspace));
  const int64_t count = GroupRows(platform::CPUDeviceContext(), list, groups);
  merged.rows = absl::MakeConstSpan(groups.unique, count);
  merged.order = groups.order;
  merged.starts = groups.starts;
  return merged;
}

template <typename T>
MergedRows<T> MergeRowsOnCPU(const SelectedRows& rows, void* workspace) {
  const MergedRows<T> grouped = GroupRowsOnCPU<T>(rows, workspace);
  if (grouped.order == nullptr) return grouped;  // nothing is copied
  T* sums = reinterpret_cast<T*>(static_cast<int64_t*>(workspace) +
                                 RowGroups::SizeOf(rows.rows().size()));
  const int64_t width = grouped.width;
  // Over groups: the rows of a group are added by one thread, in their order.
  platform::ParallelFor(grouped.rows.size(),
                        std::max<int64_t>(1, kGrain / (width + 1)),
                        [&](int64_t begin, int64_t end) {
                          for (int64_t i = begin; i < end; ++i) {
                            T* const sum = sums + i * width;
                            const T* const row = SumOfRow(grouped, i, sum);
                            if (row != sum) std::copy_n(row, width, sum);
                          }
                        });
  return {grouped.rows, sums, width};
}

}  // namespace

// The first row is copied, not added to zeros: one pass less, and -0 stays -0.
template <typename T>
const T* SumOfRow(const MergedRows<T>& rows, int64_t i, T* space) {
  const int64_t width = rows.width;
  if (rows.order == nullptr) return rows.values + i * width;
  const int64_t* at = rows.order + rows.starts[i];
  const int64_t* const end = rows.order + rows.starts[i + 1];
  const T* const first = rows.values + *at * width;
  if (++at == end) return first;
  std::copy_n(first, width, space);
  for (; at != end; ++at) {
    const T* addend = rows.values + *at * width;
    AccumulateRun(width, space, std::plus<T>(),
                  [addend](int64_t j) { return addend[j]; });
  }
  return space;
}

template <class Device, class T>
MergedRows<T> MergeRows(const Device& context, const SelectedRows& rows,
                        void* workspace) {
  // Before anything is computed, on either device: the row numbers are on the
  // host.
  rows.Check();
  if constexpr (platform::kIsCUDA<Device>) {
    return MergeRowsOnCUDA<T>(context, rows, workspace);
  } else {
    return MergeRowsOnCPU<T>(rows, workspace);
  }
}

template <class Device, class T>
size_t MergeLaterBytes(const SelectedRows& rows) {
  if constexpr (platform::kIsCUDA<Device>) {
    return MergeBytes<T>(rows);
  } else {
    return RowGroups::SizeOf(rows.rows().size()) * sizeof(int64_t);
  }
}

template <class Device, class T>
MergedRows<T> MergeRowsLater(const Device& context, const SelectedRows& rows,
                             void* workspace) {
  if constexpr (platform::kIsCUDA<Device>) {
    return MergeRows<Device, T>(context, rows, workspace);
  } else {
    rows.Check();
    return GroupRowsOnCPU<T>(rows, workspace);
  }
}

namespace {

// Makes `out` the given rows of a tensor like `like`, with room for values.
template <typename T>
T* Resize(const SelectedRows& like, absl::Span<const int64_t> rows,
          memory::Allocator* allocator, SelectedRows* out) {
  framework::Dims dims = like.value().dims();
  dims[0] = static_cast<int64_t>(rows.size());
  out->mutable_rows()->assign(rows.begin(), rows.end());
  out->mutable_value()->Allocate(dims, like.value().dtype(), allocator);
  return out->mutable_value()->mutable_data<T>();
}

// Returns the rows of MergeRows on the host: for a GPU MergeRows leaves them in
// its memory, and SelectedRows keep theirs in the CPU's.
std::vector<int64_t> MergedList(const SelectedRows& rows) {
  std::vector<int64_t> list = rows.rows();
  if (AreMerged(list)) return list;
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

}  // namespace

template <class Device, class T>
void ClipRows(const Device& context, const SelectedRows& rows, double min,
              double max, void* workspace, memory::Allocator* allocator,
              SelectedRows* out) {
  const MergedRows<T> merged = MergeRows<Device, T>(context, rows, workspace);
  T* to = Resize<T>(rows, MergedList(rows), allocator, out);
  const int64_t size = out->value().numel();
  const T low = static_cast<T>(min), high = static_cast<T>(max);
  if constexpr (platform::kIsCUDA<Device>) {
    ClipOnCUDA(context, size, merged.values, low, high, to);
  } else {
    platform::Transform(context, size, merged.values, to, [=](T value) {
      return std::min(std::max(value, low), high);
    });
  }
}

template <class Device, class T>
void SquaredNormOfRows(const Device& context, const SelectedRows& rows,
                       void* workspace, T* out) {
  const MergedRows<T> merged = MergeRows<Device, T>(context, rows, workspace);
  const int64_t size = static_cast<int64_t>(merged.rows.size()) * merged.width;
  if constexpr (platform::kIsCUDA<Device>) {
    SquaredNormOnCUDA(context, size, merged.values, out);
  } else {
    *out = static_cast<T>(SumOver(size, [values = merged.values](int64_t i) {
      return static_cast<double>(values[i]) * values[i];
    }));
  }
}

template <class Device, class T>
void DivideRows(const Device& context, const SelectedRows& rows,
                const T* divisor, memory::Allocator* allocator,
                SelectedRows* out) {
  rows.Check();
  T* to = Resize<T>(rows, absl::MakeConstSpan(rows.rows()), allocator, out);
  const int64_t size = out->value().numel();
  const T* values = rows.value().data<T>();
  if constexpr (platform::kIsCUDA<Device>) {
    DivideOnCUDA(context, size, values, divisor, to);
  } else {
    const T by = *divisor;
    platform::Transform(context, size, values, to,
                        [by](T value) { return value / by; });
  }
}

PADDLE_INSTANTIATE_ONE(MergeBytes<float>);
PADDLE_INSTANTIATE_ONE(MergeBytes<double>);
PADDLE_INSTANTIATE(MergeRows, PADDLE_TARGET_DEVICE, float, double);
PADDLE_INSTANTIATE(MergeLaterBytes, PADDLE_TARGET_DEVICE, float, double);
PADDLE_INSTANTIATE(MergeRowsLater, PADDLE_TARGET_DEVICE, float, double);
PADDLE_INSTANTIATE_ONE(SumOfRow<float>);
PADDLE_INSTANTIATE_ONE(SumOfRow<double>);
PADDLE_INSTANTIATE(ClipRows, PADDLE_TARGET_DEVICE, float, double);
PADDLE_INSTANTIATE(SquaredNormOfRows, PADDLE_TARGET_DEVICE, float, double);
PADDLE_INSTANTIATE(DivideRows, PADDLE_TARGET_DEVICE, float, double);

}  // namespace paddle::operators::kernels
