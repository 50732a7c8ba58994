// The base class of the kernels of pad and its gradient: parses the attributes
// that they share.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/shape/pad.h"

namespace paddle::operators {

// Reads "paddings", a pair (before, after) for each axis, and "mode" once, when
// the kernel is made and not at each run. The schema has checked both: the
// numbers are not negative, come in pairs, and the mode is known.
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
  // Returns the number of elements added before x along each axis. The number
  // added after x follows from the shapes of x and the output.
  const std::vector<int64_t>& before() const { return before_; }
  kernels::PadMode mode() const { return mode_; }

 private:
  std::vector<int64_t> before_;
  kernels::PadMode mode_ = kernels::PadMode::kConstant;
};

}  // namespace paddle::operators
