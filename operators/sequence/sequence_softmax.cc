#include "paddle/operators/sequence/sequence_softmax.h"

#include "paddle/operators/math/device/cpu_only.h"
#include "paddle/operators/math/rows/softmax_rows.h"
#include "paddle/platform/on_cuda.h"

namespace paddle::operators::kernels {

using framework::Tensor;

template <typename T>
void SequenceSoftmax(const platform::DeviceContext& device, const Tensor& x,
                     Offsets offsets, Tensor* out) {
  PADDLE_ON_CUDA(device, SequenceSoftmaxOnCUDA<T>(device, x, offsets, out));
  EnforceOnCPU(device, "sequence_softmax");
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  ForEachSequence(offsets, 1, [=](int64_t, int64_t begin, int64_t end) {
    if (begin == end) return;
    SoftmaxRows(1, end - begin, from + begin, to + begin);
  });
}

template <typename T>
void SequenceSoftmaxGrad(const platform::DeviceContext& device,
                         const Tensor& out, const Tensor& d_out,
                         Offsets offsets, Tensor* d_x) {
  PADDLE_ON_CUDA(
      device, SequenceSoftmaxGradOnCUDA<T>(device, out, d_out, offsets, d_x));
  EnforceOnCPU(device, "sequence_softmax_grad");
  const T* y = out.data<T>();
  const T* dy = d_out.data<T>();
  T* dx = d_x->mutable_data<T>();
  ForEachSequence(offsets, 1, [=](int64_t, int64_t begin, int64_t end) {
    if (begin == end) return;
    SoftmaxGradRows(1, end - begin, y + begin, dy + begin, dx + begin);
  });
}

#define PADDLE_INSTANTIATE_(T)                                                \
  template void SequenceSoftmax<T>(const platform::DeviceContext&,            \
                                   const Tensor&, Offsets, Tensor*);          \
  template void SequenceSoftmaxGrad<T>(const platform::DeviceContext&,        \
                                       const Tensor&, const Tensor&, Offsets, \
                                       Tensor*);
PADDLE_INSTANTIATE_(float)
PADDLE_INSTANTIATE_(double)
#undef PADDLE_INSTANTIATE_

}  // namespace paddle::operators::kernels
