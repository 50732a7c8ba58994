// Programs that run, for a fuzzer to start from.
#pragma once

#include <string>
#include <vector>

namespace paddle::fuzz {

// Serialized ProgramDescs that together use most operators, with gradients and
// optimizers: training and startup programs of small networks.
std::vector<std::string> SeedPrograms();

}  // namespace paddle::fuzz
