// The table of functions that plug-ins receive.
#pragma once

#include "paddle/framework/plugin/op_plugin.h"

namespace paddle::framework {

// Returns the complete table, which is the same for all plug-ins.
const PaddleApi& PluginApi();

}  // namespace paddle::framework
