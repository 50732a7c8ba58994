#include "paddle/operators/indexing/along_axis.h"
#include "paddle/operators/math/device/device_units.cuh"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/operators/math/rows/gather.h"
#include "paddle/operators/math/rows/scatter_loop.cuh"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

template <typename Unit>
void Take(const platform::CUDADeviceContext& device, const Tensor& x,
          const AxisView& view, int64_t picked, Indices indices, Tensor* out) {
  const Unit* from = static_cast<const Unit*>(x.raw_data());
  Unit* to = static_cast<Unit*>(out->raw_mutable_data());
  const int64_t* index = indices.data();
  const int64_t size = view.size, inner = view.inner;
  platform::ForEach(device, out->numel(), [=] PADDLE_DEVICE(int64_t i) {
    const int64_t row = i / inner;
    to[i] = from[(row / picked * size + index[i]) * inner + (i - row * inner)];
  });
}

// Computes the target of update i in a column, which differs by column: that
// sets this apart from a gather of whole slices.
struct PlacesOfColumns {
  static constexpr bool kSameForColumns = false;
  PADDLE_HOST_DEVICE int64_t operator()(int64_t i, int64_t column) const {
    const int64_t o = column / inner;
    return indices[(o * picked + i) * inner + (column - o * inner)];
  }
  const int64_t* indices;
  int64_t picked;
  int64_t inner;
};

}  // namespace

template <class Device>
void TakeAlongAxis(const Device& device, const Tensor& x, int axis,
                   Indices indices, Tensor* out) {
  const AxisView view = AxisView::Of(x.dims(), axis);
  const int64_t picked = out->dims()[axis];
  WithElementUnit(framework::SizeOf(x.dtype()), [&](auto of_size) {
    Take<decltype(of_size)>(device, x, view, picked, indices, out);
  });
}

template <class Device, class T>
void TakeAlongAxisGrad(const Device& device, Indices indices,
                       const Tensor& dout, int axis, Tensor* dx) {
  // Only elements that an index names are updated below.
  Fill(device, 0, dx);
  const AxisView view = AxisView::Of(dx->dims(), axis);
  const int64_t picked = dout.dims()[axis];
  ForEachUpdateOnCUDA(device, view, picked,
                      PlacesOfColumns{indices.data(), picked, view.inner},
                      dout.data<T>(), dx->mutable_data<T>(), AddUpdate<T>());
}

PADDLE_INSTANTIATE(TakeAlongAxisGrad, platform::CUDADeviceContext, float,
                   double);
PADDLE_INSTANTIATE_ONE(TakeAlongAxis<platform::CUDADeviceContext>);

}  // namespace paddle::operators::kernels
