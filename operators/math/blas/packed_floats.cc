#include "paddle/operators/math/blas/packed_floats.h"

#include "paddle/operators/math/blas/amx_gemm.h"
#include "paddle/operators/math/blas/amx_range.h"
#include "paddle/operators/math/blas/avx512_gemm.h"
#include "paddle/operators/math/blas/gemm_blocks.h"
#include "paddle/operators/math/blas/own_order.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::bfloat16;

using Panels = GemmBlocks<Avx512Gemm>;
using Tiles = GemmBlocks<AmxGemm<float, float>>;

// One row by tiles takes two to three times as long as by panels, and by those
// of a larger matrix, which come from memory, some rows do, too. Fewer columns
// gain less than that for many rows.
constexpr int64_t kLargeMatrix = 1 << 20;
constexpr int64_t kSomeColumns = 256;

// Panels of a matrix that AMX does not hold have a name of their own.
OwnOrder OrderOfPanels(int64_t k, int64_t n, bool holds) {
  return {0,
          {'p', 'a', 'n', 'e', 'l', holds ? '\0' : '*'},
          k,
          n,
          Panels::PackedSize(n, k)};
}

OwnOrder OrderOfTiles(int64_t k, int64_t n) {
  return {0, {'t', 'i', 'l', 'e'}, k, n, (Tiles::PackedSize(n, k) + 1) / 2};
}

bool WantsTiles(int64_t k, int64_t n, RowCount rows) {
  if (!SuitsAmx(k, n) || rows == RowCount::kFew) return false;
  return rows == RowCount::kMany ||
         (n >= kSomeColumns && k * n <= kLargeMatrix);
}

PackedFloats ReadTiles(const float* packed) {
  return {nullptr, reinterpret_cast<const bfloat16*>(packed)};
}

// Writes a matrix in an order.
class Packing {
 public:
  Packing(bool transposed, int64_t k, int64_t n, RowCount rows, const float* b)
      : k_(k), n_(n), b_(OperandOf(b, transposed ? k : n, transposed)) {
    const bool wants_tiles = WantsTiles(k, n, rows);
    holds_ = !wants_tiles || AmxHolds(k, n, b_);
    are_tiles_ = wants_tiles && holds_;
  }

  bool are_tiles() const { return are_tiles_; }
  OwnOrder order() const {
    return are_tiles_ ? OrderOfTiles(k_, n_) : OrderOfPanels(k_, n_, holds_);
  }
  void Write(float* to) const {
    if (are_tiles_) {
      Tiles::PackAll(n_, k_, b_, reinterpret_cast<bfloat16*>(to));
    } else {
      Panels::PackAll(n_, k_, b_, to);
    }
  }

 private:
  const int64_t k_, n_;
  const GemmOperand<const float> b_;
  bool holds_, are_tiles_;
};

}  // namespace

void PackFloats(bool transposed, int64_t k, int64_t n, RowCount rows,
                const float* b, Tensor* packed) {
  const Packing packing(transposed, k, n, rows, b);
  PackOwn(
      packing.order(), [&](float* to) { packing.Write(to); }, packed);
}

PackedFloats FindFloats(int64_t k, int64_t n, RowCount rows,
                        const Tensor& packed) {
  if (!WantsTiles(k, n, rows)) {
    return {FindOwn(OrderOfPanels(k, n, true), packed), nullptr};
  }
  const float* const tiles = FindOwn(OrderOfTiles(k, n), packed);
  if (tiles != nullptr) return ReadTiles(tiles);
  return {FindOwn(OrderOfPanels(k, n, false), packed), nullptr};
}

PackedFloats FindOrPackFloats(int64_t k, int64_t n, RowCount rows,
                              absl::FunctionRef<const float*()> transposed_b,
                              const Tensor* packed) {
  if (packed != nullptr) {
    const PackedFloats found = FindFloats(k, n, rows, *packed);
    if (found.panels != nullptr || found.tiles != nullptr) return found;
  }
  const Packing packing(/*transposed=*/true, k, n, rows, transposed_b());
  float* const to = OwnFloats(packing.order(), /*packed=*/nullptr,
                              [&](float* floats) { packing.Write(floats); });
  return packing.are_tiles() ? ReadTiles(to) : PackedFloats{to, nullptr};
}

void MultiplyByPacked(int64_t m, int64_t n, int64_t k, const float* a,
                      const PackedFloats& b, const GemmFinish& finish,
                      const CompletedFloats* completed, float* c) {
  // The packed matrix is read in place of b.
  const FloatGemm g{m,
                    n,
                    k,
                    1,
                    OperandOf(a, k, false),
                    OperandOf(b.panels, n, false),
                    0,
                    OperandOf(c, n, false),
                    b.panels,
                    b.tiles,
                    &finish,
                    completed};
  if (b.tiles != nullptr) {
    MultiplyByAmx(g, /*threads=*/true);
  } else {
    MultiplyByAvx512(g, /*threads=*/true);
  }
}

}  // namespace paddle::operators::kernels
