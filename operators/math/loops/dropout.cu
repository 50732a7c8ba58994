#include "paddle/operators/math/loops/dropout.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/device_random.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {

using framework::Tensor;
using platform::Accumulator;

template <class Device, class T>
void Dropout(const Device& context, const platform::RandomKey& key,
             double probability, const Tensor& x, Tensor* out, Tensor* mask) {
  using Numbers = platform::RandomNumbers<float>;
  const platform::DeviceRandomStream stream = platform::SubmittedStream(key);
  const Accumulator<T> scale = DropoutScale<T>(probability);
  const float threshold = static_cast<float>(probability);
  const int64_t size = x.numel();
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  uint8_t* kept = mask == nullptr ? nullptr : mask->mutable_data<uint8_t>();
  // A thread per block of the generator, which draws kCount numbers at once: a
  // thread per element would draw all of them and throw away the others.
  platform::ForEach(
      context, (size + Numbers::kCount - 1) / Numbers::kCount,
      [=] PADDLE_DEVICE(int64_t block) {
        const Numbers draws = stream.Uniform<float>(block);
        const int64_t first = block * Numbers::kCount;
        for (int j = 0; j < Numbers::kCount && first + j < size; ++j) {
          const int64_t i = first + j;
          const bool keep = draws.values[j] >= threshold;
          if (kept != nullptr) kept[i] = keep;
          to[i] = platform::Narrowed<T>(
              keep ? platform::Widened(from[i]) * scale : Accumulator<T>(0));
        }
      });
}

template <class Device, class T>
void DropoutGrad(const Device& context, double probability, const Tensor& mask,
                 const Tensor& d_out, Tensor* d_x) {
  const Accumulator<T> scale = DropoutScale<T>(probability);
  const uint8_t* kept = mask.data<uint8_t>();
  const T* from = d_out.data<T>();
  T* to = d_x->mutable_data<T>();
  // Nothing is drawn again: the mask records what was kept.
  platform::ForEach(context, d_out.numel(), [=] PADDLE_DEVICE(int64_t i) {
    to[i] = platform::Narrowed<T>(
        kept[i] != 0 ? platform::Widened(from[i]) * scale : Accumulator<T>(0));
  });
}

PADDLE_INSTANTIATE(Dropout, platform::CUDADeviceContext, PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(DropoutGrad, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
