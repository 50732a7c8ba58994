// What the steps of a recurrent operator have a row for each sequence of,
// besides its inputs: memories and static inputs.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/framework/executor/kernel_context.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/operators/control_flow/step_rows.h"

namespace paddle::operators {

// What a memory of rank `rank` holds at step 0: of dense inputs `init` itself;
// of sequences the rows of those that are not empty, rank by rank, `init`
// having a row for each sequence, or being the row of all (rank `rank` - 1).
// InvalidArgument, with the numbers, for another number of rows.
framework::LoDTensor InitialState(const framework::KernelContext& context,
                                  const StepOrder& order,
                                  const framework::LoDTensor& init, int rank);
// The inverse: the gradient of `init` from that of step 0, which may be null
// (zeros, or no step at all). Writes all of *out, of init's dims;
// InvalidArgument if they do not fit, as above.
void InitialStateGrad(const framework::KernelContext& context,
                      const StepOrder& order, const framework::Tensor* first,
                      int rank, framework::Tensor* out);

// Static inputs: a row, or a sequence, for each sequence of the inputs. Of
// dense inputs each step has all of them.
class PairedInputs {
 public:
  PairedInputs(const framework::KernelContext& context, const StepOrder& order)
      : context_(context), order_(order) {}

  int size() const { return static_cast<int>(inputs_.size()); }
  // InvalidArgument unless there is one for each sequence.
  void Add(const framework::LoDTensor& input);
  // The same for gradients alone: the elements are not read.
  void AddShape(const framework::LoDTensor& input);
  // Those of the sequences that are alive, rank by rank; without a copy.
  framework::LoDTensor StepOf(int i, int64_t step);
  // Adds the gradient of StepOf(i, step) up; memory comes from the allocator.
  void AddGrad(int i, int64_t step, const framework::Tensor& grad);
  // Writes the sum to *out, of the input's dims.
  void FinishGrad(int i, framework::Tensor* out);

 private:
  struct Paired {
    std::vector<int64_t> rows;     // of the input, rank by rank
    std::vector<int64_t> offsets;  // where each rank begins in them
    bool nested = false;           // sequences, not rows
    framework::LoDTensor ranked;   // the rows in this order
    framework::Tensor grad;        // of `ranked`
    int64_t lod_alive = -1;        // for whom `lod` was made
    framework::LoDPtr lod;
  };

  const framework::KernelContext& context_;
  const StepOrder& order_;
  std::vector<Paired> inputs_;
};

}  // namespace paddle::operators
