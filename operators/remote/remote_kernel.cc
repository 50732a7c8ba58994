#include "paddle/operators/remote/remote_kernel.h"

#include "paddle/platform/device_graph.h"

namespace paddle::operators {

using distributed::ParameterServers;

RemoteKernel::RemoteKernel(const framework::OpArguments& arguments)
    : OpKernel(arguments), servers_(arguments.InputRange("Servers").begin) {}

ParameterServers& RemoteKernel::servers(
    const framework::KernelContext& context) const {
  platform::RefuseWhileRecording("a call of a server");
  return Held<ParameterServers>(context, servers_, "servers");
}

PushKernel::PushKernel(const framework::OpArguments& arguments)
    : RemoteKernel(arguments),
      group_(arguments.InputRange("Group").begin),
      shards_(arguments.InputRange("Shards").begin) {}

distributed::Communicator& PushKernel::group(
    const framework::KernelContext& context) const {
  return Held<distributed::Communicator>(context, group_, "group of trainers");
}

distributed::ShardSums& PushKernel::shards(
    const framework::KernelContext& context) const {
  return *context.var(shards_)->GetMutable<distributed::ShardSums>();
}

}  // namespace paddle::operators
