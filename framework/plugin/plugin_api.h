// The table of functions that plug-ins receive.
#pragma once

#include "paddle/framework/plugin/op_plugin.h"

namespace paddle::framework {

// Returns the complete table, which is the same for all plug-ins and lives as
// long as the process, since libraries keep the pointer. Thread safe.
const PaddleApi& PluginApi();

}  // namespace paddle::framework
