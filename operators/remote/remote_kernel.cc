#include "paddle/operators/remote/remote_kernel.h"

#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
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

void CheckPulled(const distributed::PulledParameter& from,
                 const framework::Tensor& value, const framework::Tensor& has,
                 bool rows) {
  framework::Dims wanted = has.dims();
  if (rows && value.rank() > 0) wanted[0] = value.dims()[0];
  PADDLE_ENFORCE(value.dims() == wanted && value.dtype() == has.dtype(),
                 InvalidArgument, "server ", from.server, " has '", from.name,
                 "' as ", value.dims().ToString(), " of ",
                 framework::DataTypeName(value.dtype()), ", the program as ",
                 has.dims().ToString(), " of ",
                 framework::DataTypeName(has.dtype()));
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
