#include "paddle/operators/convolution/pointwise_last.h"

#include <cstdint>

#include "paddle/operators/convolution/activation_bounds.h"
#include "paddle/operators/math/blas/avx512_gemm.h"
#include "paddle/operators/math/blas/float_panels.h"
#include "paddle/operators/math/blas/gemm_tile.h"
#include "paddle/operators/math/blas/own_order.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Sums of fewer products take less time than what is done with them; and the
// columns of fewer filters do not fill registers.
constexpr int64_t kFewChannels = 64;
constexpr int64_t kFewFilters = 32;
// Results of larger images leave caches before they are finished, those of so
// many pixels if they are larger than the image; and so many channels are
// slower unless the image is tiny: the library is as fast or faster.
constexpr int64_t kManyPixels = 32 * 32;
constexpr int64_t kSomePixels = 16 * 16;
constexpr int64_t kTinyPixels = 8 * 8;
constexpr int64_t kManyChannels = 1024;

// The filter [M, C] is the transpose of what pixels are multiplied by.
void Pack(const ConvShape& s, const float* filter, float* to) {
  WriteFloatPanels(/*transposed=*/true, s.channels, s.filters, filter, to);
}

bool IsPointwise(const ConvShape& s) {
  return s.is_flat() && s.groups == 1 && Volume(s.kernel) == 1 &&
         Volume(s.stride) == 1 && Volume(s.padding) == 0 && s.in == s.out;
}

}  // namespace

bool HasPointwiseLast(const ConvShape& s) {
  const int64_t pixels = Volume(s.out);
  const bool is_small = pixels <= kSomePixels ||
                        (pixels <= kManyPixels && s.filters <= s.channels);
  return HasAvx512Gemm() && IsPointwise(s) && s.channels >= kFewChannels &&
         s.filters >= kFewFilters && is_small &&
         (pixels <= kTinyPixels || s.channels < kManyChannels);
}

void PointwiseLast(const ConvShape& s, const ConvLastOperands<float>& operands,
                   ConvFinish<float> finish, float* output) {
  const float* const filter =
      OwnFloats(FloatPanels(s.channels, s.filters), operands.packed,
                [&](float* to) { Pack(s, operands.filter(), to); });
  const int64_t pixels = s.batch * Volume(s.out), n = s.filters;
  const ActivationBounds bounds(operands.activation);
  const GemmFinish sums{operands.bias, operands.residual, n, bounds.low,
                        bounds.high};
  const auto finish_rows = [&](int64_t row, int64_t rows, int64_t column,
                               int64_t columns) {
    for (int64_t i = row; i < row + rows; ++i) {
      const int64_t first = i * n + column;
      finish(first, columns, output + first);
    }
  };
  const CompletedFloats completed = finish_rows;
  const bool more =
      !bounds.are_activation && operands.activation != FusedActivation::kNone;
  MultiplyFloatPanels(pixels, n, s.channels, operands.input, filter, sums,
                      more ? &completed : nullptr, output);
}

void PackPointwiseFilter(const ConvShape& s, const float* filter,
                         Tensor* packed) {
  PackOwn(
      FloatPanels(s.channels, s.filters),
      [&](float* to) { Pack(s, filter, to); }, packed);
}

}  // namespace paddle::operators::kernels
