#include "paddle/operators/creation/triangle.h"

#include <algorithm>
#include <cstring>

#include "paddle/framework/types/data_type.h"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/target_device.h"

namespace paddle::operators::kernels {

using framework::Tensor;

namespace {

[[maybe_unused]] void KeepTriangleOnCPU(const Tensor& x, Triangle which,
                                        int64_t diagonal, Tensor* out) {
  constexpr int64_t kGrainBytes = 131072;
  const int64_t rows = x.dims().at(-2);
  const int64_t columns = x.dims().at(-1);
  const int64_t unit = static_cast<int64_t>(framework::SizeOf(x.dtype()));
  const int64_t width = columns * unit;
  const char* from = static_cast<const char*>(x.raw_data());
  char* to = static_cast<char*>(out->raw_mutable_data());
  // A diagonal beyond the matrix changes nothing more; clamped, it keeps the
  // sums below small.
  const int64_t offset = std::clamp(diagonal, -rows, columns);
  const bool lower = which == Triangle::kLower;
  platform::ParallelFor(
      x.numel() / columns, kGrainBytes / width + 1,
      [=](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          // The columns before `cut` are on one side of the diagonal: each row
          // is one copy and two fills, whatever the data type.
          const int64_t cut =
              std::clamp<int64_t>(i % rows + offset + lower, 0, columns) * unit;
          const int64_t first = i * width + (lower ? 0 : cut);
          const int64_t last = i * width + (lower ? cut : width);
          if (from != to) std::memcpy(to + first, from + first, last - first);
          std::memset(to + i * width, 0, first - i * width);
          std::memset(to + last, 0, (i + 1) * width - last);
        }
      });
}

}  // namespace

template <class Device>
void KeepTriangle(const Device& device, const Tensor& x, Triangle which,
                  int64_t diagonal, Tensor* out) {
  if (x.numel() == 0) return;
  if constexpr (platform::kIsCUDA<Device>) {
    KeepTriangleOnCUDA(device, x, which, diagonal, out);
  } else {
    KeepTriangleOnCPU(x, which, diagonal, out);
  }
}

template <class Device>
void FillEye(const Device& device, Tensor* out) {
  // Zeros first, then a few ones: two simple passes instead of a comparison for
  // each element.
  Fill(device, 0, out);
  const int64_t columns = out->dims()[1];
  const int64_t count = std::min(out->dims()[0], columns);
  framework::VisitDataType(out->dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* data = out->mutable_data<T>();
    const T one(1);
    if constexpr (platform::kIsCUDA<Device>) {
      FillDiagonalOnCUDA(device, &one, sizeof(T), count, columns + 1, data);
    } else {
      for (int64_t i = 0; i < count; ++i) data[i * (columns + 1)] = one;
    }
  });
}

PADDLE_INSTANTIATE_ONE(KeepTriangle<PADDLE_TARGET_DEVICE>);
PADDLE_INSTANTIATE_ONE(FillEye<PADDLE_TARGET_DEVICE>);

}  // namespace paddle::operators::kernels
