// Runs the steps of fused_elementwise one by one on whole arrays, for results
// of different shapes: a parameter may hold another shape than its program
// says, which operators that broadcast take as they do when they stand alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/infer_broadcast.h"
#include "paddle/operators/common/elementwise_tile.h"
#include "paddle/operators/elementwise/align.h"
#include "paddle/operators/elementwise/fused_program.h"
#include "paddle/operators/elementwise/tile_operand.h"
#include "paddle/operators/math/loops/workspace.h"

namespace paddle::operators::kernels {

using StepDims = absl::InlinedVector<framework::Dims, 16>;

// Returns the shapes of all results, of inputs that fit together.
inline StepDims DimsOfSteps(const FusedProgram& program,
                            absl::Span<const framework::Tensor* const> inputs) {
  StepDims all;
  const auto dims_of = [&](int operand) -> const framework::Dims& {
    return operand < 0 ? all[-1 - operand] : inputs[operand]->dims();
  };
  for (const FusedStep& step : program.steps) {
    const framework::Dims first = dims_of(step.operands[0]);
    const framework::Dims last = dims_of(step.operands.back());
    all.push_back(step.rule->broadcasts
                      ? framework::BroadcastDims(
                            first, AlignedDims(first, last, step.axis),
                            /*sizes=*/nullptr)
                      : last);
  }
  return all;
}

inline bool AllEqual(const StepDims& dims) {
  return std::all_of(dims.begin(), dims.end(),
                     [&](const auto& each) { return each == dims[0]; });
}

// A program with the kernels of its steps and the values of a run.
template <typename T>
class WholeSteps {
 public:
  WholeSteps(const FusedProgram& program,
             std::vector<const ElementwiseTile*> tiles,
             absl::Span<const framework::Tensor* const> inputs,
             const StepDims& dims)
      : program_(program),
        tiles_(std::move(tiles)),
        inputs_(inputs),
        dims_(dims) {}

  // Computes the outputs, which may have the memory of inputs: they are written
  // last. Requests `workspace` once.
  void Compute(Workspace workspace, absl::Span<T* const> outputs) {
    int64_t size = 0;
    for (size_t s = 0; s < dims_.size(); ++s) {
      const int64_t arrays = 1 + program_.steps[s].operands.size();
      size += arrays * dims_[s].Numel();
    }
    next_ = static_cast<T*>(workspace(size * sizeof(T)));
    for (size_t s = 0; s < dims_.size(); ++s) ComputeStep(s);
    for (size_t k = 0; k < outputs.size(); ++k) {
      const int step = program_.results[k];
      std::copy_n(results_[step], dims_[step].Numel(), outputs[k]);
    }
  }

 private:
  T* Take(int64_t size) {
    next_ += size;
    return next_ - size;
  }

  // Returns operand `i` of a step, spread over the shape of the result.
  const T* OperandOf(size_t s, size_t i) {
    const FusedStep& step = program_.steps[s];
    const auto dims_of = [&](int operand) -> const framework::Dims& {
      return operand < 0 ? dims_[-1 - operand] : inputs_[operand]->dims();
    };
    const int operand = step.operands[i];
    const T* data = operand < 0 ? results_[-1 - operand]
                                : inputs_[operand]->template data<T>();
    const framework::Dims dims = i == 1
                                     ? AlignedDims(dims_of(step.operands[0]),
                                                   dims_of(operand), step.axis)
                                     : dims_of(operand);
    const TileOperand<T> spread(data, dims, dims_[s]);
    if (spread.whole()) return data;
    T* copy = Take(dims_[s].Numel());
    spread.CopyTo(0, dims_[s].Numel(), copy);
    return copy;
  }

  void ComputeStep(size_t s) {
    const void* in[kMostOperands] = {};
    for (size_t i = 0; i < program_.steps[s].operands.size(); ++i) {
      in[i] = OperandOf(s, i);
    }
    const int64_t size = dims_[s].Numel();
    results_.push_back(Take(size));
    if (size > 0) tiles_[s]->ComputeTile(size, in, results_[s]);
  }

  const FusedProgram& program_;
  const std::vector<const ElementwiseTile*> tiles_;
  const absl::Span<const framework::Tensor* const> inputs_;
  const StepDims& dims_;
  std::vector<T*> results_;
  T* next_ = nullptr;
};

}  // namespace paddle::operators::kernels
