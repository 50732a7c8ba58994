#include <cstdint>
#include <utility>
#include <vector>

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/operators/remote/remote_kernel.h"

namespace paddle::operators {
namespace {

class PushGradientKernel final : public PushKernel {
 public:
  using PushKernel::PushKernel;

  void Compute(const framework::KernelContext& context) const override {
    const auto& trainers = group(context);
    std::vector<framework::Tensor> sums;
    for (const framework::Tensor& sum :
         shards(context).Take(exchange(), trainers)) {
      sums.push_back(framework::OnCPU(sum));
    }
    servers(context).Push(static_cast<int>(server_.value()), exchange(),
                          trainers, std::move(sums));
  }

 private:
  const Attr<int64_t> server_{this, "server"};
};

}  // namespace

REGISTER_OPERATOR(push_gradient, PushGradientKernel);

}  // namespace paddle::operators
