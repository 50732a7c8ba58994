// Moves values into and out of the blocks of an operator.
#pragma once

#include "paddle/framework/executor/kernel_context.h"
#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/scope/variable.h"

namespace paddle::operators {

// Assigns `from`, a tensor or a tensor array, to *to; they share the memory.
// Throws FailedPrecondition for a variable of another type.
void ShareValue(const framework::Variable& from, framework::Variable* to);
void ShareValue(const framework::Variable& from, framework::VariableValue* to);

// Assigns a copy of `from` to *to, allocated by the context. Elements of tensor
// arrays are shared, since they are immutable.
void CopyValue(const framework::KernelContext& context,
               const framework::Variable& from, framework::Variable* to);
// Moves *from to *to if it is a tensor array; copies it if it is a tensor.
void CopyValue(const framework::KernelContext& context,
               framework::VariableValue* from, framework::Variable* to);

// Sets *to to zeros: a dense tensor of the shape and LoD of `like`, whose
// elements are not read, or a tensor array without elements.
void ZeroValue(const framework::KernelContext& context,
               const framework::OpArguments::Var& described,
               const framework::Variable& like, framework::VariableValue* to);

// Returns the value of a condition, which must be a single bool; waits for a
// GPU. Throws InvalidArgument, naming data type and shape, for anything else.
bool Holds(const framework::Variable& condition);

}  // namespace paddle::operators
