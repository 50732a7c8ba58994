// Numbers the lives of processes.
#pragma once

#include <cstdint>

namespace paddle::distributed {

// Returns a random number that is not 0: one that begins anew, perhaps at the
// same address, is told from the one before by it. Thread safe.
uint64_t NewIncarnation();

}  // namespace paddle::distributed
