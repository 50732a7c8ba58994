#include "absl/types/span.h"

#include "paddle/operators/math/device/device_copy.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/rows/scatter_loop.cuh"
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

template <typename T>
struct AddRounded {
  PADDLE_HOST_DEVICE void operator()(T* to, const T* from, int64_t) const {
    *to = Narrowed<T>(Add(Widened(*to), Widened(*from)));
  }
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
  const DeviceCopy list(device, rows.rows());
  ForEachUpdateOnCUDA(device,
                      AxisView{1, rows.height(), rows.value().numel() / count},
                      count, PlacesOfRows{list.data()}, rows.value().data<T>(),
                      out->mutable_data<T>(), AddRounded<T>());
}

PADDLE_INSTANTIATE(Sum, platform::CUDADeviceContext, PADDLE_NUMBERS);
PADDLE_INSTANTIATE(AddRows, platform::CUDADeviceContext, PADDLE_NUMBERS);

}  // namespace paddle::operators::kernels
