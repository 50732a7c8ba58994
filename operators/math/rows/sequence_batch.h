// Running sequences of different lengths step by step, without padding: which
// sequences are still alive at a step, and where their rows are.
#pragma once

#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Sequences ranked by length, the longest first and equal ones as they stand.
// The sequences that take part in a step are then the first alive(step) ranks,
// and those of the next step a prefix of them: what is kept for a step, a row
// for each rank, needs no moving when sequences end.
//
//   SequenceBatch batch(offsets);
//   GatherRows(device, h0, batch.order(), &h);    // a row for each rank
//   for (int64_t t = 0; t < batch.steps(); ++t) {
//     GatherStep(device, batch, t, x, &x_t);      // x_t: [alive(t), ...]
//     ...                                         // h: its first alive(t) rows
//     ScatterStep(device, batch, t, h_t, &out);   // out has the rows of x
//   }
//
// Takes no memory from the heap for some tens of sequences and some hundreds
// of steps. Immutable.
class SequenceBatch {
 public:
  // Of the sequences that begin and end at `offsets`, which may be gone after
  // the call. In reverse a sequence's first step is its last row.
  explicit SequenceBatch(Offsets offsets, bool reverse = false);

  int64_t sequences() const { return sequences_; }
  // The length of the longest sequence.
  int64_t steps() const { return steps_; }
  // Rank -> sequence.
  absl::Span<const int64_t> order() const { return Part(0, sequences_); }
  // How many sequences have a step `step` in [0, steps()); at least 1, and
  // never more than at the step before.
  int64_t alive(int64_t step) const { return data_[2 * sequences_ + step]; }
  // The row of a rank in [0, alive(step)).
  int64_t row(int64_t step, int64_t rank) const {
    return data_[sequences_ + rank] + step * direction_;
  }
  // From a row to the row of the same sequence's next step: 1, -1 in reverse.
  int64_t direction() const { return direction_; }

 private:
  absl::Span<const int64_t> Part(int64_t begin, int64_t size) const {
    return absl::MakeConstSpan(data_).subspan(begin, size);
  }

  int64_t sequences_;
  int64_t steps_ = 0;
  int64_t direction_;
  // The order, the first row of each rank, and who is alive at each step.
  absl::InlinedVector<int64_t, 768> data_;
};

// Below, x and out have rows of one size and one data type, and share no
// memory; `rows` are rows of the taller of them.

// out[i] = x[rows[i]]. Any data type.
template <class Device>
void GatherRows(const Device& device, const framework::Tensor& x,
                absl::Span<const int64_t> rows, framework::Tensor* out);
// out[rows[i]] = x[i]; other rows stay as they are. Any data type. `rows` are
// different from each other.
template <class Device>
void ScatterRows(const Device& device, const framework::Tensor& x,
                 absl::Span<const int64_t> rows, framework::Tensor* out);

// out[rows[i]] += x[i], for the same `rows`. T: float, double, int32_t,
// int64_t.
template <class Device, class T>
void ScatterAddRows(const Device& device, const framework::Tensor& x,
                    absl::Span<const int64_t> rows, framework::Tensor* out);

// The same for the rows of one step: [alive(step), ...] on the side of the
// ranks. The side of the ranks may have more rows; they are left alone.
template <class Device>
void GatherStep(const Device& device, const SequenceBatch& batch, int64_t step,
                const framework::Tensor& x, framework::Tensor* out);
template <class Device>
void ScatterStep(const Device& device, const SequenceBatch& batch, int64_t step,
                 const framework::Tensor& x, framework::Tensor* out);
template <class Device, class T>
void ScatterAddStep(const Device& device, const SequenceBatch& batch,
                    int64_t step, const framework::Tensor& x,
                    framework::Tensor* out);

}  // namespace paddle::operators::kernels
