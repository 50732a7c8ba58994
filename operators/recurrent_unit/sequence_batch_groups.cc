#include "paddle/operators/recurrent_unit/sequence_batch_groups.h"

#include <algorithm>

#include "paddle/operators/recurrent_unit/gate_rows.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using platform::bfloat16;

// A matrix product of fewer rows reads the weights for too little work.
constexpr int64_t kGroupSize = 16;
// From this many multiplications on, running one product in parallel gains more
// than running several groups side by side.
constexpr int64_t kLargeStep = 16'000'000;

// The state of a sequence, or zeros.
template <typename T, typename Row>
void CopyState(const T* state, int64_t sequence, int64_t width, Row* row) {
  if (state == nullptr) {
    std::fill_n(row, width, Row(0));
  } else {
    CopyRow(width, state + sequence * width, row);
  }
}

}  // namespace

int64_t GroupCount(const SequenceBatch& batch, int64_t row_work) {
  if (row_work * kGroupSize > kLargeStep) return 1;
  return std::max<int64_t>(batch.sequences() / kGroupSize, 1);
}

int64_t GroupSize(const SequenceBatch& batch, int64_t count) {
  return (batch.sequences() + count - 1) / count;
}

void ForEachGroup(const SequenceBatch& batch, int64_t count,
                  absl::FunctionRef<void(const SequenceGroup& group)> body) {
  platform::ParallelFor(count, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) body({batch, i, count});
  });
}

template <typename T, typename Row>
void LoadStates(const SequenceGroup& group, const T* state, int64_t width,
                Row* rows) {
  for (int64_t i = 0; i < group.size(); ++i) {
    CopyState(state, group.sequence(i), width, rows + i * width);
  }
}

template <typename Row, typename T>
void StoreStates(const SequenceGroup& group, const Row* rows, int64_t width,
                 T* state) {
  if (state == nullptr) return;
  for (int64_t i = 0; i < group.size(); ++i) {
    CopyRow(width, rows + i * width, state + group.sequence(i) * width);
  }
}

template <typename T>
void PreviousRows(Offsets offsets, bool reverse, const T* x, const T* state,
                  int64_t width, T* previous) {
  ForEachSequence(offsets, width, [=](int64_t i, int64_t begin, int64_t end) {
    if (begin == end) return;
    const int64_t first = reverse ? end - 1 : begin;
    CopyState(state, i, width, previous + first * width);
    const int64_t from = reverse ? begin + 1 : begin;
    const int64_t to = reverse ? begin : begin + 1;
    std::copy_n(x + from * width, (end - begin - 1) * width,
                previous + to * width);
  });
}

// Tiled, since one of the two sides is read across its rows.
template <typename T>
void TransposeMatrix(int64_t rows, int64_t columns, const T* from, T* to) {
  constexpr int64_t kTile = 16;  // a cache line of floats, at least
  for (int64_t i = 0; i < rows; i += kTile) {
    const int64_t last = std::min(i + kTile, rows);
    for (int64_t j = 0; j < columns; ++j) {
      for (int64_t k = i; k < last; ++k) {
        to[j * rows + k] = from[k * columns + j];
      }
    }
  }
}

#define INSTANTIATE(T, Row)                                                \
  template void LoadStates(const SequenceGroup&, const T*, int64_t, Row*); \
  template void StoreStates(const SequenceGroup&, const Row*, int64_t, T*)
INSTANTIATE(float, float);
INSTANTIATE(double, double);
INSTANTIATE(bfloat16, float);
#undef INSTANTIATE
template void LoadStates(const SequenceGroup&, const bfloat16*, int64_t,
                         bfloat16*);
PADDLE_INSTANTIATE_ONE(PreviousRows<float>);
PADDLE_INSTANTIATE_ONE(PreviousRows<double>);
PADDLE_INSTANTIATE_ONE(PreviousRows<bfloat16>);
PADDLE_INSTANTIATE_ONE(TransposeMatrix<float>);
PADDLE_INSTANTIATE_ONE(TransposeMatrix<double>);

}  // namespace paddle::operators::kernels
