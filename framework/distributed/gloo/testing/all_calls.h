// Makes every call of a group, for tests that compare groups.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "paddle/framework/distributed/group/communicator.h"

namespace paddle::distributed {

// Returns the bytes of all results of this member: of each call of Communicator
// once, with arrays of `count` numbers, and of three all-reduces under way at
// the same time.
std::vector<std::byte> ResultsOfAllCalls(Communicator* group, int64_t count);

}  // namespace paddle::distributed
