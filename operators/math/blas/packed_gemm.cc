#include "paddle/operators/math/blas/packed_gemm.h"

#include <algorithm>
#include <limits>

#include "paddle/operators/math/blas/avx512_gemm.h"
#include "paddle/operators/math/blas/gemm_tile.h"
#include "paddle/operators/math/blas/packed_floats.h"
#include "paddle/operators/math/blas/packed_note.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Fewer columns would be filled up to more: plain code is faster.
constexpr int64_t kFewColumns = 32;

bool HasFloatOrder(int64_t n) { return n >= kFewColumns && HasAvx512Gemm(); }

}  // namespace

bool IsPacked(const Tensor& packed) {
  const auto* note = static_cast<const char*>(packed.raw_data());
  return HasRoom(0, packed) && std::any_of(note, note + kPackedNoteBytes,
                                           [](char c) { return c != 0; });
}

template <>
void PackMatrix<float>(bool transposed, int64_t k, int64_t n, const float* b,
                       Tensor* packed) {
  if (!HasFloatOrder(n)) return ClearPacked(packed);
  PackFloats(transposed, k, n, RowCount::kAny, b, packed);
}

template <>
bool PackedGemm<float>(
    const PackedGemmArgs<float>& g,
    absl::FunctionRef<void(const PackedTile<float>&)> finish) {
  if (!HasFloatOrder(g.n)) return false;
  const PackedFloats b = FindFloats(g.k, g.n, RowCount::kAny, *g.packed);
  if (b.panels == nullptr && b.tiles == nullptr) return false;
  constexpr float kUnbounded = std::numeric_limits<float>::infinity();
  const GemmFinish bias{g.bias, nullptr, 0, -kUnbounded, kUnbounded};
  const auto finish_tile = [&](int64_t row, int64_t rows, int64_t column,
                               int64_t columns) {
    finish({row, rows, column, columns, g.c + row * g.n + column, g.n});
  };
  const CompletedFloats completed = finish_tile;
  MultiplyByPacked(g.m, g.n, g.k, g.a, b, bias, &completed, g.c);
  return true;
}

}  // namespace paddle::operators::kernels
