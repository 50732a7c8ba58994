// Exchanges arrays in memory of GPUs between the members of a group.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "paddle/framework/distributed/group/communicator.h"

namespace paddle::distributed {

struct NcclOptions {
  int device = 0;  // the GPU of this member
  // The library, as of LoadNccl.
  std::string library = "libnccl.so.2";
  // The longest time to wait until all are connected.
  std::chrono::milliseconds timeout = std::chrono::minutes(5);
};

// Returns the members of `host`, a group with memory of the CPU, with calls
// that take memory of each member's GPU. All members call it at the same time.
// Sums have the bits of `host`: parts travel by NCCL to the member that owns a
// piece and are added there along the tree of shards; the fast order is
// ncclAllReduce's. Calls come after the work
// that was submitted to the GPU before, go on beside what is submitted later,
// on a stream for the exchanges of this process, and occupy as much memory as
// the parts of the other members.
//
// Send and Receive pass through memory of the host, since NCCL has no tags.
// Abort, and the loss of a member, ends both groups. A group of one needs no
// NCCL. Unavailable, naming what to install, if there is none; the function of
// NCCL that fails; and in a build without CUDA.
std::unique_ptr<Communicator> NewNcclCommunicator(
    std::unique_ptr<Communicator> host, const NcclOptions& options = {});

}  // namespace paddle::distributed
