// Registers kernels before main: the part of the kernel table that op_kernel.h
// needs.
#pragma once

#include "paddle/framework/types/data_type.h"
#include "paddle/platform/place.h"

namespace paddle::framework {

class OpArguments;
class OperatorBase;

namespace internal {

// Makes the kernel of one operator; the caller owns it.
using NewOperator = OperatorBase* (*)(const OpArguments&);

// Throw AlreadyExists for a duplicate. Both return 0, to initialize a static
// variable.
int RegisterKernel(const char* type, platform::PlaceKind place, DataType dtype,
                   NewOperator make);
int RegisterOperator(const char* type, NewOperator make);

}  // namespace internal
}  // namespace paddle::framework
