#include <cudnn.h>

#include <array>
#include <initializer_list>
#include <optional>
#include <type_traits>

#include "absl/functional/function_ref.h"

#include "paddle/framework/types/data_type.h"
#include "paddle/operators/normalization/batch_norm_cudnn.h"
#include "paddle/operators/normalization/batch_norm_library.h"
#include "paddle/operators/normalization/batch_norm_library_sizes.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/cudnn.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::Accumulator;
using platform::DeviceContext;

// Statistics per channel, not per element.
constexpr cudnnBatchNormMode_t kMode = CUDNN_BATCHNORM_SPATIAL;

// True if cuDNN supports numbers of this type, and vectors of these types.
template <typename T>
bool FitsTypes(std::initializer_list<const Tensor*> vectors) {
  bool fits = !std::is_same_v<T, platform::bfloat16>;
  for (const Tensor* vector : vectors) {
    fits = fits && vector->dtype() == framework::DataTypeOf<Accumulator<T>>();
  }
  return fits;
}

// True if cuDNN supports the shape and `submit` has submitted it.
template <typename T>
bool Compute(
    const DeviceContext& device, const BatchNormShape& shape, double epsilon,
    absl::FunctionRef<cudnnStatus_t(cudnnHandle_t, const BatchNormDescriptors&)>
        submit) {
  const std::optional<std::array<int, 4>> dims = BatchNormForLibrary(shape);
  // A smaller epsilon is an error in cuDNN, and legal here.
  if (!dims.has_value() || epsilon < CUDNN_BN_MIN_EPSILON) return false;
  bool done = false;
  platform::WithCudnn(platform::CUDAContext(device), [&](cudnnHandle_t handle) {
    // Descriptors are cheap, so none is kept from run to run.
    const BatchNormDescriptors d;
    done = Describe<T>(*dims, d) &&
           platform::CudnnTakes(submit(handle, d), "batch normalisation");
  });
  return done;
}

}  // namespace

template <typename T>
bool LibraryBatchNormTrain(const DeviceContext& device,
                           const BatchNormShape& shape,
                           const BatchNormInputs& in, double epsilon,
                           const BatchNormOutputs& out) {
  if (!FitsTypes<T>({&in.scale, &in.bias})) return false;
  // Scales are of the type that cuDNN computes in: float for float16.
  const Accumulator<T> one = 1, zero = 0;
  return Compute<T>(device, shape, epsilon,
                    [&](cudnnHandle_t handle, const BatchNormDescriptors& d) {
                      return cudnnBatchNormalizationForwardTraining(
                          handle, kMode, &one, &zero, d.x.get(),
                          in.x.raw_data(), d.x.get(), out.y->raw_mutable_data(),
                          d.channels.get(), in.scale.raw_data(),
                          in.bias.raw_data(), 1, nullptr, nullptr, epsilon,
                          out.saved_mean->raw_mutable_data(),
                          out.saved_inverse->raw_mutable_data());
                    });
}

template <typename T>
bool LibraryBatchNormInfer(const DeviceContext& device,
                           const BatchNormShape& shape,
                           const BatchNormInputs& in, double epsilon,
                           Tensor* y) {
  if (!FitsTypes<T>({&in.scale, &in.bias, &in.mean, &in.variance})) {
    return false;
  }
  const Accumulator<T> one = 1, zero = 0;
  return Compute<T>(device, shape, epsilon,
                    [&](cudnnHandle_t handle, const BatchNormDescriptors& d) {
                      return cudnnBatchNormalizationForwardInference(
                          handle, kMode, &one, &zero, d.x.get(),
                          in.x.raw_data(), d.x.get(), y->raw_mutable_data(),
                          d.channels.get(), in.scale.raw_data(),
                          in.bias.raw_data(), in.mean.raw_data(),
                          in.variance.raw_data(), epsilon);
                    });
}

template <typename T>
bool LibraryBatchNormGrad(const DeviceContext& device,
                          const BatchNormShape& shape,
                          const BatchNormGradInputs& in, Tensor* d_x,
                          Tensor* d_scale, Tensor* d_bias) {
  if (!FitsTypes<T>({&in.scale, d_scale, d_bias})) return false;
  const Accumulator<T> one = 1, zero = 0;
  return Compute<T>(
      device, shape, in.epsilon,
      [&](cudnnHandle_t handle, const BatchNormDescriptors& d) {
        return cudnnBatchNormalizationBackward(
            handle, kMode, &one, &zero, &one, &zero, d.x.get(), in.x.raw_data(),
            d.x.get(), in.d_y.raw_data(), d.x.get(), d_x->raw_mutable_data(),
            d.channels.get(), in.scale.raw_data(), d_scale->raw_mutable_data(),
            d_bias->raw_mutable_data(), in.epsilon, in.saved_mean.raw_data(),
            in.saved_inverse.raw_data());
      });
}

#define INSTANTIATE(T)                                                         \
  template bool LibraryBatchNormTrain<T>(                                      \
      const DeviceContext&, const BatchNormShape&, const BatchNormInputs&,     \
      double, const BatchNormOutputs&);                                        \
  template bool LibraryBatchNormInfer<T>(                                      \
      const DeviceContext&, const BatchNormShape&, const BatchNormInputs&,     \
      double, Tensor*);                                                        \
  template bool LibraryBatchNormGrad<T>(                                       \
      const DeviceContext&, const BatchNormShape&, const BatchNormGradInputs&, \
      Tensor*, Tensor*, Tensor*);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(platform::float16)
INSTANTIATE(platform::bfloat16)

}  // namespace paddle::operators::kernels
