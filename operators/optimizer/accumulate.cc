#include "paddle/operators/optimizer/accumulate.h"

namespace paddle::operators::kernels {

template <typename T>
void AccumulateGradient(const platform::DeviceContext& context,
                        const ParamGrad<T>& grad, const int64_t* count,
                        const Updated& sum) {
  const ParamStep<T> step = {context, grad, nullptr, sum};
  UpdateParam(step, AccumulateRule<T>{count});
}

template <typename T>
void MovingAverage(const platform::DeviceContext& context,
                   const framework::Tensor& x, const T* weight,
                   const Updated& average) {
  ParamGrad<T> grad;
  grad.dense = x.data<T>();
  const ParamStep<T> step = {context, grad, nullptr, average};
  UpdateParam(step, AverageRule<T>{weight});
}

#define PADDLE_INSTANTIATE_(T)                                             \
  template void AccumulateGradient<T>(const platform::DeviceContext&,      \
                                      const ParamGrad<T>&, const int64_t*, \
                                      const Updated&);                     \
  template void MovingAverage<T>(const platform::DeviceContext&,           \
                                 const framework::Tensor&, const T*,       \
                                 const Updated&);
PADDLE_INSTANTIATE_(float)
PADDLE_INSTANTIATE_(double)

}  // namespace paddle::operators::kernels
