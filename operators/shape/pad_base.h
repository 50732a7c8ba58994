// Parses the attributes that both kernels of pad use.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/shape/pad.h"

namespace paddle::operators {

// Reads "paddings" (a pair, before and after, for each axis) and "mode" once,
// when the kernel is made. An unknown mode is refused by the schema.
class PadKernelBase : public framework::OpKernel {
 public:
  explicit PadKernelBase(const framework::OpArguments& arguments)
      : OpKernel(arguments) {
    const Attr<std::vector<int64_t>> paddings(this, "paddings");
    for (size_t i = 0; i < paddings.value().size(); i += 2) {
      before_.push_back(paddings.value()[i]);
    }
    const Attr<std::string> mode(this, "mode");
    if (mode.value() == "reflect") mode_ = kernels::PadMode::kReflect;
    if (mode.value() == "replicate") mode_ = kernels::PadMode::kReplicate;
  }

 protected:
  // The number of border elements in front of each axis. Those after it follow
  // from the shape of the output.
  const std::vector<int64_t>& before() const { return before_; }
  kernels::PadMode mode() const { return mode_; }

 private:
  std::vector<int64_t> before_;
  kernels::PadMode mode_ = kernels::PadMode::kConstant;
};

}  // namespace paddle::operators
