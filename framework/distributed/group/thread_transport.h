// Connects members that are threads of one process.
#pragma once

#include <memory>
#include <vector>

#include "paddle/framework/distributed/group/transport.h"

namespace paddle::distributed {

// Returns the ends of `size` members, element i that of rank i. Bytes are
// copied once, from the sender's memory into the receiver's, by whichever of
// the two comes second. The ends may outlive each other. InvalidArgument for a
// size below 1.
std::vector<std::unique_ptr<Transport>> ConnectThreads(int size);

}  // namespace paddle::distributed
