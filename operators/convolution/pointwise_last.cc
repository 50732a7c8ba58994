#include "paddle/operators/convolution/pointwise_last.h"

#include <algorithm>
#include <cstdint>

#include "paddle/operators/convolution/activation_bounds.h"
#include "paddle/operators/math/blas/avx512_gemm.h"
#include "paddle/operators/math/blas/float_gemm.h"
#include "paddle/operators/math/blas/gemm_tile.h"
#include "paddle/operators/math/blas/packed_floats.h"

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

bool IsPointwise(const ConvShape& s) {
  return s.is_flat() && s.groups == 1 && Volume(s.kernel) == 1 &&
         Volume(s.stride) == 1 && Volume(s.padding) == 0 && s.in == s.out;
}

// Tiles of AMX pay for themselves with many channels and filters, and, as an
// image may be alone, pixels; or with more of the latter.
RowCount RowsOf(const ConvShape& s) {
  constexpr int64_t kMany = 128;
  const int64_t pixels = Volume(s.out);
  const bool many = std::min(s.channels, s.filters) >= kMany;
  return pixels >= kManyPixels || (many && pixels > kTinyPixels)
             ? RowCount::kMany
             : RowCount::kFew;
}

}  // namespace

bool HasPointwiseLast(const ConvShape& s) {
  if (!IsPointwise(s) || !HasAvx512Gemm()) return false;
  if (RowsOf(s) == RowCount::kMany && SuitsAmx(s.channels, s.filters)) {
    return true;
  }
  const int64_t pixels = Volume(s.out);
  const bool is_small = pixels <= kSomePixels ||
                        (pixels <= kManyPixels && s.filters <= s.channels);
  return s.channels >= kFewChannels && s.filters >= kFewFilters && is_small &&
         (pixels <= kTinyPixels || s.channels < kManyChannels);
}

void PointwiseLast(const ConvShape& s, const ConvLastOperands<float>& operands,
                   ConvFinish<float> finish, float* output) {
  // The filter [M, C] is the transpose of what pixels are multiplied by.
  const PackedFloats filter = FindOrPackFloats(
      s.channels, s.filters, RowsOf(s), operands.filter, operands.packed);
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
  MultiplyByPacked(pixels, n, s.channels, operands.input, filter, sums,
                   more ? &completed : nullptr, output);
}

void PackPointwiseFilter(const ConvShape& s, const float* filter,
                         Tensor* packed) {
  PackFloats(/*transposed=*/true, s.channels, s.filters, RowsOf(s), filter,
             packed);
}

}  // namespace paddle::operators::kernels
