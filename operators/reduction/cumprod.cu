#include "paddle/operators/reduction/cumprod.h"
#include "paddle/operators/reduction/product_line.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {

using framework::Tensor;

// One thread a line: products along it depend on each other.
template <class Device, class T>
void CumProd(const Device& device, const Tensor& x, int axis, bool exclusive,
             bool reverse, Tensor* out) {
  if (x.numel() == 0) return;
  const ProductLines lines(x.dims(), axis, reverse);
  const T* data = x.data<T>();
  T* to = out->mutable_data<T>();
  platform::ForEach(device, lines.count, [=] PADDLE_DEVICE(int64_t i) {
    const int64_t first = lines.First(i);
    MultiplyLine(lines.size, lines.step, exclusive, data + first, to + first);
  });
}

template <class Device, class T>
void CumProdGrad(const Device& device, const Tensor& x, const Tensor& dout,
                 int axis, bool exclusive, bool reverse, Workspace workspace,
                 Tensor* dx) {
  if (x.numel() == 0) return;
  using A = platform::Accumulator<T>;
  const ProductLines lines(x.dims(), axis, reverse);
  A* const before = static_cast<A*>(workspace(x.numel() * sizeof(A)));
  const T* data = x.data<T>();
  const T* g = dout.data<T>();
  T* to = dx->mutable_data<T>();
  platform::ForEach(device, lines.count, [=] PADDLE_DEVICE(int64_t i) {
    const int64_t first = lines.First(i);
    MultiplyLineGrad(lines.size, lines.step, exclusive, data + first, g + first,
                     before + first, to + first);
  });
}

PADDLE_INSTANTIATE(CumProd, platform::CUDADeviceContext, PADDLE_NUMBERS);
PADDLE_INSTANTIATE(CumProdGrad, platform::CUDADeviceContext,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
