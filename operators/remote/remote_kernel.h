// The base of kernels that speak with the servers of a job.
#pragma once

#include "paddle/framework/distributed/server/parameter_servers.h"
#include "paddle/framework/executor/op_kernel.h"

namespace paddle::operators {

class RemoteKernel : public framework::OpKernel {
 public:
  explicit RemoteKernel(const framework::OpArguments& arguments);

 protected:
  // Returns what the variable Servers holds; FailedPrecondition, naming the
  // variable, if it holds none.
  distributed::ParameterServers& servers(
      const framework::KernelContext& context) const;

 private:
  const int servers_;
};

}  // namespace paddle::operators
