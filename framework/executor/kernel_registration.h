// Registers kernels, before main: what op_kernel.h needs of the kernel table,
// without it.
#pragma once

#include "paddle/framework/types/data_type.h"
#include "paddle/platform/place.h"

namespace paddle::framework {

class OpArguments;
class OperatorBase;

namespace internal {

// Makes the kernel of one operator, which the caller owns.
using NewOperator = OperatorBase* (*)(const OpArguments&);

// AlreadyExists for what is registered twice. Both return 0, to initialise a
// static variable.
int RegisterKernel(const char* type, platform::PlaceKind place, DataType dtype,
                   NewOperator make);
int RegisterOperator(const char* type, NewOperator make);

}  // namespace internal
}  // namespace paddle::framework
