// Carries bytes between processes by Gloo, over TCP, and through memory that
// the processes of a machine share.
#pragma once

#include <memory>

#include "paddle/framework/distributed/group/rendezvous.h"
#include "paddle/framework/distributed/group/transport.h"

namespace paddle::distributed {

// Says whether messages may travel through memory that two members share. All
// members of a group must agree.
enum class Sharing { kNone, kOfMachine };

// Returns this member's end when all members are connected; throws what
// ConnectMesh and ShareMemory throw. It has two threads. From the first call on
// a broken pipe is no longer the end of the process, unless the program has
// said what it is to be; a process must not fork as long as it has an end.
//
// A member that ends, aborts or is killed is lost to the others within
// milliseconds; one that is stopped, or whose machine or network is gone, is
// not missed: whoever knows of that must call Abort. When the two ends of a
// message disagree about its size, the receiver's Wait is InvalidArgument and
// the receiver leaves the group.
//
// Nobody is asked who he is: addresses must belong to a network of the job.
std::unique_ptr<Transport> ConnectGloo(const MemberOptions& options,
                                       Sharing sharing = Sharing::kOfMachine);

}  // namespace paddle::distributed
