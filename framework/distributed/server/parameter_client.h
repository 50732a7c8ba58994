// A trainer's way to the servers of its job.
#pragma once

#include <memory>
#include <vector>

#include "paddle/framework/distributed/server/parameter_servers.h"
#include "paddle/framework/distributed/server/retrying_calls.h"

namespace paddle::distributed {

// Returns the way to servers, in the order of their numbers. Calls that are
// lost are made again, and what was pushed in a step is pushed again to a
// server that begins anew before the step is made (retrying_calls.h).
// Destroyed, it gives up the calls that are under way.
std::unique_ptr<ParameterServers> NewParameterClient(
    std::vector<NamedServer> servers, const RetryOptions& options = {});

}  // namespace paddle::distributed
