#include "paddle/operators/math/loops/dropout.h"

#include <algorithm>

#include "paddle/operators/math/loops/dropout_run.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/transform.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Elements per task. A piece may begin anywhere: a draw depends on its
// position.
constexpr int64_t kDropoutGrain = 4096;

}  // namespace

template <typename T>
void DropoutRun<T>::operator()(int64_t begin, int64_t size, const T* x, T* out,
                               uint8_t* mask) const {
  float draws[kMost];
  stream_.FillUniform(begin, size, draws);
  const float* u = draws;
  if (mask != nullptr) {
    AssignRun(size, mask, [u, threshold = threshold_](int64_t j) {
      return static_cast<uint8_t>(u[j] >= threshold);
    });
  }
  AssignRun(size, out,
            [u, threshold = threshold_, scale = scale_, x](int64_t j) {
              return ScaledIfKept(u[j] >= threshold, x[j], scale);
            });
}

template class DropoutRun<float>;
template class DropoutRun<double>;
template class DropoutRun<platform::float16>;
template class DropoutRun<platform::bfloat16>;

template <class Device, class T>
void Dropout(const Device&, const platform::RandomKey& key, double probability,
             const Tensor& x, Tensor* out, Tensor* mask) {
  const DropoutRun<T> drop(key, probability);
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  uint8_t* kept = mask == nullptr ? nullptr : mask->mutable_data<uint8_t>();
  constexpr int64_t kMost = DropoutRun<T>::kMost;
  platform::ParallelFor(x.numel(), kDropoutGrain,
                        [&](int64_t begin, int64_t end) {
                          for (int64_t i = begin; i < end; i += kMost) {
                            drop(i, std::min(kMost, end - i), from + i, to + i,
                                 kept == nullptr ? nullptr : kept + i);
                          }
                        });
}

template <class Device, class T>
void DropoutGrad(const Device& context, double probability, const Tensor& mask,
                 const Tensor& d_out, Tensor* d_x) {
  const platform::Accumulator<T> scale = DropoutScale<T>(probability);
  platform::Transform(
      context, d_out.numel(), mask.data<uint8_t>(), d_out.data<T>(),
      d_x->mutable_data<T>(),
      [scale](uint8_t kept, T d) { return ScaledIfKept(kept != 0, d, scale); });
}

PADDLE_INSTANTIATE(Dropout, platform::CPUDeviceContext, PADDLE_FLOATING_TYPES);
PADDLE_INSTANTIATE(DropoutGrad, platform::CPUDeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
