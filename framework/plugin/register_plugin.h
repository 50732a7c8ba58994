// From the entry function of a library to operators.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/plugin/op_plugin.h"

namespace paddle::framework {

// Runs the entry function and registers what it declares: all of the operators,
// or none. Returns their types, without gradients, in the order of the
// declaration. `name` stands for the library in messages.
//
// The library's own error; FailedPrecondition for another version of the
// interface; AlreadyExists for a type that is registered, or declared twice;
// the errors of MakeOps. Thread safe.
std::vector<std::string> RegisterPlugin(PaddleEntry entry,
                                        const std::string& name);

}  // namespace paddle::framework
