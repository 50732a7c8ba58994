// What recurrent kernels share: groups of sequences that run side by side, and
// the states before each step.
#pragma once

#include <cstdint>

#include "absl/functional/function_ref.h"

#include "paddle/operators/math/rows/sequence_batch.h"

namespace paddle::operators::kernels {

// The ranks first, first + stride, ... of a batch: a fair share of sequences of
// all lengths. Its members count from 0 and are ranked like those of the batch.
class SequenceGroup {
 public:
  // `batch` outlives the group; 0 <= first < stride.
  SequenceGroup(const SequenceBatch& batch, int64_t first, int64_t stride)
      : batch_(batch), first_(first), stride_(stride) {
    while (steps_ < batch.steps() && alive(steps_) > 0) ++steps_;
  }

  // Which of the `stride` groups it is.
  int64_t index() const { return first_; }
  int64_t size() const { return MembersIn(batch_.sequences()); }
  int64_t steps() const { return steps_; }
  // How many members have a step `step` in [0, steps()); at least 1.
  int64_t alive(int64_t step) const { return MembersIn(batch_.alive(step)); }
  int64_t row(int64_t step, int64_t member) const {
    return batch_.row(step, Rank(member));
  }
  int64_t sequence(int64_t member) const {
    return batch_.order()[Rank(member)];
  }

 private:
  int64_t Rank(int64_t member) const { return first_ + member * stride_; }
  int64_t MembersIn(int64_t ranks) const {
    return (ranks - first_ + stride_ - 1) / stride_;
  }

  const SequenceBatch& batch_;
  int64_t first_;
  int64_t stride_;
  int64_t steps_ = 0;
};

// Into how many groups to divide a batch whose steps take `row_work`
// multiplications for each sequence: a function of the sizes alone. Steps so
// large that they can be divided themselves are not.
int64_t GroupCount(const SequenceBatch& batch, int64_t row_work);
// The size of the largest group.
int64_t GroupSize(const SequenceBatch& batch, int64_t count);
// body(group) for each of `count` groups, in parallel.
void ForEachGroup(const SequenceBatch& batch, int64_t count,
                  absl::FunctionRef<void(const SequenceGroup& group)> body);

// Below, a state is [sequences, width], or null for zeros. T: float, double.

// rows[i] = the state of the i-th member.
template <typename T>
void LoadStates(const SequenceGroup& group, const T* state, int64_t width,
                T* rows);
// The reverse. Does nothing without a state.
template <typename T>
void StoreStates(const SequenceGroup& group, const T* rows, int64_t width,
                 T* state);

// previous[r] = the row of x that is a step before row r, or the sequence's
// state; all [rows, width].
template <typename T>
void PreviousRows(Offsets offsets, bool reverse, const T* x, const T* state,
                  int64_t width, T* previous);

// to[j, i] = from[i, j], for a matrix [rows, columns] and no other memory.
template <typename T>
void TransposeMatrix(int64_t rows, int64_t columns, const T* from, T* to);

}  // namespace paddle::operators::kernels
