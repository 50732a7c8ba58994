#include "paddle/framework/distributed/runner/connect.h"

#include <utility>

#include "paddle/framework/distributed/group/backend_transport.h"
#include "paddle/framework/distributed/group/transport_communicator.h"
#include "paddle/framework/distributed/runner/store_rendezvous.h"
#include "paddle/framework/distributed/store/open_store.h"

namespace paddle::distributed {

std::unique_ptr<Communicator> ConnectJob(const JobMember& member) {
  if (member.size == 1) return NewLocalCommunicator(member.shards);
  return ConnectJob(member, RendezvousOf(NewPrefixStore(OpenStore(member.store),
                                                        member.job)));
}

std::unique_ptr<Communicator> ConnectJob(const JobMember& member,
                                         Rendezvous rendezvous) {
  if (member.size == 1) return NewLocalCommunicator(member.shards);
  MemberOptions options;
  options.rank = member.rank;
  options.size = member.size;
  options.address = member.address;
  options.timeout = member.timeout;
  options.rendezvous = std::move(rendezvous);
  return NewTransportCommunicator(
      ConnectBackend(LoadBackend(member.backend), options), member.shards);
}

}  // namespace paddle::distributed
