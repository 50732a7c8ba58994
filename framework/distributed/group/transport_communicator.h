// Exchanges arrays by messages.
#pragma once

#include <memory>

#include "paddle/framework/distributed/group/communicator.h"
#include "paddle/framework/distributed/group/transport.h"

namespace paddle::distributed {

// Returns a member of the group that the transport connects, whose members
// share `shards` shards. It has a thread of its own once StartAllReduce is
// called. InvalidArgument if there are fewer shards than members.
std::unique_ptr<Communicator> NewTransportCommunicator(
    std::unique_ptr<Transport> transport, int shards);

// Returns a group of one member, which has all shards.
std::unique_ptr<Communicator> NewLocalCommunicator(int shards = 1);

}  // namespace paddle::distributed
