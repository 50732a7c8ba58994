#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/operators/remote/remote_kernel.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

class PullParameterKernel final : public RemoteKernel {
 public:
  explicit PullParameterKernel(const framework::OpArguments& arguments)
      : RemoteKernel(arguments) {
    const framework::SlotRange out = arguments.OutputRange("Out");
    for (int i = 0; i < out.count; ++i) {
      wanted_.push_back({static_cast<int>(places_.value()[i]),
                         arguments.var(out.begin + i).name});
    }
  }

  void Compute(const framework::KernelContext& context) const override {
    std::vector<framework::Tensor> values =
        servers(context).Pull(wanted_, latest_);
    for (int i = 0; i < out_.size(); ++i) Check(values[i], out_(context, i), i);
    for (int i = 0; i < out_.size(); ++i) {
      kernels::CopyElements(context.device(), values[i], &out_(context, i));
    }
  }

 private:
  void Check(const framework::Tensor& value, const framework::Tensor& out,
             int i) const {
    PADDLE_ENFORCE(value.dims() == out.dims() && value.dtype() == out.dtype(),
                   InvalidArgument, "server ", wanted_[i].server, " has '",
                   wanted_[i].name, "' as ", value.dims().ToString(), " of ",
                   framework::DataTypeName(value.dtype()), ", the program as ",
                   out.dims().ToString(), " of ",
                   framework::DataTypeName(out.dtype()));
  }

  const OutputList out_{this, "Out"};
  const Attr<std::vector<int64_t>> places_{this, "server_of"};
  const Attr<bool> latest_{this, "latest"};
  std::vector<distributed::PulledParameter> wanted_;
};

}  // namespace

REGISTER_OPERATOR(pull_parameter, PullParameterKernel);

}  // namespace paddle::operators
