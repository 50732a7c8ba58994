// Maps the rows of tensors to the steps of a recurrent operator.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "absl/types/span.h"

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/math/rows/sequence_batch.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators {

// The steps of sequences of given lengths (see kernels::SequenceBatch), or of a
// dense [T, ...]. Immutable.
class StepOrder {
 public:
  // Steps through an input: one step for each entry of its outermost level or,
  // without sequences, of its first axis. Throws InvalidArgument for a scalar.
  StepOrder(const framework::LoDTensor& input, bool reverse);

  // Throws InvalidArgument, naming the lengths, unless x has the same steps.
  // `what` and `number` name x in messages, such as "input 2".
  void CheckSame(const framework::LoDTensor& x, const char* what,
                 int number) const;

  bool dense() const { return !batch_.has_value(); }
  int64_t steps() const { return dense() ? length_ : batch_->steps(); }
  // Returns the index of step `step` in a dense [T, ...].
  int64_t TimeOf(int64_t step) const {
    return reverse_ ? length_ - 1 - step : step;
  }
  // The batch of the sequences; only if not dense.
  const kernels::SequenceBatch& batch() const { return *batch_; }
  int64_t alive(int64_t step) const { return batch_->alive(step); }
  // The outermost level of the inputs as a LoD of its own.
  const framework::LoDPtr& outer() const { return outer_; }

 private:
  const bool reverse_;
  int64_t length_ = 0;
  framework::LoDPtr outer_;
  absl::optional<kernels::SequenceBatch> batch_;
};

// The rows of a tensor whose outermost sequences make the steps. A step has one
// row, or one sequence of the next level, for each rank. Immutable; keeps a
// reference to the order.
class StepRows {
 public:
  // `lod` is that of a tensor that passes CheckSame; null for a dense one.
  StepRows(const StepOrder& order, const framework::LoDPtr& lod);

  // Returns the rows of a step, by rank.
  absl::Span<const int64_t> rows(int64_t step) const {
    return absl::MakeConstSpan(rows_).subspan(
        begins_[step], begins_[step + 1] - begins_[step]);
  }
  // Returns the LoD of a step; null if it has one row per rank.
  const framework::LoDPtr& lod(int64_t step) const { return lods_[step]; }

  // Returns x with the rows of step 0, then those of step 1, ...; x itself if
  // dense. One gather for all steps makes each of them a contiguous view.
  framework::Tensor Pack(const platform::DeviceContext& device,
                         const framework::Tensor& x,
                         memory::Allocator* allocator) const;
  // Returns a step of a packed tensor as a view.
  framework::LoDTensor StepOf(const framework::Tensor& packed,
                              int64_t step) const;
  // Returns a step of x, which is not packed, as a copy.
  framework::LoDTensor Gather(const platform::DeviceContext& device,
                              const framework::Tensor& x, int64_t step,
                              memory::Allocator* allocator) const;
  // Stores a step at its place in `out`. Throws InvalidArgument, naming the
  // shapes, if it has another shape or data type.
  void Scatter(const platform::DeviceContext& device,
               const framework::Tensor& value, int64_t step,
               framework::Tensor* out) const;

 private:
  framework::LoDPtr AddStep(const framework::LoD& lod, int64_t step);

  const StepOrder& order_;
  std::vector<int64_t> rows_;  // step by step
  std::vector<int64_t> begins_;
  std::vector<framework::LoDPtr> lods_;
};

// Returns the LoD of an output whose steps are sequences: `steps[t]` has one
// sequence for each rank of step t. Throws InvalidArgument, naming the output,
// if a step does not, or if the steps have different depths.
framework::LoDPtr JoinStepLoDs(const StepOrder& order,
                               absl::Span<const framework::LoDTensor> steps,
                               const std::string& name);

}  // namespace paddle::operators
