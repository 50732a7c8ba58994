#include <cmath>
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/tensor/numbers_of.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/platform/device_graph.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

// Writes whole numbers with all their digits.
std::string TextOf(double number) {
  const bool whole = number == std::floor(number) && std::abs(number) < 1e15;
  return whole ? absl::StrCat(static_cast<int64_t>(number))
               : absl::StrCat(number);
}

class CheckRangeKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // A recorded graph replays GPU work only, and checks nothing.
    platform::RefuseWhileRecording("checking numbers");
    const framework::Tensor& x = x_(context);
    for (const double number :
         framework::NumbersOf<double>(framework::OnCPU(x))) {
      PADDLE_ENFORCE(number >= min_ && number <= max_, InvalidArgument,
                     message_.value(), " is ", TextOf(number),
                     "; it must be in [", TextOf(min_), ", ", TextOf(max_),
                     "]");
    }
    kernels::CopyElements(context.device(), x, &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<double> min_{this, "min"};
  const Attr<double> max_{this, "max"};
  const Attr<std::string> message_{this, "message"};
};

}  // namespace

REGISTER_OPERATOR(check_range, CheckRangeKernel);

}  // namespace paddle::operators
