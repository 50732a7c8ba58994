// Lets members on one machine leave their messages in each other's memory.
#pragma once

#include "paddle/framework/distributed/gloo/mesh.h"
#include "paddle/framework/distributed/group/rendezvous.h"

namespace paddle::distributed {

// Gives `mesh`, which is connected and not in use yet, its inbox and outboxes.
// All members of the group must call this. A message of one machine then is
// copied twice in place of a way through the network's buffers, which takes
// three times as long. Unavailable, naming both ranks, if another member is
// lost, or does not answer in time.
void ShareMemory(Mesh* mesh, Rendezvous::Deadline deadline);

}  // namespace paddle::distributed
