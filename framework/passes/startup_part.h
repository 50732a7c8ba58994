// Takes of a startup program what gives some variables their first values.
#pragma once

#include <memory>

#include "paddle/framework/ir/name_list.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/update_placement.h"

namespace paddle::framework {

// Returns the persistables of `program` that `startup` makes, but for those in
// `elsewhere`, unless null.
NameList Initialized(const Program& startup, const Program& program,
                     const ServerOf* elsewhere);

// Returns the operators of `startup` that make the variables, with their ids
// and the seed, so that random numbers stay.
std::shared_ptr<Program> StartupOf(const Program& startup,
                                   const NameList& names);

}  // namespace paddle::framework
