// Gives the variables of a program the names that its source has for them.
#pragma once

#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

#include "paddle/framework/ir/program.h"

namespace paddle::onnx {

// Variables by their names, with those that they shall have.
using NewNames = absl::flat_hash_map<std::string, std::string>;

using NameSet = absl::flat_hash_set<std::string>;

// Renames variables in all blocks, whose names differ from each other. An
// internal error if two would get the same name. A variable that is not
// renamed, and has the name that another one gets, gets a made one, which is
// none of `taken`; the result holds all renamed variables.
NewNames RenameVariables(framework::Program* program, NewNames names,
                         const NameSet& taken);

}  // namespace paddle::onnx
