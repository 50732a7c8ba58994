#include "paddle/operators/convolution/winograd.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/convolution/conv_test_shapes.h"
#include "paddle/operators/convolution/winograd_size.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using testing::Numbers;
using testing::Shape;

// A convolution's tensors, with the channels first.
struct Case {
  explicit Case(const ConvShape& s)
      : shape(s),
        x(Numbers<float>({s.batch, s.channels, s.in[1], s.in[2]}, 1)),
        w(Numbers<float>({s.filters, s.channels, 3, 3}, 2)),
        dy(Numbers<float>({s.batch, s.filters, s.out[1], s.out[2]}, 3)) {}

  // Calls body(index of x, of w, of dy) for all products.
  template <typename Body>
  void ForEachProduct(const Body& body) const {
    const ConvShape& s = shape;
    for (int64_t nm = 0; nm < s.batch * s.filters; ++nm) {
      const int64_t n = nm / s.filters, m = nm % s.filters;
      for (int64_t at = 0; at < Volume(s.out) * s.channels * 9; ++at) {
        const int64_t tap = at % 9, c = at / 9 % s.channels;
        const int64_t pixel = at / 9 / s.channels;
        const int64_t i = pixel / s.out[2] + tap / 3 - s.padding[1];
        const int64_t j = pixel % s.out[2] + tap % 3 - s.padding[2];
        if (i < 0 || i >= s.in[1] || j < 0 || j >= s.in[2]) continue;
        body(((n * s.channels + c) * s.in[1] + i) * s.in[2] + j,
             (m * s.channels + c) * 9 + tap, nm * Volume(s.out) + pixel);
      }
    }
  }

  ConvShape shape;
  Tensor x, w, dy;
};

// The output, and the gradients of the input and of the filter.
struct Results {
  std::vector<double> y, dx, dw;
};

Results Expected(const Case& c) {
  Results r{std::vector<double>(c.dy.numel()), std::vector<double>(c.x.numel()),
            std::vector<double>(c.w.numel())};
  const float *x = c.x.data<float>(), *w = c.w.data<float>();
  const float* dy = c.dy.data<float>();
  c.ForEachProduct([&](int64_t i, int64_t j, int64_t k) {
    r.y[k] += 1.0 * x[i] * w[j];
    r.dx[i] += 1.0 * dy[k] * w[j];
    r.dw[j] += 1.0 * x[i] * dy[k];
  });
  return r;
}

// Copies images [n, a, b] to [n, b, a].
Tensor Turned(const Tensor& x, int64_t images, int64_t a, int64_t b) {
  Tensor turned(x.dims(), x.dtype());
  const float* from = x.data<float>();
  float* to = turned.mutable_data<float>();
  for (int64_t i = 0; i < images * a * b; ++i) {
    const int64_t n = i / (a * b), row = i / b % a, column = i % b;
    to[(n * b + column) * a + row] = from[i];
  }
  return turned;
}

// The results of the functions under test, with the channels first.
struct Found {
  Tensor y, dx, dw;
};

Found Compute(const Case& c, bool channels_last) {
  ConvShape s = c.shape;
  s.channels_last = channels_last;
  EXPECT_TRUE(HasWinogradCode(s));
  const int64_t in = Volume(s.in), out = Volume(s.out);
  const Tensor x = channels_last ? Turned(c.x, s.batch, s.channels, in) : c.x;
  const Tensor dy =
      channels_last ? Turned(c.dy, s.batch, s.filters, out) : c.dy;
  Found found{Tensor(dy.dims(), dy.dtype()), Tensor(x.dims(), x.dtype()),
              Tensor(c.w.dims(), c.w.dtype())};
  const float* w = c.w.data<float>();
  WinogradForward(s, x.data<float>(), w, found.y.mutable_data<float>());
  WinogradBackwardInput(s, w, dy.data<float>(), found.dx.mutable_data<float>());
  WinogradBackwardFilter(s, x.data<float>(), dy.data<float>(),
                         found.dw.mutable_data<float>());
  if (channels_last) {
    found.y = Turned(found.y, s.batch, out, s.filters);
    found.dx = Turned(found.dx, s.batch, in, s.channels);
  }
  return found;
}

// Errors are those of sums in float: some times 6e-8 of the largest.
void ExpectClose(const char* what, const Tensor& found,
                 const std::vector<double>& expected) {
  const float* data = found.data<float>();
  double largest = 0, error = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    largest = std::max(largest, std::abs(expected[i]));
    error = std::max(error, std::abs(data[i] - expected[i]));
  }
  EXPECT_LT(error, 4e-6 * largest) << what;
}

bool SameBits(const Tensor& a, const Tensor& b) {
  return std::memcmp(a.raw_data(), b.raw_data(), a.bytes()) == 0;
}

void ExpectSame(const Found& a, const Found& b) {
  EXPECT_TRUE(SameBits(a.y, b.y));
  EXPECT_TRUE(SameBits(a.dx, b.dx));
  EXPECT_TRUE(SameBits(a.dw, b.dw));
}

std::vector<ConvShape> Shapes() {
  std::vector<ConvShape> shapes = {
      Shape(9, 16, 8, 16, 3, 1, 1, 1, 1),   // whole tiles, and one more
      Shape(5, 24, 11, 40, 3, 1, 1, 1, 1),  // parts of tiles and of registers
      Shape(3, 32, 18, 24, 3, 1, 1, 0, 1),  // no zeros around
      Shape(40, 16, 3, 24, 3, 1, 1, 2, 1),  // mostly zeros
      Shape(90, 16, 8, 24, 3, 1, 1, 1, 1),  // several small groups
      // Images of several blocks of tiles: one, by all threads, and more.
      Shape(1, 256, 70, 16, 3, 1, 1, 1, 1),
      Shape(2, 16, 90, 112, 3, 1, 1, 1, 1),
      // Factors of a filter that are shared, and several groups of images.
      Shape(24, 64, 17, 128, 3, 1, 1, 1, 1),
  };
  // Zeros at the beginning only, and pixels that no window sees.
  shapes.push_back(Shape(4, 16, 14, 16, 3, 1, 1, 1, 1));
  shapes.back().out = {1, 12, 13};
  return shapes;
}

TEST(Winograd, IsTheConvolutionAndItsGradients) {
  for (const ConvShape& s : Shapes()) {
    SCOPED_TRACE(s.channels);
    const Case c(s);
    const Results expected = Expected(c);
    const Found found = Compute(c, /*channels_last=*/true);
    ExpectClose("y", found.y, expected.y);
    ExpectClose("dx", found.dx, expected.dx);
    ExpectClose("dw", found.dw, expected.dw);
  }
}

TEST(Winograd, HasTheSameBitsInBothOrdersAndForAnyThreads) {
  const int before = platform::NumThreads();
  for (const ConvShape& s : Shapes()) {
    SCOPED_TRACE(s.channels);
    const Case c(s);
    platform::SetNumThreads(1);
    const Found first = Compute(c, false);
    ExpectSame(Compute(c, true), first);
    platform::SetNumThreads(3);
    ExpectSame(Compute(c, false), first);
    ExpectSame(Compute(c, true), first);
  }
  platform::SetNumThreads(before);
}

TEST(Winograd, TakesWhatItIsFasterFor) {
  const auto has = [](ConvShape s) { return HasWinogradCode(s); };
  const ConvShape fits = Shape(32, 64, 8, 64, 3, 1, 1, 1, 1);
  EXPECT_TRUE(has(fits));
  ConvShape alone = fits;
  alone.each_alone = true;
  EXPECT_FALSE(has(alone));
  EXPECT_FALSE(has(Shape(1, 64, 8, 64, 3, 1, 1, 1, 1)));     // few tiles
  EXPECT_FALSE(has(Shape(32, 8, 8, 64, 3, 1, 1, 1, 1)));     // few channels
  EXPECT_FALSE(has(Shape(32, 64, 8, 8, 3, 1, 1, 1, 1)));     // few filters
  EXPECT_FALSE(has(Shape(32, 68, 8, 64, 3, 1, 1, 1, 1)));    // part of a block
  EXPECT_FALSE(has(Shape(32, 512, 8, 512, 3, 1, 1, 1, 1)));  // many weights
  EXPECT_FALSE(has(Shape(32, 64, 8, 64, 3, 4, 1, 1, 1)));    // groups
  EXPECT_FALSE(has(Shape(32, 64, 16, 64, 3, 1, 2, 1, 1)));   // stride
  EXPECT_FALSE(has(Shape(32, 64, 16, 64, 3, 1, 1, 1, 2)));   // dilation
  EXPECT_FALSE(has(Shape(32, 64, 16, 64, 3, 1, 1, 3, 1)));   // padding
  EXPECT_FALSE(has(Shape(32, 64, 16, 64, 5, 1, 1, 2, 1)));   // kernel
  ConvShape deep = fits;
  deep.in[0] = deep.out[0] = 4;
  EXPECT_FALSE(has(deep));
}

TEST(Winograd, TilesOfInferences) {
  EXPECT_EQ(WinogradTileOf(64, 64, 56, 56), 4);
  EXPECT_EQ(WinogradTileOf(64, 64, 24, 24), 4);
  EXPECT_EQ(WinogradTileOf(64, 64, 20, 20), 2);    // few large tiles
  EXPECT_EQ(WinogradTileOf(512, 512, 28, 28), 2);  // many weights
  EXPECT_EQ(WinogradTileOf(512, 512, 7, 7), 2);
  EXPECT_EQ(WinogradTileOf(512, 512, 6, 6), 0);  // few tiles
  EXPECT_EQ(WinogradTileOf(512, 520, 28, 28), 0);
  EXPECT_EQ(WinogradTileOf(8, 64, 56, 56), 0);   // few channels
  EXPECT_EQ(WinogradTileOf(68, 64, 56, 56), 0);  // part of a block
}

}  // namespace
}  // namespace paddle::operators::kernels
