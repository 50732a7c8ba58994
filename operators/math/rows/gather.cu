#include "paddle/operators/math/device/device_copy.h"
#include "paddle/operators/math/device/device_units.cuh"
#include "paddle/operators/math/rows/gather.h"
#include "paddle/operators/math/rows/scatter_loop.cuh"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// A view whose last axis counts units, the widest that the inner size and the
// addresses of both tensors allow.
struct UnitView {
  UnitView(const AxisView& elements, const Tensor& a, const Tensor& b)
      : view(elements), unit(framework::SizeOf(a.dtype())) {
    while (unit < sizeof(Unit16) && view.inner % 2 == 0 &&
           IsAligned(a.raw_data(), 2 * unit) &&
           IsAligned(b.raw_data(), 2 * unit)) {
      view.inner /= 2;
      unit *= 2;
    }
  }
  AxisView view;
  size_t unit;
};

template <typename Unit>
void GatherUnits(const platform::CUDADeviceContext& device, const Tensor& x,
                 const AxisView& view, Indices indices, Tensor* out) {
  const Unit* from = static_cast<const Unit*>(x.raw_data());
  Unit* to = static_cast<Unit*>(out->raw_mutable_data());
  const int64_t* index = indices.data();
  const int64_t count = indices.size(), size = view.size, inner = view.inner;
  platform::ForEach(device, view.outer * count * inner,
                    [=] PADDLE_DEVICE(int64_t i) {
                      const int64_t row = i / inner;
                      const int64_t o = row / count;
                      to[i] = from[(o * size + index[row - o * count]) * inner +
                                   (i - row * inner)];
                    });
}

template <typename Unit>
struct AssignUpdate {
  PADDLE_HOST_DEVICE void operator()(Unit* to, const Unit* from,
                                     int64_t) const {
    *to = *from;
  }
};

// Notes the number of the last update of a place.
struct NoteUpdate {
  PADDLE_HOST_DEVICE void operator()(int64_t* to, const int64_t*,
                                     int64_t i) const {
    *to = i;
  }
};

template <typename Unit>
void ClearUnits(const platform::CUDADeviceContext& device, Indices indices,
                const AxisView& view, Tensor* out) {
  Unit* to = static_cast<Unit*>(out->raw_mutable_data());
  const int64_t* index = indices.data();
  const int64_t count = indices.size(), size = view.size, inner = view.inner;
  platform::ForEach(
      device, view.outer * count * inner, [=] PADDLE_DEVICE(int64_t i) {
        const int64_t row = i / inner;
        const int64_t o = row / count;
        to[(o * size + index[row - o * count]) * inner + (i - row * inner)] =
            Unit();
      });
}

// Clears the updates that did not stay: a later one of the same place has noted
// itself.
template <typename Unit>
void ClearReplaced(const platform::CUDADeviceContext& device, Indices indices,
                   const int64_t* last, const AxisView& view, Tensor* updates) {
  Unit* to = static_cast<Unit*>(updates->raw_mutable_data());
  const int64_t* index = indices.data();
  const int64_t count = indices.size(), inner = view.inner;
  platform::ForEach(device, view.outer * count * inner,
                    [=] PADDLE_DEVICE(int64_t i) {
                      const int64_t row = i / inner;
                      const int64_t update = row % count;
                      if (last[index[update]] != update) to[i] = Unit();
                    });
}

}  // namespace

template <class Device>
void Gather(const Device& device, const Tensor& x, const AxisView& view,
            Indices indices, Tensor* out) {
  const UnitView units(view, x, *out);
  WithUnit(units.unit, [&](auto of_size) {
    GatherUnits<decltype(of_size)>(device, x, units.view, indices, out);
  });
}

template <class Device>
void Scatter(const Device& device, Indices indices, const Tensor& updates,
             const AxisView& view, Tensor* out) {
  const UnitView units(view, updates, *out);
  WithUnit(units.unit, [&](auto of_size) {
    using Unit = decltype(of_size);
    ForEachUpdateOnCUDA(
        device, units.view, indices.size(), PlacesOfRows{indices.data()},
        static_cast<const Unit*>(updates.raw_data()),
        static_cast<Unit*>(out->raw_mutable_data()), AssignUpdate<Unit>());
  });
}

template <class Device>
void ScatterGrad(const Device& device, const Tensor& dout, const AxisView& view,
                 Indices indices, Tensor* d_updates) {
  Gather(device, dout, view, indices, d_updates);
  const int64_t count = indices.size();
  const DeviceMemory last(device, view.size * sizeof(int64_t));
  ForEachUpdateOnCUDA(device, AxisView{1, view.size, 1}, count,
                      PlacesOfRows{indices.data()}, indices.data(),
                      last.data<int64_t>(), NoteUpdate());
  const UnitView units(view, *d_updates, *d_updates);
  WithUnit(units.unit, [&](auto of_size) {
    ClearReplaced<decltype(of_size)>(device, indices, last.data<int64_t>(),
                                     units.view, d_updates);
  });
}

template <class Device>
void ClearSlices(const Device& device, Indices indices, const AxisView& view,
                 Tensor* out) {
  const UnitView units(view, *out, *out);
  WithUnit(units.unit, [&](auto of_size) {
    ClearUnits<decltype(of_size)>(device, indices, units.view, out);
  });
}

template <class Device, class T>
void ScatterAdd(const Device& device, Indices indices, const Tensor& updates,
                const AxisView& view, Tensor* out) {
  ForEachUpdateOnCUDA(device, view, indices.size(),
                      PlacesOfRows{indices.data()}, updates.data<T>(),
                      out->mutable_data<T>(), AddUpdate<T>());
}

PADDLE_INSTANTIATE(ScatterAdd, platform::CUDADeviceContext, float, double,
                   int32_t, int64_t);
PADDLE_INSTANTIATE_ONE(Gather<platform::CUDADeviceContext>);
PADDLE_INSTANTIATE_ONE(Scatter<platform::CUDADeviceContext>);
PADDLE_INSTANTIATE_ONE(ScatterGrad<platform::CUDADeviceContext>);
PADDLE_INSTANTIATE_ONE(ClearSlices<platform::CUDADeviceContext>);

}  // namespace paddle::operators::kernels
