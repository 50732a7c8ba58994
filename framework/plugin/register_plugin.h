// Registers the operators and passes that the entry function of a library
// declares.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/plugin/op_plugin.h"

namespace paddle::framework {

// Runs the entry function and registers all of its operators and passes, or
// none. Returns the types of the operators, without gradients, in the order of
// declaration. Messages call the library `name`.
//
// Throws the library's own error, FailedPrecondition for another version of the
// interface, AlreadyExists for a type or a pass that is registered or declared
// twice, and the errors of MakeOps. Thread safe.
std::vector<std::string> RegisterPlugin(PaddleEntry entry,
                                        const std::string& name);

}  // namespace paddle::framework
