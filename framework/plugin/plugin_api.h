// The table of functions that plug-ins are given.
#pragma once

#include "paddle/framework/plugin/op_plugin.h"

namespace paddle::framework {

// Every member set; the same table for all.
const PaddleApi& PluginApi();

}  // namespace paddle::framework
