// A trainer's way to the servers of its job.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/distributed/server/call_target.h"
#include "paddle/framework/distributed/server/parameter_servers.h"

namespace paddle::distributed {

// A server, and how it is called in messages: its address.
struct NamedServer {
  std::shared_ptr<CallTarget> target;
  std::string name;
};

// Returns the way to servers, in the order of their numbers. Destroyed, it
// waits for no call that is under way.
std::unique_ptr<ParameterServers> NewParameterClient(
    std::vector<NamedServer> servers);

}  // namespace paddle::distributed
