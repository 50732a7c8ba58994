// Connects each member to all others by Gloo.
#pragma once

#include <gloo/transport/context.h>
#include <gloo/transport/tcp/device.h>

#include <memory>
#include <vector>

#include "paddle/framework/distributed/gloo/shared_pool.h"
#include "paddle/framework/distributed/group/rendezvous.h"

namespace paddle::distributed {

// The connections of one member: by rank, null for its own. Each is a context
// of its own, because Gloo closes all connections of a context when a wait in
// it takes too long; they share a thread.
struct Mesh {
  int rank = 0;
  int size = 1;
  std::shared_ptr<gloo::transport::tcp::Device> device;  // null if alone
  std::vector<std::shared_ptr<gloo::transport::Context>> links;

  // Set by ShareMemory, empty before. The outboxes, by rank, are the
  // inboxes of others, null where the network carries all messages.
  std::shared_ptr<SharedPool> inbox;
  std::vector<std::shared_ptr<SharedPool>> outboxes;

  gloo::transport::Pair* pair(int peer) const {
    return links[peer]->getPair(peer).get();
  }
  SharedPool* outbox(int peer) const {
    return outboxes.empty() ? nullptr : outboxes[peer].get();
  }
};

// Returns the connections when all are made. Unavailable, naming both ranks, if
// another member cannot be reached in time; InvalidArgument for a wrong rank,
// and for a member that expects a group of another size.
Mesh ConnectMesh(const MemberOptions& options);

}  // namespace paddle::distributed
