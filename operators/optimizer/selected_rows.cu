#include <algorithm>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/device/device_copy.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/reduce_axes.cuh"
#include "paddle/operators/math/loops/reduce_functors.h"
#include "paddle/operators/optimizer/row_groups.h"
#include "paddle/operators/optimizer/selected_rows.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

using framework::SelectedRows;

template <typename T>
MergedRows<T> MergeRowsOnCUDA(const platform::CUDADeviceContext& context,
                              const SelectedRows& rows, void* workspace) {
  const std::vector<int64_t>& list = rows.rows();
  const int64_t count = static_cast<int64_t>(list.size());
  if (count == 0) return {};
  const int64_t width = rows.value().numel() / count;
  const T* source = rows.value().data<T>();
  int64_t* numbers = static_cast<int64_t*>(workspace);
  if (AreMerged(list)) {
    CopyToDevice(context, list, numbers);
    return {absl::MakeConstSpan(numbers, count), source, width};
  }
  const RowGroups groups(count, numbers);
  const int64_t found = GroupRows(context, list, groups);
  T* sums = reinterpret_cast<T*>(numbers + RowGroups::SizeOf(count));
  // A thread per element of a distinct row, which adds in the order of the
  // rows: no atomic addition, whose order would change the bits.
  platform::ForEach(context, found * width, [=] PADDLE_DEVICE(int64_t k) {
    const int64_t group = k / width, column = k - group * width;
    const int64_t end = groups.starts[group + 1];
    int64_t at = groups.starts[group];
    T sum = source[groups.order[at] * width + column];
    for (++at; at < end; ++at) {
      sum += source[groups.order[at] * width + column];
    }
    sums[k] = sum;
  });
  return {absl::MakeConstSpan(groups.unique, found), sums, width};
}

template <typename T>
void ClipOnCUDA(const platform::CUDADeviceContext& context, int64_t size,
                const T* values, T min, T max, T* out) {
  platform::ForEach(context, size, [=] PADDLE_DEVICE(int64_t i) {
    out[i] = std::min(std::max(values[i], min), max);
  });
}

template <typename T>
void SquaredNormOnCUDA(const platform::CUDADeviceContext& context, int64_t size,
                       const T* values, T* out) {
  const framework::Dims space({size});
  const AxisSet all = AxisSet().set();
  // The sum comes first, then the scratch of the reduction.
  const int64_t scratch = 1 + ReductionScratchOnCUDA(space, all);
  const DeviceMemory memory(context, scratch * sizeof(double));
  double* sum = memory.data<double>();
  ReduceAxesOnCUDA<double>(
      context, space, all, SumReducer(),
      [=] PADDLE_DEVICE(int64_t i, int64_t) {
        return static_cast<double>(values[i]) * values[i];
      },
      Itself(), [=](size_t) { return sum + 1; }, sum);
  platform::ForEach(
      context, 1, [=] PADDLE_DEVICE(int64_t) { *out = static_cast<T>(*sum); });
}

template <typename T>
void DivideOnCUDA(const platform::CUDADeviceContext& context, int64_t size,
                  const T* values, const T* divisor, T* out) {
  platform::ForEach(context, size, [=] PADDLE_DEVICE(int64_t i) {
    // Read on the GPU: the divisor comes from an operator before.
    out[i] = values[i] / *divisor;
  });
}

PADDLE_INSTANTIATE_ONE(MergeRowsOnCUDA<float>);
PADDLE_INSTANTIATE_ONE(MergeRowsOnCUDA<double>);
PADDLE_INSTANTIATE_ONE(ClipOnCUDA<float>);
PADDLE_INSTANTIATE_ONE(ClipOnCUDA<double>);
PADDLE_INSTANTIATE_ONE(SquaredNormOnCUDA<float>);
PADDLE_INSTANTIATE_ONE(SquaredNormOnCUDA<double>);
PADDLE_INSTANTIATE_ONE(DivideOnCUDA<float>);
PADDLE_INSTANTIATE_ONE(DivideOnCUDA<double>);

}  // namespace paddle::operators::kernels
