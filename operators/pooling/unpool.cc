#include "paddle/operators/pooling/unpool.h"

#include <algorithm>

#include "paddle/platform/enforce.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Calls body(place, element of the large image) for all places of all planes,
// in parallel by planes, after begin_plane(first element, size) for each of
// them; `small` has the dims of the indices. Planes, not places: two places of
// one plane may have the same index.
template <typename Begin, typename Body>
void ForEachPlace(const platform::CPUDeviceContext&, const Tensor& small,
                  const Tensor& indices, const Tensor& large,
                  const Begin& begin_plane, const Body& body) {
  constexpr int64_t kGrain = 16384;
  const int64_t planes = small.dims()[0] * small.dims()[1];
  if (planes == 0) return;
  const int64_t places = small.numel() / planes;
  const int64_t size = large.numel() / planes;
  const int64_t* at = indices.data<int64_t>();
  platform::ParallelFor(
      planes, kGrain / (places + size + 1) + 1,
      [&](int64_t begin, int64_t end) {
        for (int64_t p = begin; p < end; ++p) {
          begin_plane(p * size, size);
          for (int64_t i = p * places; i < (p + 1) * places; ++i) {
            PADDLE_ENFORCE(at[i] >= 0 && at[i] < size, OutOfRange, "index ",
                           at[i], " at position ", i,
                           " is outside of an image of ", size, " elements");
            body(i, p * size + at[i]);
          }
        }
      });
}

// Calls put(from[i], &to[element of i]) for all of x, in an output of zeros.
template <typename T, typename Put>
void Spread(const platform::CPUDeviceContext& context, const Tensor& x,
            const Tensor& indices, const Put& put, Tensor* out) {
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  ForEachPlace(
      context, x, indices, *out,
      [=](int64_t plane, int64_t size) { std::fill_n(to + plane, size, T(0)); },
      [=](int64_t i, int64_t at) { put(from[i], to + at); });
}

}  // namespace

template <class Device, class T>
void Unpool(const Device& context, const Tensor& x, const Tensor& indices,
            Tensor* out) {
  Spread<T>(
      context, x, indices, [](T value, T* to) { *to = value; }, out);
}

template <class Device, class T>
void AddToPlanes(const Device& context, const Tensor& x, const Tensor& indices,
                 Tensor* out) {
  Spread<T>(
      context, x, indices, [](T value, T* to) { *to += value; }, out);
}

template <class Device, class T>
void PickFromPlanes(const Device& context, const Tensor& x,
                    const Tensor& indices, Tensor* out) {
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  ForEachPlace(
      context, *out, indices, x, [](int64_t, int64_t) {},
      [=](int64_t i, int64_t at) { to[i] = from[at]; });
}

PADDLE_INSTANTIATE(Unpool, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(PickFromPlanes, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(AddToPlanes, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
