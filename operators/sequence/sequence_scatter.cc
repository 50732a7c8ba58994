#include "paddle/operators/sequence/sequence_scatter.h"

#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/operators/math/rows/index.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {

using framework::Tensor;

template <class Device, class T>
void SequenceScatter(const Device& device, const Tensor& x, const Tensor& ids,
                     Offsets offsets, const Tensor& updates,
                     Workspace workspace, Tensor* out) {
  const int64_t columns = x.dims()[1];
  const Indices at = CheckedIndices(device, ids, columns, workspace);
  CopyElements(device, x, out);
  const T* from = updates.data<T>();
  T* to = out->mutable_data<T>();
  ForEachSequence(offsets, 1, [=](int64_t i, int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) {
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
  const Indices at = CheckedIndices(device, ids, columns, workspace);
  const T* from = dout.data<T>();
  T* to = d_updates->mutable_data<T>();
  ForEachSequence(offsets, 1, [=](int64_t i, int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) to[r] = from[i * columns + at[r]];
  });
}

PADDLE_INSTANTIATE(SequenceScatter, platform::CPUDeviceContext, float, double,
                   int32_t, int64_t);
PADDLE_INSTANTIATE(SequenceScatterGrad, platform::CPUDeviceContext, float,
                   double);

}  // namespace paddle::operators::kernels
