// Describes the slot that operators with servers share.
#pragma once

#include "paddle/framework/registry/op_maker.h"

namespace paddle::operators {

// Declares the input Servers.
void AddServers(framework::OpMaker* op);

}  // namespace paddle::operators
