#include <cstdint>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/reduce_axes.cuh"
#include "paddle/operators/math/loops/reduce_functors.h"
#include "paddle/operators/optimizer/lamb.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

// The results that FollowLamb passes from kernel to kernel, in memory of the
// GPU: no copy to the CPU, and no wait, comes between them.
template <typename T>
struct Lamb {
  double param, direction;  // the squares of the norms
  LambDirection<T> along;
  T rate;
};

}  // namespace

template <class Device, class T>
void FollowLamb(const Device& device, const FunctorRule<T, LambFunctor>& rule,
                Workspace workspace, const framework::Tensor& m,
                const framework::Tensor& v, framework::Tensor* out) {
  const T* mean = m.data<T>();
  const T* square = v.data<T>();
  T* param = out->mutable_data<T>();
  const int64_t size = out->numel();
  // All elements are reduced to one.
  const framework::Dims space({size});
  const AxisSet all = AxisSet().set();
  const int64_t scratch = ReductionScratchOnCUDA(space, all) * sizeof(double);
  auto* found = static_cast<Lamb<T>*>(workspace(sizeof(Lamb<T>) + scratch));
  // The scratch of the reductions follows `found`; they use it one after
  // another.
  const auto parts = [=](size_t) { return found + 1; };

  platform::ForEach(device, 1, [=] PADDLE_DEVICE(int64_t) {
    // On the GPU, where the powers of beta are.
    found->along = DirectionOf(rule);
  });
  ReduceAxesOnCUDA<double>(
      device, space, all, SumReducer(),
      [=] PADDLE_DEVICE(int64_t i, int64_t) {
        return static_cast<double>(param[i]) * param[i];
      },
      Itself(), parts, &found->param);
  ReduceAxesOnCUDA<double>(
      device, space, all, SumReducer(),
      [=] PADDLE_DEVICE(int64_t i, int64_t) {
        const double r = found->along(param[i], mean[i], square[i]);
        return r * r;
      },
      Itself(), parts, &found->direction);
  const T* rate = rule.rate;
  platform::ForEach(device, 1, [=] PADDLE_DEVICE(int64_t) {
    // One thread: every other would compute the same square root.
    found->rate = LambRate(*rate, found->param, found->direction);
  });
  platform::ForEach(device, size, [=] PADDLE_DEVICE(int64_t i) {
    param[i] -= found->rate * found->along(param[i], mean[i], square[i]);
  });
}

PADDLE_INSTANTIATE(FollowLamb, platform::CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels
