// The cosine of the angle between vectors: 1 for one direction, 0 at right
// angles, -1 for opposite directions.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out [N, 1] = x . y / (|x| |y|), row by row, and the norms, with an
// element for each row of x or y. x is [N, D, ...], and y likewise or of one
// row. With a vector of norm 0 the cosine is 0. The norms have the accumulator
// type of T. T: float, double, float16, bfloat16.
template <class Device, class T>
void CosSim(const Device& context, const framework::Tensor& x,
            const framework::Tensor& y, framework::Tensor* out,
            framework::Tensor* x_norm, framework::Tensor* y_norm);

// The inputs and the results of CosSim, and the gradient of out.
struct CosSimGradInputs {
  const framework::Tensor& x;
  const framework::Tensor& y;
  const framework::Tensor& out;
  const framework::Tensor& x_norm;
  const framework::Tensor& y_norm;
  const framework::Tensor& d_out;
};

// Computes d_x = d_out (y / (|x| |y|) - out x / |x|^2), and d_y likewise,
// summed over the rows if y is [1, D]. With a vector of norm 0 both are 0.
// Either output may be null.
template <class Device, class T>
void CosSimGrad(const Device& context, const CosSimGradInputs& in,
                framework::Tensor* d_x, framework::Tensor* d_y);

}  // namespace paddle::operators::kernels
