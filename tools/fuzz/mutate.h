// Mutates serialized programs for the fuzzer. The changes are small and mostly
// leave the protobuf valid, so that they reach the code after the parser.
#pragma once

#include <cstdint>
#include <string>

namespace paddle::fuzz {

// Returns `bytes` (a ProgramDesc) with one to four random changes: a name
// replaced by another one of the program; an operator type, a slot, an
// attribute's value, a dim, a dtype, a kind or a flag changed; an operator
// removed, duplicated or moved; sometimes plain bytes flipped. The same input
// and seed give the same result.
std::string Mutate(const std::string& bytes, uint64_t seed);

}  // namespace paddle::fuzz
