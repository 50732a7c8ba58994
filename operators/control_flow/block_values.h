// Values on their way into and out of the blocks of an operator.
#pragma once

#include "paddle/framework/executor/kernel_context.h"
#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/scope/variable.h"

namespace paddle::operators {

// *to = from, a tensor or a tensor array; the memory is shared.
// FailedPrecondition for anything else.
void ShareValue(const framework::Variable& from, framework::Variable* to);
void ShareValue(const framework::Variable& from, framework::VariableValue* to);

// *to = from with memory of its own, from the context's allocator.
void CopyValue(const framework::KernelContext& context,
               const framework::Variable& from, framework::Variable* to);
// The end of a value on its way: moved if it is a tensor array, else copied.
void CopyValue(const framework::KernelContext& context,
               framework::VariableValue* from, framework::Variable* to);

// Zeros: of a dense tensor in the shape of `like`, whose elements are not read;
// of a tensor array one without elements.
void ZeroValue(const framework::KernelContext& context,
               const framework::OpArguments::Var& described,
               const framework::Variable& like, framework::VariableValue* to);

// Whether a condition, one bool, holds; InvalidArgument, with data type and
// shape, for anything else.
bool Holds(const framework::Variable& condition);

}  // namespace paddle::operators
