#include <cudnn.h>

#include <optional>

#include "absl/functional/function_ref.h"

#include "paddle/operators/pooling/pool_cudnn.h"
#include "paddle/operators/pooling/pool_library.h"
#include "paddle/operators/pooling/pool_library_sizes.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/cudnn.h"

namespace paddle::operators::kernels {
namespace {

using platform::DeviceContext;

// True if cuDNN supports the shape and `submit` has submitted it.
template <typename T>
bool Compute(
    const DeviceContext& device, const PoolShape& shape, bool exclusive,
    absl::FunctionRef<cudnnStatus_t(cudnnHandle_t, const PoolDescriptors&)>
        submit) {
  const std::optional<PoolLibrarySizes> sizes = PoolForLibrary(shape);
  if (!sizes.has_value()) return false;
  bool done = false;
  platform::WithCudnn(platform::CUDAContext(device), [&](cudnnHandle_t handle) {
    const PoolDescriptors d;
    done = Describe<T>(*sizes, exclusive, d) &&
           platform::CudnnTakes(submit(handle, d), "average pooling");
  });
  return done;
}

}  // namespace

template <typename T>
bool LibraryAveragePool(const DeviceContext& device, const PoolShape& shape,
                        bool exclusive, const T* x, T* out) {
  const T one = 1, zero = 0;
  return Compute<T>(device, shape, exclusive,
                    [&](cudnnHandle_t handle, const PoolDescriptors& d) {
                      return cudnnPoolingForward(handle, d.pooling.get(), &one,
                                                 d.x.get(), x, &zero,
                                                 d.out.get(), out);
                    });
}

template <typename T>
bool LibraryAveragePoolGrad(const DeviceContext& device, const PoolShape& shape,
                            bool exclusive, const T* d_out, T* d_x) {
  const T one = 1, zero = 0;
  // cuDNN also wants the images and their averages, on which these gradients do
  // not depend: the gradients take their places.
  return Compute<T>(device, shape, exclusive,
                    [&](cudnnHandle_t handle, const PoolDescriptors& d) {
                      return cudnnPoolingBackward(handle, d.pooling.get(), &one,
                                                  d.out.get(), d_out,
                                                  d.out.get(), d_out, d.x.get(),
                                                  d_x, &zero, d.x.get(), d_x);
                    });
}

#define INSTANTIATE(T)                                                        \
  template bool LibraryAveragePool<T>(const DeviceContext&, const PoolShape&, \
                                      bool, const T*, T*);                    \
  template bool LibraryAveragePoolGrad<T>(                                    \
      const DeviceContext&, const PoolShape&, bool, const T*, T*);
INSTANTIATE(float)
INSTANTIATE(double)

}  // namespace paddle::operators::kernels
