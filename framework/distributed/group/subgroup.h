// Makes groups of some members of a group.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "paddle/framework/distributed/group/communicator.h"

namespace paddle::distributed {

// Tell the groups apart that a member belongs to beside the one of all.
enum class Subgroup : uint64_t { kStages, kReplicas };

// Returns the group of `members`, ranks of `group` of which this one is one:
// member i has rank i, and one shard. Its calls are messages of the whole
// group, for memory of the CPU, and aborting it aborts that. A member is in at
// most one group of each kind. InvalidArgument if this member is none of them.
std::unique_ptr<Communicator> NewSubgroup(std::shared_ptr<Communicator> group,
                                          std::vector<int> members,
                                          Subgroup kind);

}  // namespace paddle::distributed
