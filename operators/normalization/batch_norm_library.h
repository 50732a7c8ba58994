// Batch normalisation on GPUs by NVIDIA's cuDNN, in builds with
// --cuda_math=nvidia. One of two sources defines it: batch_norm_library_cudnn
// or batch_norm_library_stub.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/normalization/batch_norm.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The functions return false, having done nothing, in builds without the
// library, for shapes that BatchNormForLibrary leaves out, for bfloat16, for
// scales, biases, variances and their gradients of 16 bits, for an epsilon
// below cuDNN's least, and for whatever else cuDNN does not support. T: float,
// double, float16, bfloat16.

// Computes y, saved_mean and saved_inverse of BatchNormTrain, but not the
// running statistics: cuDNN's variance is divided by n - 1.
template <typename T>
bool LibraryBatchNormTrain(const platform::DeviceContext& device,
                           const BatchNormShape& shape,
                           const BatchNormInputs& in, double epsilon,
                           const BatchNormOutputs& out);
// Computes y of BatchNormInfer.
template <typename T>
bool LibraryBatchNormInfer(const platform::DeviceContext& device,
                           const BatchNormShape& shape,
                           const BatchNormInputs& in, double epsilon,
                           framework::Tensor* y);
// Computes BatchNormGrad of all three outputs, none of which is null, with the
// statistics of the batch.
template <typename T>
bool LibraryBatchNormGrad(const platform::DeviceContext& device,
                          const BatchNormShape& shape,
                          const BatchNormGradInputs& in, framework::Tensor* d_x,
                          framework::Tensor* d_scale,
                          framework::Tensor* d_bias);

}  // namespace paddle::operators::kernels
