// Which rows of a tensor belong to which step of a recurrent operator.
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

// The steps that sequences of certain lengths (see kernels::SequenceBatch), or
// a dense [T, ...], make. Immutable.
class StepOrder {
 public:
  // By the shape of an input: one step for each entry of its outermost level,
  // or, without sequences, of its first axis. InvalidArgument for one number.
  StepOrder(const framework::LoDTensor& input, bool reverse);

  // InvalidArgument, with the lengths, unless x makes the same steps. Messages
  // call x "input 2".
  void CheckSame(const framework::LoDTensor& x, const char* what,
                 int number) const;

  bool dense() const { return !batch_.has_value(); }
  int64_t steps() const { return dense() ? length_ : batch_->steps(); }
  // Where step `step` stands in a dense [T, ...].
  int64_t TimeOf(int64_t step) const {
    return reverse_ ? length_ - 1 - step : step;
  }
  // Of sequences, as SequenceBatch has them.
  const kernels::SequenceBatch& batch() const { return *batch_; }
  int64_t alive(int64_t step) const { return batch_->alive(step); }
  // The outermost level of the inputs, alone.
  const framework::LoDPtr& outer() const { return outer_; }

 private:
  const bool reverse_;
  int64_t length_ = 0;
  framework::LoDPtr outer_;
  absl::optional<kernels::SequenceBatch> batch_;
};

// The rows of a tensor whose outermost sequences make the steps. A step has a
// row, or a sequence of the next level, for each rank. Immutable.
class StepRows {
 public:
  // `lod` is that of a tensor that CheckSame lets pass; null: dense.
  StepRows(const StepOrder& order, const framework::LoDPtr& lod);

  // The step's rows, rank by rank.
  absl::Span<const int64_t> rows(int64_t step) const {
    return absl::MakeConstSpan(rows_).subspan(
        begins_[step], begins_[step + 1] - begins_[step]);
  }
  // The sequences of a step; null if it has a row for each rank.
  const framework::LoDPtr& lod(int64_t step) const { return lods_[step]; }

  // x with the rows of step 0, then those of step 1, ...; x itself if dense.
  framework::Tensor Pack(const platform::DeviceContext& device,
                         const framework::Tensor& x,
                         memory::Allocator* allocator) const;
  // A step of what Pack gave, without a copy.
  framework::LoDTensor StepOf(const framework::Tensor& packed,
                              int64_t step) const;
  // The same taken from x directly, copied.
  framework::LoDTensor Gather(const platform::DeviceContext& device,
                              const framework::Tensor& x, int64_t step,
                              memory::Allocator* allocator) const;
  // Puts a step into its place in `out`; InvalidArgument, with the shapes, if
  // it has another shape or data type.
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

// Builds the LoD of an output whose steps are sequences themselves: `steps[t]`
// has a sequence for each rank of step t. InvalidArgument, naming the output,
// if one does not, or if they nest to different depths.
framework::LoDPtr JoinStepLoDs(const StepOrder& order,
                               absl::Span<const framework::LoDTensor> steps,
                               const std::string& name);

}  // namespace paddle::operators
