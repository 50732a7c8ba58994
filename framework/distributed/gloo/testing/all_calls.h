// Makes every call of a group, for tests that compare groups.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "paddle/framework/distributed/group/communicator.h"
#include "paddle/framework/distributed/group/transport.h"

namespace paddle::distributed {

using Results = std::vector<std::byte>;

// Returns the bytes of all results of this member: of each call of Communicator
// once, with arrays of `count` numbers, and of three all-reduces under way at
// the same time.
Results ResultsOfAllCalls(Communicator* group, int64_t count);

// Returns the results of all members by rank, each of which is a thread with
// one of the ends. They share four shards.
std::vector<Results> ResultsOfMembers(
    std::vector<std::unique_ptr<Transport>> ends, int64_t count);

}  // namespace paddle::distributed
