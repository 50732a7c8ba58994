// Carries the messages of a group through a network that SimGrid simulates, so
// that the calls of a Communicator take simulated time.
#pragma once

#include <memory>
#include <string>

#include "paddle/framework/distributed/group/transport.h"

namespace paddle::simulate {

// Returns one member's end of the connections of the group of this name, which
// has `size` members. It belongs to the actor of SimGrid that uses it: not
// thread safe, unlike other transports, as all actors share one thread. Numbers
// are not carried: only the sizes of messages count, and memory that receives
// keeps what it had. Abort throws Unavailable.
std::unique_ptr<distributed::Transport> NewSimulatedTransport(
    const std::string& group, int rank, int size);

}  // namespace paddle::simulate
