// Implements the functions of the C interface that shape functions and kernels
// call.
#pragma once

#include "paddle/framework/plugin/op_plugin.h"

namespace paddle::framework {

// Sets these members of the table.
void SetCallFunctions(PaddleApi* api);

}  // namespace paddle::framework
