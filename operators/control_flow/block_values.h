// Passes values, tensors or tensor arrays, between a control-flow operator and
// the blocks that it owns.
#pragma once

#include "paddle/framework/executor/kernel_context.h"
#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/scope/variable.h"

namespace paddle::operators {

// Assigns `from`, a tensor or a tensor array, to `to` without copying: both
// refer to the same memory. Throws FailedPrecondition for a variable of another
// type, as all functions here do.
void ShareValue(const framework::Variable& from, framework::Variable* to);
void ShareValue(const framework::Variable& from, framework::VariableValue* to);

// Assigns a copy of `from` to `to`, in memory of the context's allocator. Of a
// tensor array only the list is copied: its elements are immutable and shared.
void CopyValue(const framework::KernelContext& context,
               const framework::Variable& from, framework::Variable* to);
// Copies a tensor as above; a tensor array is moved out of `from`.
void CopyValue(const framework::KernelContext& context,
               framework::VariableValue* from, framework::Variable* to);

// Sets `to` to the zero of its kind: the initial value of a gradient. If
// `described`, the description of the variable, is a tensor array, that is an
// array of its data type without elements; otherwise a tensor of zeros with the
// shape, data type and LoD of `like`, whose elements are not read.
void ZeroValue(const framework::KernelContext& context,
               const framework::OpArguments::Var& described,
               const framework::Variable& like, framework::VariableValue* to);

// Returns the value of a condition, a tensor of one bool. If it is on a GPU,
// waits for the GPU and throws what its kernels have reported. Throws
// InvalidArgument, naming data type and shape, for any other tensor.
bool Holds(const framework::Variable& condition);

}  // namespace paddle::operators
