#include "paddle/operators/convolution/winograd_last.h"

#include <memory>
#include <type_traits>

#include "absl/functional/function_ref.h"

#include "paddle/operators/convolution/activation_bounds.h"
#include "paddle/operators/convolution/winograd.h"
#include "paddle/operators/convolution/winograd_filter.h"
#include "paddle/operators/convolution/winograd_group.h"
#include "paddle/operators/convolution/winograd_size.h"
#include "paddle/operators/math/blas/amx_tiles.h"
#include "paddle/operators/math/blas/avx512_gemm.h"
#include "paddle/operators/math/blas/own_order.h"
#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using winograd::Factors;
using winograd::FilterOrder;
using winograd::GroupRun;
using winograd::Groups;

OwnOrder OrderOf(const Factors& factors) {
  return {0,
          {'w', 'i', 'n', 'o', 'g', 'r', 'a',
           factors.tile == winograd::kSmallTile ? '2' : '4'},
          factors.rows,
          factors.columns,
          factors.size()};
}

// 16-bit taps are computed from copies.
template <typename T>
void WriteFactors(const T* filter, Factors factors, float* to) {
  factors.data = to;
  const int64_t taps =
      factors.rows * factors.columns * winograd::kTaps * winograd::kTaps;
  const std::unique_ptr<float[]> space(
      std::is_same_v<T, float> ? nullptr : new float[taps]);
  winograd::WriteFilterFactors(FilterOrder::kForward,
                               Widen(taps, filter, space.get()), factors);
}

int TileOf(const ConvShape& s) {
  return WinogradTileOf(s.channels, s.filters, s.out[1], s.out[2]);
}

// Returns the factors of the filter, packed or made now, in memory that all
// images read.
template <typename T>
Factors FactorsOf(const ConvShape& s, const ConvLastOperands<T>& operands) {
  Factors factors = winograd::FilterFactors(s, TileOf(s));
  factors.data = OwnFloats(OrderOf(factors), operands.packed, [&](float* to) {
    WriteFactors(operands.filter(), factors, to);
  });
  return factors;
}

}  // namespace

// Small tiles save too little for bfloat16, of which processors with AVX-512
// may multiply twice as many as floats, and those with tiles sixteen times.
template <typename T>
bool HasWinogradLast(const ConvShape& shape) {
  if (!FitsWinograd(shape)) return false;
  const int tile = TileOf(shape);
  if constexpr (std::is_same_v<T, float>) return tile != 0;
  const bool whole = shape.channels % winograd::kHalfChannels == 0 &&
                     shape.filters % winograd::kHalfChannels == 0;
  return tile == winograd::kTile && whole && HasAvx512Gemm() &&
         !HasAmxProducts();
}

// Several images are multiplied at once where the bits of a row of a product do
// not depend on how many there are: not where a library computes it.
template <typename T>
void WinogradLast(const ConvShape& shape, const ConvLastOperands<T>& operands,
                  ConvFinish<T> finish, T* output) {
  ConvShape s = shape;
  s.channels_last = true;
  const Factors factors = FactorsOf(s, operands);
  const auto in_place = [&](int64_t first, int64_t count) {
    finish(first, count, output + first);
  };
  const absl::FunctionRef<void(int64_t, int64_t)> rest = in_place;
  const ActivationBounds bounds(operands.activation);
  winograd::Finish<T> all{{operands.bias, operands.residual, bounds}};
  if (!bounds.are_activation) all.rest = &rest;
  winograd::ForwardAll(s,
                       HasAvx512Gemm()
                           ? Groups(s, factors, winograd::AreFew(factors))
                           : Groups::OfOne(s, factors),
                       operands.input, factors, all, output);
}

template <typename T>
void PackWinogradFilter(const ConvShape& s, const T* filter, Tensor* packed) {
  const Factors factors = winograd::FilterFactors(s, TileOf(s));
  PackOwn(
      OrderOf(factors), [&](float* to) { WriteFactors(filter, factors, to); },
      packed);
}

PADDLE_INSTANTIATE_ONE(HasWinogradLast<float>);
PADDLE_INSTANTIATE_ONE(HasWinogradLast<platform::bfloat16>);
PADDLE_INSTANTIATE_ONE(WinogradLast<float>);
PADDLE_INSTANTIATE_ONE(WinogradLast<platform::bfloat16>);
PADDLE_INSTANTIATE_ONE(PackWinogradFilter<float>);
PADDLE_INSTANTIATE_ONE(PackWinogradFilter<platform::bfloat16>);

}  // namespace paddle::operators::kernels
