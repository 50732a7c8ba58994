// Computes batch normalisation and its gradient (Ioffe and Szegedy, "Batch
// Normalization", ICML 2015). Variances are biased: divided by the number of
// elements, not by one less.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The dims of x, seen as [outer, channels, inner]: NCHW is [N, C, H * W]; NHWC
// and NC have inner 1. An image has `pixels` of the rows of NHWC, which are
// summed first, in the order of NCHW.
struct BatchNormShape {
  int64_t outer = 0;
  int64_t channels = 0;
  int64_t inner = 1;
  int64_t pixels = 1;
};

// The inputs. All but x have one element per channel, of the data type of x or
// of its accumulator type (float for 16-bit types).
struct BatchNormInputs {
  const framework::Tensor& x;
  const framework::Tensor& scale;
  const framework::Tensor& bias;
  const framework::Tensor& mean;      // running
  const framework::Tensor& variance;  // running
};

// The outputs. mean_out and variance_out, the new running statistics, may be
// the memory of the old ones. The saved statistics, kept for the gradient, are
// those that x was normalised by: the mean and 1 / sqrt(variance + epsilon), in
// the accumulator type.
struct BatchNormOutputs {
  framework::Tensor* y;
  framework::Tensor* mean_out;
  framework::Tensor* variance_out;
  framework::Tensor* saved_mean;
  framework::Tensor* saved_inverse;
};

// Computes y = (x - mean) / sqrt(variance + epsilon) * scale + bias with the
// statistics of the batch, and updates the running statistics: out = momentum *
// running + (1 - momentum) * batch. An empty batch does not change them. T:
// float, double, float16, bfloat16. The order of summation depends on the shape
// only, so the result does not depend on the number of threads.
template <class Device, class T>
void BatchNormTrain(const Device& context, const BatchNormShape& shape,
                    const BatchNormInputs& in, double momentum, double epsilon,
                    const BatchNormOutputs& out);

// Computes y as BatchNormTrain does, but with the running statistics, which it
// copies to the outputs unchanged.
template <class Device, class T>
void BatchNormInfer(const Device& context, const BatchNormShape& shape,
                    const BatchNormInputs& in, double epsilon,
                    const BatchNormOutputs& out);

// The inputs of the gradient: x, and the statistics that BatchNormTrain or
// BatchNormInfer saved.
struct BatchNormGradInputs {
  const framework::Tensor& x;
  const framework::Tensor& scale;
  const framework::Tensor& saved_mean;
  const framework::Tensor& saved_inverse;
  const framework::Tensor& d_y;
  double epsilon;  // of the forward function
};

// Computes, with n = (x - saved_mean) * saved_inverse and means over a channel,
//   d_bias = sum(d_y), d_scale = sum(d_y * n),
//   d_x = scale * saved_inverse * (d_y - mean(d_y) - n * mean(d_y * n)).
// Any of the outputs may be null. `fixed_statistics` says that the forward
// function was BatchNormInfer: its statistics do not depend on x, so the two
// means are left out.
template <class Device, class T>
void BatchNormGrad(const Device& context, const BatchNormShape& shape,
                   const BatchNormGradInputs& in, bool fixed_statistics,
                   framework::Tensor* d_x, framework::Tensor* d_scale,
                   framework::Tensor* d_bias);

}  // namespace paddle::operators::kernels
