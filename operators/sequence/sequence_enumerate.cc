#include "paddle/operators/sequence/sequence_enumerate.h"

#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {

using framework::Tensor;

template <class Device, class T>
void SequenceEnumerate(const Device&, const Tensor& x, Offsets offsets,
                       int64_t pad_value, Tensor* out) {
  const int64_t width = out->dims()[1];
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  const T padding = static_cast<T>(pad_value);
  ForEachSequence(offsets, width, [=](int64_t, int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) {
      for (int64_t j = 0; j < width; ++j) {
        to[r * width + j] = j < end - r ? from[r + j] : padding;
      }
    }
  });
}

PADDLE_INSTANTIATE(SequenceEnumerate, platform::CPUDeviceContext, int32_t,
                   int64_t);

}  // namespace paddle::operators::kernels
