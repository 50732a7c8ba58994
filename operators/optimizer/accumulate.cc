#include "paddle/operators/optimizer/accumulate.h"

#include "paddle/platform/instantiate.h"
#include "paddle/platform/target_device.h"

namespace paddle::operators::kernels {

template <class Device, class T>
void AccumulateGradient(const Device& context, const ParamGrad<T>& grad,
                        const int64_t* count, const Updated& sum) {
  const ParamStep<Device, T> step = {context, grad, nullptr, sum};
  // The loop of optimizers does it: it knows gradients of rows already. There
  // is no learning rate.
  UpdateParam(step, AccumulateRule<T>{count});
}

template <class Device, class T>
void MovingAverage(const Device& context, const framework::Tensor& x,
                   const T* weight, const Updated& average) {
  // x takes the place of a dense gradient.
  ParamGrad<T> grad;
  grad.dense = x.data<T>();
  // Neither rate nor states: the average is the parameter of this step.
  const ParamStep<Device, T> step = {context, grad, nullptr, average};
  UpdateParam(step, AverageRule<T>{weight});
}

PADDLE_INSTANTIATE(AccumulateGradient, PADDLE_TARGET_DEVICE, float, double);
PADDLE_INSTANTIATE(MovingAverage, PADDLE_TARGET_DEVICE, float, double);

}  // namespace paddle::operators::kernels
