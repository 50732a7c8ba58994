#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/memory/copy.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/sequence/sequence_pad.h"
#include "paddle/platform/place.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SequencePadKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    const kernels::Offsets offsets = LastLevel(x);
    kernels::SequencePad<Device, T>(context.device<Device>(), x, offsets,
                                    &value_(context), &out_(context));
    // Lengths come from the LoD, on the host, and not from data on the device:
    // no need to wait for the GPU.
    std::vector<int64_t> lengths;
    for (size_t i = 1; i < offsets.size(); ++i) {
      lengths.push_back(offsets[i] - offsets[i - 1]);
    }
    auto& length = length_(context);
    memory::CopyAsync(length.place(), length.template mutable_data<int64_t>(),
                      platform::CPUPlace(), lengths.data(), length.bytes());
  }

 private:
  const Input x_{this, "X"};
  const Input value_{this, "PadValue"};
  const Output out_{this, "Out"};
  const Output length_{this, "Length"};
};

}  // namespace

REGISTER_OP_KERNEL(sequence_pad, SequencePadKernel, float, double, int32_t,
                   int64_t);

}  // namespace paddle::operators
