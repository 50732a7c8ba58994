#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/convert.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/operators/remote/remote_kernel.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::KernelContext;
using framework::Tensor;

// Writes (now - before) / by.
void Subtract(const Tensor& now, const Tensor& before, double by, double* to) {
  framework::VisitDataType(now.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* a = now.data<T>();
    const T* b = before.data<T>();
    for (int64_t i = 0; i < now.numel(); ++i) {
      to[i] =
          (kernels::Convert<double>(a[i]) - kernels::Convert<double>(b[i])) /
          by;
    }
  });
}

class PushDeltaKernel final : public RemoteKernel {
 public:
  explicit PushDeltaKernel(const framework::OpArguments& arguments)
      : RemoteKernel(arguments), group_(arguments.InputRange("Group").begin) {
    const framework::SlotRange params = arguments.InputRange("Param");
    for (int i = 0; i < params.count; ++i) {
      const auto server = static_cast<int>(places_.value()[i]);
      wanted_.push_back({server, arguments.var(params.begin + i).name});
      of_server_[server].push_back(i);
    }
  }

  void Compute(const KernelContext& context) const override {
    distributed::ParameterServers& way = servers(context);
    if ((way.step() + 1) % push_every_ != 0) return;
    const auto& group =
        Held<distributed::Communicator>(context, group_, "group of trainers");
    PADDLE_ENFORCE_EQ(group.size(), 1, "trainers that push a delta together");
    for (const auto& [server, params] : of_server_) {
      way.Push(server, /*exchange=*/server, group, {Delta(context, params)});
    }
    way.Pull({}, /*latest=*/true);  // When it returns, all has arrived.
    const std::vector<Tensor> values = way.Pull(wanted_, /*latest=*/false);
    for (int i = 0; i < params_.size(); ++i) {
      CheckPulled(wanted_[i], values[i], params_(context, i));
    }
    for (int i = 0; i < params_.size(); ++i) {
      kernels::CopyElements(context.device(), values[i],
                            &params_out_(context, i));
      kernels::CopyElements(context.device(), values[i],
                            &pulled_out_(context, i));
    }
  }

 private:
  // Returns what is pushed to one server: the differences, and the weight 1.
  Tensor Delta(const KernelContext& context,
               const std::vector<int>& params) const {
    int64_t numel = 1;
    for (const int i : params) numel += params_(context, i).numel();
    Tensor delta(framework::Dims({numel}), framework::DataType::kFloat64);
    double* next = delta.mutable_data<double>();
    for (const int i : params) {
      const Tensor now = framework::OnCPU(params_(context, i));
      Subtract(now, framework::OnCPU(pulled_(context, i)),
               static_cast<double>(trainers_.value()), next);
      next += now.numel();
    }
    *next = 1;
    return delta;
  }

  const int group_;
  const InputList params_{this, "Param"};
  const InputList pulled_{this, "Pulled"};
  const OutputList params_out_{this, "ParamOut"};
  const OutputList pulled_out_{this, "PulledOut"};
  const Attr<std::vector<int64_t>> places_{this, "server_of"};
  const Attr<int64_t> trainers_{this, "trainers"};
  const Attr<int64_t> push_every_{this, "push_every"};
  std::vector<distributed::PulledParameter> wanted_;
  std::map<int, std::vector<int>> of_server_;  // places of its parameters
};

}  // namespace

REGISTER_OPERATOR(push_delta, PushDeltaKernel);

}  // namespace paddle::operators
