// Divides a batch of sequences into groups that recurrent kernels process in
// parallel on the CPU, and moves states into and out of a group.
#pragma once

#include <cstdint>

#include "absl/functional/function_ref.h"

#include "paddle/operators/math/rows/sequence_batch.h"

namespace paddle::operators::kernels {

// The ranks first, first + stride, ... of a batch. Ranks are sorted by length,
// so each group gets a fair share of long and short sequences. Members count
// from 0 and are sorted by length, too.
class SequenceGroup {
 public:
  // Keeps a reference to `batch`. Requires 0 <= first < stride.
  SequenceGroup(const SequenceBatch& batch, int64_t first, int64_t stride)
      : batch_(batch), first_(first), stride_(stride) {
    while (steps_ < batch.steps() && alive(steps_) > 0) ++steps_;
  }

  // Returns the index of this group among `stride` groups.
  int64_t index() const { return first_; }
  // Returns the number of members, and of the steps of the longest one.
  int64_t size() const { return MembersIn(batch_.sequences()); }
  int64_t steps() const { return steps_; }
  // Returns the number of members that have a step `step`, in [0, steps());
  // they are the first ones. At least 1.
  int64_t alive(int64_t step) const { return MembersIn(batch_.alive(step)); }
  // Returns the row of the batch's tensors that is step `step` of a member.
  int64_t row(int64_t step, int64_t member) const {
    return batch_.row(step, Rank(member));
  }
  // Returns the index of the member's sequence in the batch.
  int64_t sequence(int64_t member) const {
    return batch_.order()[Rank(member)];
  }

 private:
  int64_t Rank(int64_t member) const { return first_ + member * stride_; }
  int64_t MembersIn(int64_t ranks) const {
    return (ranks - first_ + stride_ - 1) / stride_;
  }

  // Members are not stored: their ranks follow from first_ and stride_.
  const SequenceBatch& batch_;
  int64_t first_;
  int64_t stride_;
  int64_t steps_ = 0;
};

// Returns the number of groups for a batch whose steps take `row_work`
// multiplications per sequence. Depends on sizes only, never on the number of
// threads, so that sums over groups are reproducible. Returns 1 if steps are so
// large that their matrix products are worth running in parallel themselves. At
// least 1, also for a batch without sequences.
int64_t GroupCount(const SequenceBatch& batch, int64_t row_work);
// Returns the size of the largest of `count` groups. Each group has
// scratch memory for so many members.
int64_t GroupSize(const SequenceBatch& batch, int64_t count);
// Calls body(group) for each of `count` groups, in parallel. The order is
// arbitrary; `group` is valid during the call.
void ForEachGroup(const SequenceBatch& batch, int64_t count,
                  absl::FunctionRef<void(const SequenceGroup& group)> body);

// In the functions below a state is [sequences, width], or null for zeros. T:
// float, double, bfloat16.

// Copies the state of the i-th member to rows[i]. `rows` is [group.size(),
// width], and also float if the state is bfloat16.
template <typename T, typename Row>
void LoadStates(const SequenceGroup& group, const T* state, int64_t width,
                Row* rows);
// Copies rows[i] back to the state of the i-th member, rounded if that is
// bfloat16; does nothing if it is null.
template <typename Row, typename T>
void StoreStates(const SequenceGroup& group, const Row* rows, int64_t width,
                 T* state);

// Computes previous[r] = the row of x one step before row r, or the state of
// its sequence at the first step; x and previous are [rows, width]. With
// `reverse` the step before a row is the row after it. x and previous must not
// share memory.
template <typename T>
void PreviousRows(Offsets offsets, bool reverse, const T* x, const T* state,
                  int64_t width, T* previous);

// Computes to[j, i] = from[i, j] for a matrix [rows, columns]. The two must not
// share memory.
template <typename T>
void TransposeMatrix(int64_t rows, int64_t columns, const T* from, T* to);

}  // namespace paddle::operators::kernels
