#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/structured/crf_decoding.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class CrfDecodingKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& emission = emission_(context);
    kernels::CrfDecoding<Device, T>(
        context.device<Device>(), emission, transition_(context),
        label_.get(context), LastLevel(emission),
        [&](size_t bytes) { return context.Workspace(bytes); },
        &path_(context));
  }

 private:
  const Input emission_{this, "Emission"};
  const Input transition_{this, "Transition"};
  const Input label_{this, "Label"};
  const Output path_{this, "ViterbiPath"};
};

}  // namespace

REGISTER_OP_KERNEL(crf_decoding, CrfDecodingKernel, float, double);

}  // namespace paddle::operators
