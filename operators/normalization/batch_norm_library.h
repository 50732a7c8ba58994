// Batch normalisation on GPUs by NVIDIA's cuDNN, in builds with
// --cuda_math=nvidia. One of two sources defines it: batch_norm_library_cudnn,
// or batch_norm_library_stub.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/normalization/batch_norm.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// False, and nothing was done, in builds without the library, for the shapes
// that BatchNormForLibrary leaves out, for bfloat16, for scales, biases,
// variances and their gradients of 16 bits, for an epsilon below cuDNN's least,
// and for what else cuDNN does not take. T: float, double, float16, bfloat16.

// y, saved_mean and saved_inverse of BatchNormTrain. The running statistics are
// left: cuDNN's variance is that of a sample.
template <typename T>
bool LibraryBatchNormTrain(const platform::DeviceContext& device,
                           const BatchNormShape& shape,
                           const BatchNormInputs& in, double epsilon,
                           const BatchNormOutputs& out);
// y of BatchNormInfer.
template <typename T>
bool LibraryBatchNormInfer(const platform::DeviceContext& device,
                           const BatchNormShape& shape,
                           const BatchNormInputs& in, double epsilon,
                           framework::Tensor* y);
// BatchNormGrad of all three outputs, of which none is null, by the statistics
// of the batch.
template <typename T>
bool LibraryBatchNormGrad(const platform::DeviceContext& device,
                          const BatchNormShape& shape,
                          const BatchNormGradInputs& in, framework::Tensor* d_x,
                          framework::Tensor* d_scale,
                          framework::Tensor* d_bias);

}  // namespace paddle::operators::kernels
