// Adding up the gradients that the steps, or the branches, of an operator
// contribute.
#pragma once

#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/executor/sub_block.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/tensor/tensor_array.h"
#include "paddle/memory/allocation.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators {

// out += x, for the floating point types that have kernels, of equal dims;
// TypeMismatch for another data type.
void AddInto(const platform::DeviceContext& device, const framework::Tensor& x,
             framework::Tensor* out);
// out = 0.
void SetZero(const platform::DeviceContext& device, framework::Tensor* out);

// The slot Captures@GRAD of a gradient operator: the gradients of what its
// block (or blocks) captured, which are the block's last results. One per run.
class CaptureGrads {
 public:
  // `first`: the argument number of the slot's first variable.
  CaptureGrads(const framework::OpArguments& arguments,
               const framework::KernelContext& context);
  // Adds what the last step of `run` gives: of its results, number i + offset.
  // `places`, unless null, tells which captures these are.
  void Add(const framework::SubBlockRun& run, int offset,
           const std::vector<int64_t>* places = nullptr);
  // Zeros where nothing was added. The end of the run.
  void Finish();

 private:
  void AddOne(const framework::Variable& part, int i);
  void AddRows(const framework::SelectedRows& part, int i);
  void AddArray(const framework::TensorArray& part, int i);
  void JoinRows(int i);

  const framework::OpArguments& arguments_;
  const framework::KernelContext& context_;
  const framework::SlotRange outputs_;
  std::vector<bool> added_;
  std::vector<std::vector<framework::SelectedRows>> rows_;  // to be joined
};

}  // namespace paddle::operators
