#include <utility>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/sequence/sequence_move.h"
#include "paddle/operators/sequence/slices.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SequenceSliceKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    // Out's size depends on values: Offset and Length are read on the host.
    Slices slices = SlicesOf(offset_(context), length_(context), LastLevel(x));
    framework::LoD::Levels levels;
    for (int i = 0; i + 1 < x.lod()->levels(); ++i) {
      const auto offsets = x.lod()->offsets(i);
      levels.emplace_back(offsets.begin(), offsets.end());
    }
    framework::Dims dims = x.dims();
    dims[0] = slices.offsets.back();
    levels.push_back(std::move(slices.offsets));
    auto& out = out_(context);
    out.Allocate(dims, x.dtype(), context.allocator());
    out.set_lod(framework::LoD::FromOffsets(std::move(levels)));
    kernels::SequenceSlice(context.device<Device>(), x, slices.first,
                           LastLevel(out), &out);
  }

 private:
  const Input x_{this, "X"};
  const Input offset_{this, "Offset"};
  const Input length_{this, "Length"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(sequence_slice, SequenceSliceKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
