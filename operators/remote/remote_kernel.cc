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

}  // namespace paddle::operators
