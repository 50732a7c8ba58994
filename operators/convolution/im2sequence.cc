#include "paddle/operators/convolution/im2sequence.h"

#include <algorithm>

#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;

constexpr int64_t kGrain = 16384;

struct Sizes {
  Sizes(const PatchWindow& w, const Dims& x)
      : channels(x[1]),
        height(x[2]),
        width(x[3]),
        patch(w.kernel[0] * w.kernel[1]),
        rows(w.count[0] * w.count[1]) {}

  int64_t image() const { return channels * height * width; }
  int64_t row() const { return channels * patch; }

  int64_t channels;
  int64_t height;
  int64_t width;
  int64_t patch;
  int64_t rows;
};

// Calls body(in the patch, in the plane, count) for the lines of window
// (y, x) that lie inside the image; outside(in the patch, count) for the rest.
template <typename Body, typename Outside>
void ForEachLine(const PatchWindow& w, const Sizes& s, int64_t y, int64_t x,
                 const Body& body, const Outside& outside) {
  const int64_t top = y * w.stride[0] - w.padding[0];
  const int64_t left = x * w.stride[1] - w.padding[1];
  const int64_t columns = w.kernel[1];
  const int64_t begin = std::clamp<int64_t>(-left, 0, columns);
  const int64_t end = std::clamp(s.width - left, begin, columns);
  for (int64_t i = 0; i < w.kernel[0]; ++i) {
    const int64_t line = i * columns;
    if (top + i < 0 || top + i >= s.height) {
      outside(line, columns);
      continue;
    }
    outside(line, begin);
    body(line + begin, (top + i) * s.width + left + begin, end - begin);
    outside(line + end, columns - end);
  }
}

}  // namespace

template <class Device, class T>
void ImageToSequence(const Device&, const PatchWindow& w, const Tensor& x,
                     Tensor* out) {
  const Sizes s(w, x.dims());
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  const auto make_row = [&](int64_t r) {
    const T* image = from + r / s.rows * s.image();
    T* row = to + r * s.row();
    for (int64_t c = 0; c < s.channels; ++c, row += s.patch) {
      const T* plane = image + c * s.height * s.width;
      ForEachLine(
          w, s, r % s.rows / w.count[1], r % w.count[1],
          [=](int64_t at, int64_t seen, int64_t count) {
            std::copy_n(plane + seen, count, row + at);
          },
          [=](int64_t at, int64_t count) {
            std::fill_n(row + at, count, T(0));
          });
    }
  };
  platform::ParallelFor(x.dims()[0] * s.rows, kGrain / (s.row() + 1) + 1,
                        [&](int64_t begin, int64_t end) {
                          for (int64_t r = begin; r < end; ++r) make_row(r);
                        });
}

template <class Device, class T>
void ImageToSequenceGrad(const Device&, const PatchWindow& w,
                         const Tensor& d_out, Tensor* d_x) {
  const Sizes s(w, d_x->dims());
  const T* from = d_out.data<T>();
  T* to = d_x->mutable_data<T>();
  const int64_t size = s.height * s.width;
  // By planes, not by windows: overlapping windows of one plane would race.
  const auto sum_plane = [&](int64_t p) {
    T* plane = to + p * size;
    std::fill_n(plane, size, T(0));
    const T* patches =
        from + p / s.channels * s.rows * s.row() + p % s.channels * s.patch;
    for (int64_t r = 0; r < s.rows; ++r) {
      const T* patch = patches + r * s.row();
      ForEachLine(
          w, s, r / w.count[1], r % w.count[1],
          [=](int64_t at, int64_t seen, int64_t count) {
            for (int64_t j = 0; j < count; ++j)
              plane[seen + j] += patch[at + j];
          },
          [](int64_t, int64_t) {});
    }
  };
  platform::ParallelFor(d_x->dims()[0] * s.channels,
                        kGrain / (size + s.rows * s.patch + 1) + 1,
                        [&](int64_t begin, int64_t end) {
                          for (int64_t p = begin; p < end; ++p) sum_plane(p);
                        });
}

PADDLE_INSTANTIATE(ImageToSequence, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(ImageToSequenceGrad, platform::CPUDeviceContext, float,
                   double);

}  // namespace paddle::operators::kernels
