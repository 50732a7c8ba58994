// Implements the functions of the C interface that declare attributes.
#pragma once

#include "paddle/framework/plugin/op_plugin.h"

namespace paddle::framework {

// Sets these members of the table.
void SetAttributeFunctions(PaddleApi* api);

}  // namespace paddle::framework
