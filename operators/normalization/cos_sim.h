// The cosine of the angle between vectors.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// x is [N, D], y is [N, D] or [1, D]; out [N, 1] = x . y / (|x| |y|), row by
// row, where the norms have an element for each row of x or y. With a vector of
// norm 0 the cosine is 0. The norms have the accumulator type of T, which is
// float, double, float16 or bfloat16.
template <class Device, class T>
void CosSim(const Device& context, const framework::Tensor& x,
            const framework::Tensor& y, framework::Tensor* out,
            framework::Tensor* x_norm, framework::Tensor* y_norm);

struct CosSimGradInputs {
  const framework::Tensor& x;
  const framework::Tensor& y;
  const framework::Tensor& out;
  const framework::Tensor& x_norm;
  const framework::Tensor& y_norm;
  const framework::Tensor& d_out;
};

// dx = dout (y / (|x| |y|) - out x / |x|^2), and dy likewise, summed over the
// rows if y is [1, D]. With a vector of norm 0 both are 0. Either output may
// be null.
template <class Device, class T>
void CosSimGrad(const Device& context, const CosSimGradInputs& in,
                framework::Tensor* d_x, framework::Tensor* d_y);

}  // namespace paddle::operators::kernels
