// Changes to the bytes of files.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace paddle::fuzz {

using Random = std::mt19937_64;

// `bytes` with one to four changes: bits flipped, bytes or numbers of 1, 2, 4
// or 8 bytes exchanged for extreme ones, a piece dropped, doubled, moved or
// added, the end cut off.
std::string MutateBytes(std::string bytes, Random* random);

// The checksums of a file of tensors (tensor/FORMAT.md) and of a program
// (ir/FORMAT.md) made right, as far as its lengths lead: what a reader checks
// behind them is reached then. Other bytes stay as they are.
std::string WithTensorChecksums(std::string bytes);
std::string WithProgramChecksum(std::string bytes);

}  // namespace paddle::fuzz
