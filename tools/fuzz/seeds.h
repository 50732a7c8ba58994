// Programs that run, as starting points for a fuzzer.
#pragma once

#include <string>
#include <vector>

namespace paddle::fuzz {

// Returns serialized ProgramDescs that together use most operators, with
// gradients and optimizers: training and startup programs of small networks.
std::vector<std::string> SeedPrograms();

// Returns serialized ProgramDescs of networks that infer, of which passes of
// level 2 change much: images, products with parameters, 8-bit integers,
// blocks.
std::vector<std::string> SeedNets();

}  // namespace paddle::fuzz
