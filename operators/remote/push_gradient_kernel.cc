#include <cstdint>
#include <utility>
#include <vector>

#include "paddle/framework/distributed/group/communicator.h"
#include "paddle/framework/distributed/group/shard_sums.h"
#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/operators/remote/remote_kernel.h"

namespace paddle::operators {
namespace {

class PushGradientKernel final : public RemoteKernel {
 public:
  explicit PushGradientKernel(const framework::OpArguments& arguments)
      : RemoteKernel(arguments),
        group_(arguments.InputRange("Group").begin),
        shards_(arguments.InputRange("Shards").begin) {}

  void Compute(const framework::KernelContext& context) const override {
    const auto& group =
        Held<distributed::Communicator>(context, group_, "group of trainers");
    auto* shards = context.var(shards_)->GetMutable<distributed::ShardSums>();
    const int exchange = static_cast<int>(exchange_.value());
    std::vector<framework::Tensor> sums;
    for (const framework::Tensor& sum : shards->Take(exchange, group)) {
      sums.push_back(framework::OnCPU(sum));
    }
    servers(context).Push(static_cast<int>(server_.value()), exchange, group,
                          std::move(sums));
  }

 private:
  const int group_;
  const int shards_;
  const Attr<int64_t> exchange_{this, "exchange"};
  const Attr<int64_t> server_{this, "server"};
};

}  // namespace

REGISTER_OPERATOR(push_gradient, PushGradientKernel);

}  // namespace paddle::operators
