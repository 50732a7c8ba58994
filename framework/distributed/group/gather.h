// Gathers what only the members themselves know: pieces of any size, votes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/distributed/group/communicator.h"

namespace paddle::distributed {

// Returns the bytes of each member, in order of ranks. All members call it; it
// is calls of AllGather of group->host(), for the sizes and then for at most 4
// MiB of each member at a time: no more memory than that is taken for bytes
// that have not come, whatever size a member says. Errors are those of
// AllGather.
std::vector<std::string> GatherBytes(Communicator* group,
                                     absl::string_view own);

// Returns the bits that any member's `own` has. All members call it; it is one
// call of AllGather, whose errors it has.
uint8_t UnionOf(Communicator* group, uint8_t own);
// Returns true if any member's `own` is; as UnionOf.
bool AnyOf(Communicator* group, bool own);

}  // namespace paddle::distributed
