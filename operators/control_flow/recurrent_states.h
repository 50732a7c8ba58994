// The memories and the static inputs of a recurrent operator: its inputs that
// have a row for each sequence.
#pragma once

#include <cstdint>
#include <vector>

#include "paddle/framework/executor/kernel_context.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/operators/control_flow/step_rows.h"

namespace paddle::operators {

// Returns a memory of rank `rank` at step 0. For dense inputs that is `init`
// itself. For sequences it has the rows of the non-empty ones, by rank; `init`
// has a row for each sequence, or is one row for all (of rank `rank` - 1).
// Throws InvalidArgument, naming the numbers, for another number of rows.
framework::LoDTensor InitialState(const framework::KernelContext& context,
                                  const StepOrder& order,
                                  const framework::LoDTensor& init, int rank);
// The gradient of InitialState: computes the gradient of `init` from that of
// step 0, which may be null (zeros, or no step at all). Overwrites *out, of the
// shape of `init`. Throws InvalidArgument if the shapes do not fit.
void InitialStateGrad(const framework::KernelContext& context,
                      const StepOrder& order, const framework::Tensor* first,
                      int rank, framework::Tensor* out);

// Static inputs: tensors with a row, or a sequence, for each sequence of the
// inputs. With dense inputs, each step gets them as a whole.
class PairedInputs {
 public:
  PairedInputs(const framework::KernelContext& context, const StepOrder& order)
      : context_(context), order_(order) {}

  int size() const { return static_cast<int>(inputs_.size()); }
  // Adds an input, reordered by rank. Throws InvalidArgument unless it has one
  // row or sequence for each sequence.
  void Add(const framework::LoDTensor& input);
  // Like Add, for gradients alone: the elements are not read.
  void AddShape(const framework::LoDTensor& input);
  // Returns the part of input i for the sequences that are running at a step,
  // by rank; a view, not a copy.
  framework::LoDTensor StepOf(int i, int64_t step);
  // Adds a gradient of StepOf(i, step); the sum is allocated by the context.
  void AddGrad(int i, int64_t step, const framework::Tensor& grad);
  // Writes the sum to *out, of the shape of the input; zeros if nothing was
  // added.
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
