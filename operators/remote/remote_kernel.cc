#include "paddle/operators/remote/remote_kernel.h"

#include <memory>

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/platform/device_graph.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using distributed::ParameterServers;

RemoteKernel::RemoteKernel(const framework::OpArguments& arguments)
    : OpKernel(arguments), servers_(arguments.InputRange("Servers").begin) {}

ParameterServers& RemoteKernel::servers(
    const framework::KernelContext& context) const {
  using Held = std::shared_ptr<ParameterServers>;
  const framework::Variable& var = *context.var(servers_);
  PADDLE_ENFORCE(var.Is<Held>() && var.Get<Held>() != nullptr,
                 FailedPrecondition, "the variable ",
                 arguments().var(servers_).name,
                 " of the scope holds no servers");
  platform::RefuseWhileRecording("a call of a server");
  return *var.Get<Held>();
}

}  // namespace paddle::operators
