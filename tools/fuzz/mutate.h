// Changes to programs that keep them nearly right: what gets past the parser.
#pragma once

#include <cstdint>
#include <string>

namespace paddle::fuzz {

// `bytes` (a ProgramDesc) with one to four random changes: a name exchanged for
// another of the program, an operator type, a slot, an attribute's value, a
// dim, a dtype, a kind or a flag changed, an operator dropped, doubled or
// moved; sometimes plain bytes flipped. The same input and seed give the same
// result.
std::string Mutate(const std::string& bytes, uint64_t seed);

}  // namespace paddle::fuzz
