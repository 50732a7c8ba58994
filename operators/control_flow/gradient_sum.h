// Sums up the gradients that steps or branches of an operator contribute.
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

// Computes out += x for tensors of one shape. Throws TypeMismatch unless their
// data type is a floating-point one.
void AddInto(const platform::DeviceContext& device, const framework::Tensor& x,
             framework::Tensor* out);
// Sets out to 0.
void SetZero(const platform::DeviceContext& device, framework::Tensor* out);

// Sums up the gradients of captures in slot Captures@GRAD of a gradient
// operator: the last results of its gradient block or blocks. Made anew for
// each run.
class CaptureGrads {
 public:
  // Keeps references to both arguments.
  CaptureGrads(const framework::OpArguments& arguments,
               const framework::KernelContext& context);
  // Adds the results `offset`, `offset` + 1, ... of the last step of `run`.
  // `places`, unless null, gives the index of the capture of each.
  void Add(const framework::SubBlockRun& run, int offset,
           const std::vector<int64_t>* places = nullptr);
  // Ends the run: joins sparse gradients, and writes zeros where nothing was
  // added.
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
