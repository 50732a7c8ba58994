// Batch normalisation.
//
// Source: Ioffe, Szegedy, "Batch Normalization" (ICML 2015), with the variance
// divided by the number of elements.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// x seen as [outer, channels, inner]: NCHW is [N, C, H * W]; NHWC and NC have
// inner 1.
struct BatchNormShape {
  int64_t outer = 0;
  int64_t channels = 0;
  int64_t inner = 1;
};

// All but x and y have an element a channel. They have the data type of x or
// its accumulator type.
struct BatchNormInputs {
  const framework::Tensor& x;
  const framework::Tensor& scale;
  const framework::Tensor& bias;
  const framework::Tensor& mean;      // running
  const framework::Tensor& variance;  // running
};

// mean_out and variance_out may be the running inputs. The saved statistics
// are those that x was normalised by: the mean, and 1 / sqrt(variance +
// epsilon); they have the accumulator type.
struct BatchNormOutputs {
  framework::Tensor* y;
  framework::Tensor* mean_out;
  framework::Tensor* variance_out;
  framework::Tensor* saved_mean;
  framework::Tensor* saved_inverse;
};

// y = (x - mean) / sqrt(variance + epsilon) * scale + bias by the statistics of
// the batch, with out = momentum * running + (1 - momentum) * batch; an empty
// batch leaves them alone. T is float, double, float16 or bfloat16. Sums are
// made in an order that depends on the shape only.
template <class Device, class T>
void BatchNormTrain(const Device& context, const BatchNormShape& shape,
                    const BatchNormInputs& in, double momentum, double epsilon,
                    const BatchNormOutputs& out);

// The same by the running statistics, which stay as they are.
template <class Device, class T>
void BatchNormInfer(const Device& context, const BatchNormShape& shape,
                    const BatchNormInputs& in, double epsilon,
                    const BatchNormOutputs& out);

struct BatchNormGradInputs {
  const framework::Tensor& x;
  const framework::Tensor& scale;
  const framework::Tensor& saved_mean;
  const framework::Tensor& saved_inverse;
  const framework::Tensor& d_y;
  double epsilon;  // of the forward function
};

// Any of the outputs may be null. With `fixed_statistics` the forward function
// was BatchNormInfer, whose statistics do not depend on x.
template <class Device, class T>
void BatchNormGrad(const Device& context, const BatchNormShape& shape,
                   const BatchNormGradInputs& in, bool fixed_statistics,
                   framework::Tensor* d_x, framework::Tensor* d_scale,
                   framework::Tensor* d_bias);

}  // namespace paddle::operators::kernels
