#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/reduce_axes.cuh"
#include "paddle/operators/math/loops/reduce_functors.h"
#include "paddle/operators/optimizer/optimizer.h"
#include "paddle/operators/optimizer/optimizer_loop.cuh"
#include "paddle/operators/optimizer/optimizer_rules.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

// What LambStep finds out, in memory of the GPU.
template <typename T>
struct Lamb {
  double param, direction;  // the squares of the norms
  LambDirection<T> along;
  T rate;
};

}  // namespace

template <typename T>
void FollowLambOnCUDA(const ParamStep<T>& step, const AdamWeights<T>& weights,
                      Workspace workspace, const Updated& m, const Updated& v) {
  const platform::DeviceContext& device = step.context;
  const T* mean = m.out->data<T>();
  const T* square = v.out->data<T>();
  T* param = step.param.out->template mutable_data<T>();
  const int64_t size = step.param.out->numel();
  const framework::Dims space({size});
  const AxisSet all = AxisSet().set();
  const int64_t scratch = ReductionScratchOnCUDA(space, all) * sizeof(double);
  auto* found = static_cast<Lamb<T>*>(workspace(sizeof(Lamb<T>) + scratch));
  const auto parts = [=](size_t) { return found + 1; };

  platform::ForEach(device, 1, [=] PADDLE_DEVICE(int64_t) {
    found->along = DirectionOf(weights);
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
  const T* rate = step.rate;
  platform::ForEach(device, 1, [=] PADDLE_DEVICE(int64_t) {
    found->rate = LambRate(*rate, found->param, found->direction);
  });
  platform::ForEach(device, size, [=] PADDLE_DEVICE(int64_t i) {
    param[i] -= found->rate * found->along(param[i], mean[i], square[i]);
  });
}

template <typename T>
void ScaleNumberOnCUDA(const platform::DeviceContext& context, const T* in,
                       double factor, T* out) {
  platform::ForEach(context, 1, [=] PADDLE_DEVICE(int64_t) {
    *out = static_cast<T>(static_cast<double>(*in) * factor);
  });
}

template <typename T>
void CountStepOnCUDA(const platform::DeviceContext& context, const T* in,
                     T* out) {
  platform::ForEach(context, 1,
                    [=] PADDLE_DEVICE(int64_t) { *out = *in + T(1); });
}

template <typename T>
void AdvanceProductOnCUDA(const platform::DeviceContext& context,
                          const NAdamWeights<T>& weights, T* out) {
  platform::ForEach(context, 1, [=] PADDLE_DEVICE(int64_t) {
    *out = static_cast<T>(weights.Product());
  });
}

#define PADDLE_INSTANTIATE_(T)                                                 \
  PADDLE_CUDA_OPTIMIZER(T, 0, SgdRule<T>)                                      \
  PADDLE_CUDA_OPTIMIZER(T, 1, MomentumRule<T>)                                 \
  PADDLE_CUDA_OPTIMIZER(T, 0, AccumulateRule<T>)                               \
  PADDLE_CUDA_OPTIMIZER(T, 0, AverageRule<T>)                                  \
  PADDLE_CUDA_OPTIMIZER(T, 2, AdamLikeRule<T, AdamWeights<T>>)                 \
  PADDLE_CUDA_OPTIMIZER(T, 2, AdamLikeRule<T, NAdamWeights<T>>)                \
  PADDLE_CUDA_OPTIMIZER(T, 2, AdamLikeRule<T, RAdamWeights<T>>)                \
  PADDLE_CUDA_OPTIMIZER(T, 2, AdamLikeRule<T, MomentWeights>)                  \
  template void FollowLambOnCUDA<T>(const ParamStep<T>&,                       \
                                    const AdamWeights<T>&, Workspace,          \
                                    const Updated&, const Updated&);           \
  template void ScaleNumberOnCUDA<T>(const platform::DeviceContext&, const T*, \
                                     double, T*);                              \
  template void CountStepOnCUDA<T>(const platform::DeviceContext&, const T*,   \
                                   T*);                                        \
  template void AdvanceProductOnCUDA<T>(const platform::DeviceContext&,        \
                                        const NAdamWeights<T>&, T*);
PADDLE_INSTANTIATE_(float)
PADDLE_INSTANTIATE_(double)

}  // namespace paddle::operators::kernels
