// Scales vectors along one axis to length 1, as for embeddings that are
// compared by their angle.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes norm = sqrt(sum(x * x) + epsilon) and out = x / norm, with the sum
// along `axis` (counted from the front), where norm has size 1. norm has the
// accumulator type of T. `out` may be x. T: float, double, float16, bfloat16.
template <class Device, class T>
void Norm(const Device& context, const framework::Tensor& x, int axis,
          double epsilon, framework::Tensor* out, framework::Tensor* norm);

// Computes d_x = (d_out - out * sum(d_out * out)) / norm; `d_x` may be `d_out`.
template <class Device, class T>
void NormGrad(const Device& context, const framework::Tensor& out,
              const framework::Tensor& norm, const framework::Tensor& d_out,
              int axis, framework::Tensor* d_x);

}  // namespace paddle::operators::kernels
