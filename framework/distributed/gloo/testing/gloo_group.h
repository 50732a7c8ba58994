// Groups of members that Gloo connects, for tests.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/distributed/gloo/gloo_transport.h"
#include "paddle/framework/distributed/group/transport.h"

namespace paddle::distributed {

// Returns the ends of `size` members in this process, which meet in `folder`;
// it must be new.
std::vector<std::unique_ptr<Transport>> ConnectGlooThreads(
    int size, const std::string& folder, Sharing sharing = Sharing::kOfMachine);

// Returns the end of one member, of a process of its own, say.
std::unique_ptr<Transport> ConnectGlooMember(int rank, int size,
                                             const std::string& folder,
                                             Sharing = Sharing::kOfMachine);

// Calls function(rank) on a thread of its own for each rank. The first
// exception is thrown again after all have ended.
void RunThreads(int ranks, const std::function<void(int rank)>& function);

}  // namespace paddle::distributed
