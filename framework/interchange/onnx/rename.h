// Gives the variables of a program the names that its source has for them.
#pragma once

#include <string>

#include "absl/container/flat_hash_map.h"

#include "paddle/framework/ir/program.h"

namespace paddle::onnx {

// Variables by their names, with those that they shall have.
using NewNames = absl::flat_hash_map<std::string, std::string>;

// Renames variables in all blocks, whose names differ from each other. An
// internal error if two would get the same name. A variable that is not
// renamed, and has the name that another one gets, gets a made one; the result
// holds all renamed variables.
NewNames RenameVariables(framework::Program* program, NewNames names);

}  // namespace paddle::onnx
