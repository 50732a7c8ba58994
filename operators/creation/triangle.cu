#include <cstring>

#include "paddle/framework/types/data_type.h"
#include "paddle/operators/creation/triangle.h"
#include "paddle/operators/math/device/device_units.cuh"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

template <typename Unit>
void KeepUnits(const platform::CUDADeviceContext& device, const Tensor& x,
               bool lower, int64_t diagonal, Tensor* out) {
  const int64_t rows = x.dims().at(-2);
  const int64_t columns = x.dims().at(-1);
  const Unit* from = static_cast<const Unit*>(x.raw_data());
  Unit* to = static_cast<Unit*>(out->raw_mutable_data());
  platform::ForEach(device, x.numel(), [=] PADDLE_DEVICE(int64_t i) {
    // One division gives row and column; rows of all matrices are counted
    // through, so the row within its matrix is row % rows.
    const int64_t row = i / columns;
    const int64_t distance = i - row * columns - row % rows;
    const bool kept = lower ? distance <= diagonal : distance >= diagonal;
    to[i] = kept ? from[i] : Unit(0);
  });
}

template <typename Unit>
void FillUnits(const platform::CUDADeviceContext& device, const void* element,
               int64_t count, int64_t step, void* to) {
  Unit unit;
  std::memcpy(&unit, element, sizeof(unit));
  Unit* units = static_cast<Unit*>(to);
  platform::ForEach(device, count,
                    [=] PADDLE_DEVICE(int64_t i) { units[i * step] = unit; });
}

}  // namespace

void KeepTriangleOnCUDA(const platform::CUDADeviceContext& device,
                        const Tensor& x, Triangle which, int64_t diagonal,
                        Tensor* out) {
  WithElementUnit(framework::SizeOf(x.dtype()), [&](auto of_size) {
    KeepUnits<decltype(of_size)>(device, x, which == Triangle::kLower, diagonal,
                                 out);
  });
}

void FillDiagonalOnCUDA(const platform::CUDADeviceContext& device,
                        const void* element, size_t element_size, int64_t count,
                        int64_t step, void* to) {
  WithElementUnit(element_size, [&](auto of_size) {
    FillUnits<decltype(of_size)>(device, element, count, step, to);
  });
}

}  // namespace paddle::operators::kernels
