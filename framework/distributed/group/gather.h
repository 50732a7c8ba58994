// Gathers pieces whose sizes only their owners know.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/distributed/group/communicator.h"

namespace paddle::distributed {

// Returns the bytes of each member, in order of ranks. All members call it; it
// is two calls of AllGather. Errors are those of AllGather.
std::vector<std::string> GatherBytes(Communicator* group,
                                     absl::string_view own);

}  // namespace paddle::distributed
