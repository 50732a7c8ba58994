// Programs that run, as starting points for a fuzzer.
#pragma once

#include <string>
#include <vector>

namespace paddle::fuzz {

// Returns serialized ProgramDescs that together use most operators, with
// gradients and optimizers: training and startup programs of small networks.
std::vector<std::string> SeedPrograms();

}  // namespace paddle::fuzz
