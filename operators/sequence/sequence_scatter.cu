#include "paddle/operators/math/device/device_sequences.cuh"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/operators/math/rows/index.h"
#include "paddle/operators/sequence/sequence_scatter.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

using framework::Tensor;

// One thread a sequence: an id may stand in it more than once, and sums have a
// fixed order.
template <class Device, class T>
void SequenceScatter(const Device& device, const Tensor& x, const Tensor& ids,
                     Offsets offsets, const Tensor& updates,
                     Workspace workspace, Tensor* out) {
  const int64_t columns = x.dims()[1];
  const int64_t* at = CheckedIndices(device, ids, columns, workspace).data();
  CopyElements(device, x, out);
  const SequencesOnDevice on_device(device, offsets);
  const DeviceSequences sequences = on_device.get();
  const T* from = updates.data<T>();
  T* to = out->mutable_data<T>();
  platform::ForEach(device, sequences.count, [=] PADDLE_DEVICE(int64_t i) {
    for (int64_t r = sequences.begin(i); r < sequences.end(i); ++r) {
      T& element = to[i * columns + at[r]];
      element = Add(element, from[r]);
    }
  });
}

template <class Device, class T>
void SequenceScatterGrad(const Device& device, const Tensor& ids,
                         Offsets offsets, const Tensor& dout,
                         Workspace workspace, Tensor* dx, Tensor* d_updates) {
  if (dx != nullptr) CopyElements(device, dout, dx);
  if (d_updates == nullptr) return;
  const int64_t columns = dout.dims()[1];
  const int64_t* at = CheckedIndices(device, ids, columns, workspace).data();
  const SequencesOnDevice on_device(device, offsets);
  const DeviceSequences sequences = on_device.get();
  const T* from = dout.data<T>();
  T* to = d_updates->mutable_data<T>();
  platform::ForEach(device, d_updates->numel(), [=] PADDLE_DEVICE(int64_t r) {
    to[r] = from[sequences.Of(r) * columns + at[r]];
  });
}

PADDLE_INSTANTIATE(SequenceScatter, platform::CUDADeviceContext, float, double,
                   int32_t, int64_t);
PADDLE_INSTANTIATE(SequenceScatterGrad, platform::CUDADeviceContext, float,
                   double);

}  // namespace paddle::operators::kernels
