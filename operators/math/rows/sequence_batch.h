// Batches sequences of different lengths without padding, for recurrent
// operators: sorts them by length and finds the rows of each time step.
#pragma once

#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Sequences ranked by length, the longest first; sequences of equal length keep
// their order. The sequences that have a step are the first alive(step) ranks,
// so those of the next step are a prefix of them: when sequences end, the
// state, one row per rank, is cut short and no row moves.
//
//   SequenceBatch batch(offsets);
//   GatherRows(device, h0, batch.order(), &h);    // a row for each rank
//   for (int64_t t = 0; t < batch.steps(); ++t) {
//     GatherStep(device, batch, t, x, &x_t);      // x_t: [alive(t), ...]
//     ...                                         // h: its first alive(t) rows
//     ScatterStep(device, batch, t, h_t, &out);   // out has the rows of x
//   }
//
// Does not allocate for some tens of sequences and some hundreds of steps.
// Immutable, so any number of threads may read it.
class SequenceBatch {
 public:
  // Ranks the sequences that begin and end at `offsets`, which need not outlive
  // the call. If `reverse`, the first step of a sequence is its last row.
  explicit SequenceBatch(Offsets offsets, bool reverse = false);

  int64_t sequences() const { return sequences_; }
  // Returns the length of the longest sequence.
  int64_t steps() const { return steps_; }
  // Returns the index of the sequence of each rank; a view of this object.
  absl::Span<const int64_t> order() const { return Part(0, sequences_); }
  // Returns the number of sequences that have the step, which lies in [0,
  // steps()): at least 1, and never more than at the step before.
  int64_t alive(int64_t step) const { return data_[2 * sequences_ + step]; }
  // Returns the row, at this step, of a rank in [0, alive(step)).
  int64_t row(int64_t step, int64_t rank) const {
    return data_[sequences_ + rank] + step * direction_;
  }
  // Returns the distance from a row to the one of the same sequence at the next
  // step: 1, or -1 in reverse.
  int64_t direction() const { return direction_; }

 private:
  absl::Span<const int64_t> Part(int64_t begin, int64_t size) const {
    return absl::MakeConstSpan(data_).subspan(begin, size);
  }

  int64_t sequences_;
  int64_t steps_ = 0;
  int64_t direction_;
  // The sequence and the first row of each rank, and the number of sequences
  // alive at each step.
  absl::InlinedVector<int64_t, 768> data_;
};

// The functions below move rows between a tensor in the order of `rows` or of
// the ranks and one in the order of the batch. x and `out` have rows of the
// same size and data type and share no memory.

// Computes out[i] = x[rows[i]]. Any data type.
template <class Device>
void GatherRows(const Device& device, const framework::Tensor& x,
                absl::Span<const int64_t> rows, framework::Tensor* out);
// Computes out[rows[i]] = x[i]; other rows keep their elements. Any data type.
// No row occurs twice in `rows`.
template <class Device>
void ScatterRows(const Device& device, const framework::Tensor& x,
                 absl::Span<const int64_t> rows, framework::Tensor* out);

// Computes out[rows[i]] += x[i]. No row may occur twice in `rows`: they are
// added in parallel. T: float, double, int32_t, int64_t. CPU only.
template <class Device, class T>
void ScatterAddRows(const Device& device, const framework::Tensor& x,
                    absl::Span<const int64_t> rows, framework::Tensor* out);

// Gather, scatter or add the rows of one step, with `rows` the rows of the
// ranks [0, alive(step)). The tensor that is in the order of the ranks may have
// more rows; they are neither read nor written.
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
