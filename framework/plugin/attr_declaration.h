// The part of the C interface that declares attributes.
#pragma once

#include "paddle/framework/plugin/op_plugin.h"

namespace paddle::framework {

// Fills those members of the table.
void SetAttributeFunctions(PaddleApi* api);

}  // namespace paddle::framework
