#include <utility>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/sequence/given_lengths.h"
#include "paddle/operators/sequence/sequence_pad.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SequenceUnpadKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    // Entries of X may themselves form sequences: the lengths become a new last
    // level below those of X.
    framework::LoD::Levels levels;
    for (int i = 0; x.lod() != nullptr && i < x.lod()->levels(); ++i) {
      const auto offsets = x.lod()->offsets(i);
      levels.emplace_back(offsets.begin(), offsets.end());
    }
    levels.push_back(OffsetsOf(length_(context), x.dims()[1]));
    framework::Dims dims = {levels.back().back()};
    for (int axis = 2; axis < x.rank(); ++axis) dims.Append(x.dims()[axis]);
    auto& out = out_(context);
    out.Allocate(dims, x.dtype(), context.allocator());
    out.set_lod(framework::LoD::FromOffsets(std::move(levels)));
    kernels::SequenceUnpad(context.device<Device>(), x, LastLevel(out), &out);
  }

 private:
  const Input x_{this, "X"};
  const Input length_{this, "Length"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(sequence_unpad, SequenceUnpadKernel, float, double, int32_t,
                   int64_t);

}  // namespace paddle::operators
