#include <cstddef>

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/operators/collective/pending_reduction.h"
#include "paddle/operators/collective/scale_numbers.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::LoDTensor;

double LastNumber(const framework::Tensor& buffer) {
  const int64_t last = buffer.numel() - 1;
  const auto number = framework::OnCPU(buffer.Slice(last, last + 1));
  return buffer.dtype() == framework::DataType::kFloat64
             ? number.data<double>()[0]
             : number.data<float>()[0];
}

class AllreduceWaitKernel final : public framework::OpKernel {
 public:
  explicit AllreduceWaitKernel(const framework::OpArguments& arguments)
      : OpKernel(arguments), pending_(arguments.InputRange("Pending").begin) {}

  void Compute(const framework::KernelContext& context) const override {
    auto* pending = context.var(pending_)->GetMutable<PendingReduction>();
    PADDLE_ENFORCE(pending->call != nullptr, FailedPrecondition,
                   "nothing was started that could be waited for");
    pending->call->Wait();
    const framework::Tensor buffer = pending->arrays[0];
    const auto runs = static_cast<double>(pending->runs);
    *pending = PendingReduction();
    const double weights = LastNumber(buffer);
    PADDLE_ENFORCE(weights != 0, FailedPrecondition,
                   "no member has any rows: all weights are 0");
    auto* next = static_cast<const std::byte*>(buffer.raw_data());
    for (int i = 0; i < out_.size(); ++i) {
      LoDTensor& out = out_(context, i);
      UnpackNumbers(context.device(), next, weights / runs, &out);
      next += out.numel() * framework::SizeOf(buffer.dtype());
    }
  }

 private:
  const int pending_;
  const OutputList out_{this, "Out"};
};

}  // namespace

REGISTER_OPERATOR(allreduce_wait, AllreduceWaitKernel);

}  // namespace paddle::operators
