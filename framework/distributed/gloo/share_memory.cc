#include "paddle/framework/distributed/gloo/share_memory.h"

#include <gloo/transport/unbound_buffer.h>

#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/distributed/gloo/hub.h"
#include "paddle/framework/distributed/gloo/shared_pool.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

using Buffer = std::unique_ptr<gloo::transport::UnboundBuffer>;

constexpr size_t kNameBytes = 128;

// Tells all others the name, and returns theirs by rank.
std::vector<std::string> ExchangeNames(const Mesh& mesh, std::string name,
                                       Rendezvous::Deadline deadline) {
  std::vector<std::string> names(mesh.size);
  std::vector<std::pair<Buffer, Buffer>> buffers(mesh.size);
  name.resize(kNameBytes);
  int peer = 0;
  try {
    for (peer = 0; peer < mesh.size; ++peer) {
      if (peer == mesh.rank) continue;
      auto& [out, in] = buffers[peer];
      names[peer].resize(kNameBytes);
      gloo::transport::Context* const link = mesh.links[peer].get();
      out = link->createUnboundBuffer(name.data(), kNameBytes);
      in = link->createUnboundBuffer(names[peer].data(), kNameBytes);
      in->recv(peer, kNamesSlot);
      out->send(peer, kNamesSlot);
    }
    for (peer = 0; peer < mesh.size; ++peer) {
      if (peer == mesh.rank) continue;
      const auto& [out, in] = buffers[peer];
      in->waitRecv(nullptr, LeftUntil(deadline));
      out->waitSend(nullptr, LeftUntil(deadline));
    }
  } catch (const std::exception& error) {
    PADDLE_THROW(Unavailable, "rank ", mesh.rank, " cannot connect to rank ",
                 peer, ": ", error.what());
  }
  return names;
}

}  // namespace

void ShareMemory(Mesh* mesh, Rendezvous::Deadline deadline) {
  if (mesh->size == 1) return;
  mesh->inbox = SharedPool::New();
  mesh->outboxes.resize(mesh->size);
  const std::vector<std::string> names = ExchangeNames(
      *mesh, mesh->inbox == nullptr ? std::string() : mesh->inbox->name(),
      deadline);
  for (int peer = 0; peer < mesh->size; ++peer) {
    if (peer == mesh->rank) continue;
    mesh->outboxes[peer] = SharedPool::Open(names[peer].c_str());
  }
}

}  // namespace paddle::distributed
