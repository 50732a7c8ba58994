#include "paddle/operators/recurrent_unit/state_weight.h"

#include <algorithm>
#include <cmath>

#include "paddle/operators/math/blas/gemm_serial.h"
#include "paddle/operators/math/blas/packed_gemm.h"
#include "paddle/operators/math/blas/packed_note.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/loops/quantize.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/operators/math/loops/vector_loops.h"
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

namespace {

// Returns the step of integers for the largest of some numbers.
float StepOf(int64_t size, const float* x) {
  const float most = ReduceRun(size, 0.0F, MaxReducer(),
                               [=](int64_t j) { return std::abs(x[j]); });
  return most / 127;
}

void RoundRun(int64_t size, const float* x, float step, int8_t* out) {
  const Quantizer<int8_t, float> quantizer(step, 0);
  AssignRun(size, out, [=](int64_t j) { return quantizer(x[j]); });
}

}  // namespace

IntegerWeight::IntegerWeight(int64_t inner, int64_t columns,
                             const float* weight, memory::Allocator* allocator)
    : inner_(inner), columns_(columns) {
  using framework::DataType;
  scales_.Allocate({columns}, DataType::kFloat32, allocator);
  float* scales = scales_.mutable_data<float>();
  std::fill_n(scales, columns, 0.0F);
  for (int64_t i = 0; i < inner; ++i) {
    const float* row = weight + i * columns;
    AccumulateRun(columns, scales, MaxReducer(),
                  [=](int64_t j) { return std::abs(row[j]); });
  }
  AssignRun(columns, scales, [=](int64_t j) { return scales[j] / 127; });
  framework::Tensor integers;
  integers.Allocate({inner, columns}, DataType::kInt8, allocator);
  int8_t* to = integers.mutable_data<int8_t>();
  for (int64_t i = 0; i < inner; ++i, to += columns) {
    const float* row = weight + i * columns;
    AssignRun(columns, to, [=](int64_t j) {
      return Quantizer<int8_t, float>(scales[j], 0)(row[j]);
    });
  }
  // The library adds up to four numbers of 4 bytes for each column.
  const int64_t sums = 16 * FilledUp(columns);
  packed_.Allocate(
      {kPackedNoteBytes + FilledUp(inner) * FilledUp(columns) + sums},
      DataType::kInt8, allocator);
  PackMatrix(false, inner, columns, integers.data<int8_t>(), &packed_);
}

void IntegerWeight::Multiply(int64_t rows, const float* x, float,
                             float* out) const {
  float* steps =
      ThreadScratch<float>(ScratchSlot::kTotal, rows + (rows * inner_ + 3) / 4);
  int8_t* integers = reinterpret_cast<int8_t*>(steps + rows);
  for (int64_t i = 0; i < rows; ++i) {
    steps[i] = StepOf(inner_, x + i * inner_);
    RoundRun(inner_, x + i * inner_, steps[i], integers + i * inner_);
  }
  const float* scales = scales_.data<float>();
  PackedGemm<int8_t>(
      {rows, columns_, inner_, integers, &packed_, nullptr, nullptr,
       /*wide=*/true},
      [&](const PackedTile<int8_t>& tile) {
        for (int64_t i = 0; i < tile.rows; ++i) {
          const int32_t* sums = tile.sums + i * tile.stride;
          const float* scale = scales + tile.column;
          const float step = steps[tile.row + i];
          AssignRun(tile.columns, out + (tile.row + i) * columns_ + tile.column,
                    [=](int64_t j) {
                      return static_cast<float>(sums[j]) * (step * scale[j]);
                    });
        }
      });
}

}  // namespace paddle::operators::kernels
