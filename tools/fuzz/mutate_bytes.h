// Changes the bytes of files.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace paddle::fuzz {

using Random = std::mt19937_64;

// Returns `bytes` with one to four changes: bits flipped, bytes or numbers of
// 1, 2, 4 or 8 bytes replaced by extreme ones, a piece removed, doubled, moved
// or added, the end cut off.
std::string MutateBytes(std::string bytes, Random* random);

// Correct the checksums of a file of tensors (tensor/FORMAT.md) and of a
// program (ir/FORMAT.md), as far as its lengths lead, so that the checks after
// them are reached. Other bytes do not change.
std::string WithTensorChecksums(std::string bytes);
std::string WithProgramChecksum(std::string bytes);

}  // namespace paddle::fuzz
