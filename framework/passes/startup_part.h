// Takes of a startup program what gives some variables their first values.
#pragma once

#include <memory>

#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/update_placement.h"

namespace paddle::framework {

// Returns the operators of `startup` that make the persistables of `program`,
// but for those in `elsewhere`, unless null; with their ids and the seed, so
// that random numbers stay.
std::shared_ptr<Program> StartupOf(const Program& startup,
                                   const Program& program,
                                   const ServerOf* elsewhere = nullptr);

}  // namespace paddle::framework
