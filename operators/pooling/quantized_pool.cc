#include "paddle/operators/pooling/quantized_pool.h"

#include "paddle/operators/pooling/pool_last_rows.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {

template <class Device, class T>
void LargestOfWindows(const Device&, const PoolShape& shape,
                      const framework::Tensor& x, framework::Tensor* out) {
  MaxPoolRows(shape, x.data<T>(), out->mutable_data<T>());
}

PADDLE_INSTANTIATE(LargestOfWindows, platform::CPUDeviceContext, int8_t,
                   uint8_t);

}  // namespace paddle::operators::kernels
