#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/ir/server_blocks.h"
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
      Add(arguments.var(out.begin + i).name,
          pieces_.value().empty() ? 0 : pieces_.value()[i]);
    }
  }

  void Compute(const framework::KernelContext& context) const override {
    const std::vector<framework::Tensor> values =
        servers(context).Pull(wanted_, latest_);
    for (int i = 0; i < out_.size(); ++i) Check(values, out_(context, i), i);
    for (int i = 0; i < out_.size(); ++i) Give(context, values, i);
  }

 private:
  // Notes what is asked for one output, which has that many pieces.
  void Add(const std::string& name, int64_t pieces) {
    begins_.push_back(wanted_.size());
    for (int64_t i = 0; i < std::max<int64_t>(pieces, 1); ++i) {
      const auto server = static_cast<int>(places_.value()[wanted_.size()]);
      wanted_.push_back(
          {server, pieces == 0 ? name : framework::PieceName(name, i)});
    }
  }
  // Returns the place behind the values for an output.
  size_t EndOf(int i) const {
    return i + 1 < out_.size() ? begins_[i + 1] : wanted_.size();
  }

  void Check(const std::vector<framework::Tensor>& values,
             const framework::Tensor& out, int i) const {
    framework::Dims whole = values[begins_[i]].dims();
    for (size_t j = begins_[i]; j < EndOf(i); ++j) {
      const bool more = j > begins_[i] && values[j].rank() > 0;
      if (more) whole[0] += values[j].dims()[0];
      CheckPulled(wanted_[j], values[j], out, EndOf(i) - begins_[i] > 1);
    }
    PADDLE_ENFORCE(whole == out.dims(), InvalidArgument, "the ",
                   EndOf(i) - begins_[i], " pieces from '",
                   wanted_[begins_[i]].name, "' on are ", whole.ToString(),
                   " together, in the program ", out.dims().ToString());
  }

  // Copies the values of an output, one behind the other.
  void Give(const framework::KernelContext& context,
            const std::vector<framework::Tensor>& values, int i) const {
    framework::Tensor& out = out_(context, i);
    if (EndOf(i) == begins_[i] + 1) {
      return kernels::CopyElements(context.device(), values[begins_[i]], &out);
    }
    int64_t row = 0;
    for (size_t j = begins_[i]; j < EndOf(i); ++j) {
      const int64_t end = row + values[j].dims()[0];
      framework::Tensor rows = out.Slice(row, end);
      kernels::CopyElements(context.device(), values[j], &rows);
      row = end;
    }
  }

  const OutputList out_{this, "Out"};
  const Attr<std::vector<int64_t>> places_{this, "server_of"};
  const Attr<std::vector<int64_t>> pieces_{this, "pieces"};
  const Attr<bool> latest_{this, "latest"};
  std::vector<distributed::PulledParameter> wanted_;
  std::vector<size_t> begins_;  // in wanted_, of each output
};

}  // namespace

REGISTER_OPERATOR(pull_parameter, PullParameterKernel);

}  // namespace paddle::operators
