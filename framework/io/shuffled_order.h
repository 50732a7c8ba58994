// Computes the order in which an epoch visits what it is to visit.
#pragma once

#include <cstdint>
#include <vector>

namespace paddle::framework {

// Returns a permutation of 0, ..., count - 1 that seed and epoch alone decide.
// Each is as likely as another: Fisher and Yates' shuffle (Knuth, "The Art of
// Computer Programming" 2, 3.4.2, algorithm P). For i = count - 1 down to 1 it
// swaps elements i and j = r mod (i + 1), where r is the first two words (the
// first the lower one) of block i of the Philox stream of key {seed, op 0, step
// epoch} (platform/random.h). So a j is off from uniform by less than
// count * 2^-64. Takes 8 bytes an element; throws ResourceExhausted if they
// cannot be had. Thread safe.
std::vector<int64_t> ShuffledOrder(int64_t count, uint64_t seed,
                                   uint64_t epoch);

}  // namespace paddle::framework
