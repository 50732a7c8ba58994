// Makes every call of a group with arrays in its memory, for tests that compare
// groups.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "paddle/framework/distributed/group/communicator.h"
#include "paddle/framework/distributed/group/testing/run_ranks.h"

namespace paddle::distributed {

// Returns the bytes of all results of this member: of each call of Communicator
// with arrays of about `count` numbers, and of two all-reduces under way at the
// same time. Groups that have the same members return the same bytes.
std::vector<std::byte> ResultsOfDeviceCalls(Communicator* group, int64_t count);

// Returns the results of `ranks` members by rank; see RunRanks.
std::vector<std::vector<std::byte>> ResultsOfDeviceMembers(
    int ranks, int shards, int64_t count, const WrapGroup& wrap);

}  // namespace paddle::distributed
