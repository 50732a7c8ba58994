#include <algorithm>
#include <vector>

#include "absl/types/span.h"

#include "paddle/operators/math/device/device_copy.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/rows/row_groups.h"
#include "paddle/operators/math/rows/sum.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/float16.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::Narrowed;
using platform::Widened;

// The inputs of one launch: arguments of a kernel take no more than 4 KB.
template <typename T>
struct Terms {
  static constexpr int kMost = 128;
  const T* data[kMost] = {};
  int count = 0;
};

}  // namespace

template <class Device, class T>
void Sum(const Device& device, absl::Span<const Tensor* const> inputs,
         Tensor* out) {
  using A = platform::Accumulator<T>;
  T* sums = out->mutable_data<T>();
  size_t next = 0;
  do {
    Terms<T> terms;
    if (next > 0) terms.data[terms.count++] = sums;
    while (next < inputs.size() && terms.count < Terms<T>::kMost) {
      terms.data[terms.count++] = inputs[next++]->data<T>();
    }
    platform::ForEach(device, out->numel(), [=] PADDLE_DEVICE(int64_t i) {
      A sum = terms.count > 0 ? Widened(terms.data[0][i]) : A(0);
      for (int k = 1; k < terms.count; ++k) {
        sum = Add(sum, Widened(terms.data[k][i]));
      }
      sums[i] = Narrowed<T>(sum);
    });
  } while (next < inputs.size());
}

template <class Device, class T>
void AddRows(const Device& device, const framework::SelectedRows& rows,
             Tensor* out) {
  rows.Check();
  const int64_t count = rows.rows().size();
  if (count == 0) return;
  std::vector<int64_t> space(RowGroups::SizeOf(count));
  // One thread per column of each different row adds up its terms in the order
  // of the list: no atomics, and the same bits every time.
  const int64_t found = GroupRows(rows.rows(), RowGroups(count, space.data()));
  const DeviceMemory memory(device, space.size() * sizeof(int64_t));
  CopyToDevice(device, space, memory.data<int64_t>());
  const RowGroups groups(count, memory.data<int64_t>());
  const int64_t width = rows.value().numel() / count;
  const T* values = rows.value().data<T>();
  T* sums = out->mutable_data<T>();
  platform::ForEach(device, found * width, [=] PADDLE_DEVICE(int64_t k) {
    const int64_t group = k / width, column = k - group * width;
    T* to = sums + groups.unique[group] * width + column;
    T sum = *to;
    for (int64_t i = groups.starts[group]; i < groups.starts[group + 1]; ++i) {
      const T term = values[groups.order[i] * width + column];
      sum = Narrowed<T>(Add(Widened(sum), Widened(term)));
    }
    *to = sum;
  });
}

PADDLE_INSTANTIATE(Sum, platform::CUDADeviceContext, PADDLE_NUMBERS);
PADDLE_INSTANTIATE(AddRows, platform::CUDADeviceContext, PADDLE_NUMBERS);

}  // namespace paddle::operators::kernels
