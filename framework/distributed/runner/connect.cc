#include "paddle/framework/distributed/runner/connect.h"

#include <utility>

#include "paddle/framework/distributed/group/backend_transport.h"
#include "paddle/framework/distributed/group/transport_communicator.h"
#include "paddle/framework/distributed/nccl/nccl_communicator.h"
#include "paddle/framework/distributed/runner/store_rendezvous.h"

namespace paddle::distributed {

namespace {

std::unique_ptr<Communicator> OnDeviceOf(const JobMember& member,
                                         std::unique_ptr<Communicator> group) {
  if (member.gpu < 0) return group;
  return NewNcclCommunicator(std::move(group),
                             {member.gpu, member.nccl, member.timeout});
}

}  // namespace

std::unique_ptr<Communicator> ConnectJob(const JobMember& member) {
  if (member.size == 1) return ConnectJob(member, Rendezvous());
  return ConnectJob(
      member, RendezvousOf(NewPrefixStore(OpenStore(member.store, member.calls),
                                          member.job)));
}

std::unique_ptr<Communicator> ConnectJob(const JobMember& member,
                                         Rendezvous rendezvous) {
  if (member.size == 1) {
    return OnDeviceOf(member, NewLocalCommunicator(member.shards));
  }
  MemberOptions options;
  options.rank = member.rank;
  options.size = member.size;
  options.address = member.address;
  options.timeout = member.timeout;
  options.rendezvous = std::move(rendezvous);
  return OnDeviceOf(
      member,
      NewTransportCommunicator(
          ConnectBackend(LoadBackend(member.backend), options), member.shards));
}

}  // namespace paddle::distributed
