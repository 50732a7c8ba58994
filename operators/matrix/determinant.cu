#include <cstdint>

#include "paddle/operators/matrix/determinant.h"
#include "paddle/operators/matrix/determinant_matrix.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

using framework::Tensor;

template <class Device, class T>
void Determinant(const Device& device, const Tensor& x, Workspace workspace,
                 Tensor* out) {
  const MatrixStack<T> stack(x, workspace);
  T* to = out->mutable_data<T>();
  platform::ForEach(device, stack.count, [=] PADDLE_DEVICE(int64_t i) {
    to[i] = static_cast<T>(stack.Determinant(i));
  });
}

PADDLE_INSTANTIATE(Determinant, platform::CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels
