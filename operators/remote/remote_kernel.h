// The base of kernels that speak with the servers of a job.
#pragma once

#include <cstdint>
#include <memory>

#include "paddle/framework/distributed/group/communicator.h"
#include "paddle/framework/distributed/group/shard_sums.h"
#include "paddle/framework/distributed/server/parameter_servers.h"
#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

// The base of kernels with the slot Servers.
class RemoteKernel : public framework::OpKernel {
 public:
  explicit RemoteKernel(const framework::OpArguments& arguments);

 protected:
  // Returns what the variable Servers holds. Errors are those of Held.
  distributed::ParameterServers& servers(
      const framework::KernelContext& context) const;

  // Returns what a raw variable of the operator holds as a shared_ptr;
  // FailedPrecondition, naming the variable, if it holds no `what`.
  template <class T>
  T& Held(const framework::KernelContext& context, int argument,
          const char* what) const {
    using Pointer = std::shared_ptr<T>;
    const framework::Variable& var = *context.var(argument);
    PADDLE_ENFORCE(var.Is<Pointer>() && var.Get<Pointer>() != nullptr,
                   FailedPrecondition, "the variable ",
                   arguments().var(argument).name, " of the scope holds no ",
                   what);
    return *var.Get<Pointer>();
  }

 private:
  const int servers_;
};

// InvalidArgument, naming server and parameter, unless a value that was pulled
// is of the shape and type that the program has; with `rows`, of any number of
// its rows.
void CheckPulled(const distributed::PulledParameter& from,
                 const framework::Tensor& value, const framework::Tensor& has,
                 bool rows = false);

// The base of kernels that push an exchange; see AddPush.
class PushKernel : public RemoteKernel {
 public:
  explicit PushKernel(const framework::OpArguments& arguments);

 protected:
  distributed::Communicator& group(
      const framework::KernelContext& context) const;
  distributed::ShardSums& shards(const framework::KernelContext& context) const;
  int exchange() const { return static_cast<int>(exchange_.value()); }

 private:
  const int group_;
  const int shards_;
  const Attr<int64_t> exchange_{this, "exchange"};
};

}  // namespace paddle::operators
