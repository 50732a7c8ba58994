#include "paddle/operators/sequence/sequence_softmax.h"

#include "paddle/operators/math/rows/softmax_rows.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {

using framework::Tensor;

template <class Device, class T>
void SequenceSoftmax(const Device&, const Tensor& x, Offsets offsets,
                     Tensor* out) {
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  ForEachSequence(offsets, 1, [=](int64_t, int64_t begin, int64_t end) {
    // The maximum of no elements does not exist.
    if (begin == end) return;
    SoftmaxRows(1, end - begin, from + begin, to + begin);
  });
}

template <class Device, class T>
void SequenceSoftmaxGrad(const Device&, const Tensor& out, const Tensor& d_out,
                         Offsets offsets, Tensor* d_x) {
  const T* y = out.data<T>();
  const T* dy = d_out.data<T>();
  T* dx = d_x->mutable_data<T>();
  ForEachSequence(offsets, 1, [=](int64_t, int64_t begin, int64_t end) {
    if (begin == end) return;
    SoftmaxGradRows(1, end - begin, y + begin, dy + begin, dx + begin);
  });
}

PADDLE_INSTANTIATE(SequenceSoftmax, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(SequenceSoftmaxGrad, platform::CPUDeviceContext, float,
                   double);

}  // namespace paddle::operators::kernels
