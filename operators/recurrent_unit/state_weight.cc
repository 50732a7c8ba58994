#include "paddle/operators/recurrent_unit/state_weight.h"

#include <algorithm>

#include "paddle/operators/math/blas/gemm_serial.h"
#include "paddle/operators/math/blas/packed_gemm.h"
#include "paddle/operators/math/blas/packed_note.h"
#include "paddle/operators/recurrent_unit/gate_rows.h"

namespace paddle::operators::kernels {

using platform::bfloat16;

namespace {

int64_t FilledUp(int64_t size) { return (size + 63) / 64 * 64; }

}  // namespace

StateWeight<bfloat16>::StateWeight(int64_t inner, int64_t columns,
                                   const bfloat16* weight,
                                   memory::Allocator* allocator,
                                   bool transposed)
    : inner_(inner),
      columns_(columns),
      weight_(weight),
      transposed_(transposed) {
  const int64_t note = kPackedNoteBytes / static_cast<int64_t>(sizeof(*weight));
  packed_.Allocate({note + FilledUp(inner) * FilledUp(columns)},
                   framework::DataType::kBFloat16, allocator);
  PackMatrix(transposed, inner, columns, weight, &packed_);
}

void StateWeight<bfloat16>::Multiply(int64_t rows, const bfloat16* x,
                                     float beta, float* out) const {
  const auto finish = [&](const PackedTile<bfloat16>& tile) {
    for (int64_t i = 0; i < tile.rows; ++i) {
      const float* sums = tile.sums + i * tile.stride;
      float* to = out + (tile.row + i) * columns_ + tile.column;
      if (beta == 0) {
        std::copy_n(sums, tile.columns, to);
      } else {
        AddTo(tile.columns, sums, to);
      }
    }
  };
  // The rounded product is not written, but a place has to be named.
  auto* c = reinterpret_cast<bfloat16*>(out);
  if (PackedGemm<bfloat16>({rows, columns_, inner_, x, &packed_, nullptr, c,
                            /*wide=*/true},
                           finish)) {
    return;
  }
  SerialGemm(GemmArgs<bfloat16, float>{
      false, transposed_, rows, columns_, inner_, 1, x, inner_, weight_,
      transposed_ ? inner_ : columns_, beta, out, columns_});
}

}  // namespace paddle::operators::kernels
