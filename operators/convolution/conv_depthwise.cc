#include "paddle/operators/convolution/conv_depthwise.h"

#include <algorithm>

#include "absl/container/inlined_vector.h"

#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/math/loops/vector_register.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/round_up.h"

namespace paddle::operators::kernels {
namespace {

// A padded plane of 4 or 8 MB still fits in the last cache.
constexpr int64_t kMaxElements = int64_t{1} << 20;
// Products that are worth a thread.
constexpr int64_t kGrain = 64 * 1024;
// A multiple of the lanes of any type: rows need no scalar rest.
constexpr int64_t kWidth = 8;

// One channel of an image with its padding, as windows see it. The elements of
// a row are sorted by their column modulo the stride ("phases"), so that the
// elements that neighbouring outputs see under one tap are adjacent. Rows are
// long enough for `width` outputs, which is a multiple of kWidth.
struct PaddedPlane {
  explicit PaddedPlane(const ConvShape& s)
      : stride(s.stride[2]),
        width(platform::RoundUp(s.out[2], kWidth)),
        phase(width + (s.kernel[2] - 1) * s.dilation[2] / stride),
        row(stride * phase),
        rows((s.out[1] - 1) * s.stride[1] + s.reach(1)) {}

  int64_t size() const { return rows * row; }

  int64_t stride;
  int64_t width;
  int64_t phase;
  int64_t row;
  int64_t rows;
};

// Calls body(at, x, count) for stretches of row y of the image: `count`
// elements from x on, a stride apart, are those from `at` on in the plane.
template <typename Body>
void ForEachStretch(const ConvShape& s, const PaddedPlane& p, int64_t y,
                    const Body& body) {
  const int64_t step = p.stride, padding = s.padding[2];
  for (int64_t i = 0; i < step; ++i) {
    const int64_t first =
        i >= padding ? 0 : platform::CeilDivide(padding - i, step);
    const int64_t x = first * step + i - padding;
    const int64_t count =
        std::min(platform::CeilDivide(std::max<int64_t>(s.in[2] - x, 0), step),
                 p.phase - first);
    if (count <= 0) continue;
    body((y + s.padding[1]) * p.row + i * p.phase + first, y * s.in[2] + x,
         count);
  }
}

// The rows of the image that windows see.
int64_t SeenRows(const ConvShape& s, const PaddedPlane& p) {
  return std::clamp<int64_t>(p.rows - s.padding[1], 0, s.in[1]);
}

template <typename T>
void Pad(const ConvShape& s, const PaddedPlane& p, const T* image, T* plane) {
  std::fill_n(plane, p.size(), T(0));
  for (int64_t y = 0; y < SeenRows(s, p); ++y) {
    ForEachStretch(s, p, y, [&](int64_t at, int64_t x, int64_t count) {
      if (p.stride == 1) {
        std::copy_n(image + x, count, plane + at);
        return;
      }
      for (int64_t j = 0; j < count; ++j) {
        plane[at + j] = image[x + j * p.stride];
      }
    });
  }
}

template <typename T>
void Unpad(const ConvShape& s, const PaddedPlane& p, const T* plane, T* image) {
  std::fill_n(image, s.in[1] * s.in[2], T(0));
  for (int64_t y = 0; y < SeenRows(s, p); ++y) {
    ForEachStretch(s, p, y, [&](int64_t at, int64_t x, int64_t count) {
      for (int64_t j = 0; j < count; ++j) {
        image[x + j * p.stride] = plane[at + j];
      }
    });
  }
}

// Returns the offsets in a plane of the taps of its first window.
using Taps = absl::InlinedVector<int64_t, 32>;

Taps TapsOf(const ConvShape& s, const PaddedPlane& p) {
  Taps taps;
  for (int64_t i = 0; i < s.kernel[1]; ++i) {
    for (int64_t j = 0; j < s.kernel[2]; ++j) {
      const int64_t column = j * s.dilation[2];
      taps.push_back(i * s.dilation[1] * p.row + column % p.stride * p.phase +
                     column / p.stride);
    }
  }
  return taps;
}

// sums = kCount registers of outputs, beginning with the one that sees `plane`.
template <int kCount, typename T>
void WeighTaps(const Taps& taps, const T* plane, const T* filter,
               Register<T>* sums) {
  for (int i = 0; i < kCount; ++i) sums[i] = Register<T>{};
  for (size_t t = 0; t < taps.size(); ++t) {
    const T weight = filter[t];
    const T* from = plane + taps[t];
    for (int i = 0; i < kCount; ++i) {
      sums[i] += weight * Load(from + i * kLanes<T>);
    }
  }
}

// One row of outputs. `out` has room for p.width elements.
template <typename T>
void WeighRow(const PaddedPlane& p, const Taps& taps, const T* plane,
              const T* filter, T* out) {
  // Sums of four registers are independent, which hides the latency of
  // additions; a weight is loaded once for all of them.
  constexpr int kMany = 4;
  Register<T> sums[kMany];
  int64_t o = 0;
  for (; o + kMany * kLanes<T> <= p.width; o += kMany * kLanes<T>) {
    WeighTaps<kMany>(taps, plane + o, filter, sums);
    for (int i = 0; i < kMany; ++i) Store(sums[i], out + o + i * kLanes<T>);
  }
  for (; o < p.width; o += kLanes<T>) {
    WeighTaps<1>(taps, plane + o, filter, sums);
    Store(sums[0], out + o);
  }
}

// The gradients of all taps, a register each, of which the sum counts.
// `d_output` and `plane` are one channel of one image.
template <typename T>
void AddTapGrads(const ConvShape& s, const PaddedPlane& p, const Taps& taps,
                 const T* plane, const T* d_output, Register<T>* sums) {
  constexpr int kStep = kLanes<T>;
  const int64_t whole = s.out[2] / kStep * kStep;
  for (int64_t y = 0; y < s.out[1]; ++y, d_output += s.out[2]) {
    const T* seen = plane + y * s.stride[1] * p.row;
    for (int64_t o = 0; o < whole; o += kStep) {
      const Register<T> dy = Load(d_output + o);
      for (size_t t = 0; t < taps.size(); ++t) {
        sums[t] += dy * Load(seen + taps[t] + o);
      }
    }
    for (int64_t o = whole; o < s.out[2]; ++o) {
      for (size_t t = 0; t < taps.size(); ++t) {
        sums[t][o - whole] += d_output[o] * seen[taps[t] + o];
      }
    }
  }
}

// Calls body(i) for `count` channels, in parallel; each takes `work` products.
template <typename Body>
void ForEachChannel(int64_t count, int64_t work, const Body& body) {
  platform::ParallelFor(count, kGrain / work + 1,
                        [&](int64_t begin, int64_t end) {
                          for (int64_t i = begin; i < end; ++i) body(i);
                        });
}

// Products of one filter with one image.
int64_t WorkOf(const ConvShape& s) { return Volume(s.out) * Volume(s.kernel); }

}  // namespace

bool HasDepthwiseCode(const ConvShape& s) {
  if (!s.is_depthwise() || !s.is_flat()) return false;
  const auto fits = [&](int axis) {
    return s.dilation[axis] < kMaxElements / s.kernel[axis] &&
           s.stride[axis] < kMaxElements / s.out[axis];
  };
  if (!fits(1) || !fits(2)) return false;
  const PaddedPlane p(s);
  return p.row < kMaxElements / p.rows;
}

template <typename T>
void DepthwiseForward(const ConvShape& s, const T* input, const T* filter,
                      T* output) {
  const PaddedPlane p(s);
  const Taps taps = TapsOf(s, p);
  const int64_t filters = s.filters / s.groups;
  ForEachChannel(s.batch * s.channels, filters * WorkOf(s), [&](int64_t i) {
    T* plane = ThreadScratch<T>(ScratchSlot::kPiece, p.size() + p.width);
    // A row of its own: the vectors write past the last output.
    T* row = plane + p.size();
    Pad(s, p, input + i * s.in[1] * s.in[2], plane);
    T* out = output + i * filters * Volume(s.out);
    const T* weights = filter + i % s.channels * filters * taps.size();
    for (int64_t m = 0; m < filters; ++m, weights += taps.size()) {
      for (int64_t y = 0; y < s.out[1]; ++y, out += s.out[2]) {
        WeighRow(p, taps, plane + y * s.stride[1] * p.row, weights, row);
        std::copy_n(row, s.out[2], out);
      }
    }
  });
}

template <typename T>
void DepthwiseBackwardInput(const ConvShape& s, const T* filter,
                            const T* d_output, T* d_input) {
  const PaddedPlane p(s);
  const Taps taps = TapsOf(s, p);
  const int64_t filters = s.filters / s.groups;
  ForEachChannel(s.batch * s.channels, filters * WorkOf(s), [&](int64_t i) {
    T* plane = ThreadScratch<T>(ScratchSlot::kPiece, p.size());
    std::fill_n(plane, p.size(), T(0));
    const T* dy = d_output + i * filters * Volume(s.out);
    const T* weights = filter + i % s.channels * filters * taps.size();
    for (int64_t m = 0; m < filters; ++m, weights += taps.size()) {
      for (int64_t y = 0; y < s.out[1]; ++y, dy += s.out[2]) {
        for (size_t t = 0; t < taps.size(); ++t) {
          T* seen = plane + y * s.stride[1] * p.row + taps[t];
          const T weight = weights[t];
          // Neighbouring outputs touch neighbouring elements, by the order of
          // the plane.
          AssignRun(s.out[2], seen,
                    [=](int64_t j) { return seen[j] + weight * dy[j]; });
        }
      }
    }
    Unpad(s, p, plane, d_input + i * s.in[1] * s.in[2]);
  });
}

template <typename T>
void DepthwiseBackwardFilter(const ConvShape& s, const T* input,
                             const T* d_output, T* d_filter) {
  const PaddedPlane p(s);
  const Taps taps = TapsOf(s, p);
  const int64_t filters = s.filters / s.groups;
  const int64_t count = filters * taps.size();
  ForEachChannel(s.channels, s.batch * filters * WorkOf(s), [&](int64_t c) {
    // A register for each tap, added across lanes once at the end: the order of
    // the additions depends on the shape alone.
    auto* sums = ThreadScratch<Register<T>>(ScratchSlot::kLibrary,
                                            filters * taps.size());
    std::fill_n(sums, count, Register<T>{});
    T* plane = ThreadScratch<T>(ScratchSlot::kPiece, p.size());
    for (int64_t n = 0; n < s.batch; ++n) {
      const int64_t i = n * s.channels + c;
      Pad(s, p, input + i * s.in[1] * s.in[2], plane);
      for (int64_t m = 0; m < filters; ++m) {
        AddTapGrads(s, p, taps, plane,
                    d_output + (i * filters + m) * Volume(s.out),
                    sums + m * taps.size());
      }
    }
    for (int64_t t = 0; t < count; ++t) {
      T total = 0;
      for (int j = 0; j < kLanes<T>; ++j) total += sums[t][j];
      d_filter[c * count + t] = total;
    }
  });
}

PADDLE_INSTANTIATE_ONE(DepthwiseForward<float>);
PADDLE_INSTANTIATE_ONE(DepthwiseForward<double>);
PADDLE_INSTANTIATE_ONE(DepthwiseBackwardInput<float>);
PADDLE_INSTANTIATE_ONE(DepthwiseBackwardInput<double>);
PADDLE_INSTANTIATE_ONE(DepthwiseBackwardFilter<float>);
PADDLE_INSTANTIATE_ONE(DepthwiseBackwardFilter<double>);

}  // namespace paddle::operators::kernels
