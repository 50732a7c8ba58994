#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/collective/batch_part.h"
#include "paddle/operators/math/loops/copy.h"

namespace paddle::operators {
namespace {

using framework::LoDTensor;

// Returns the row with which the part begins.
int64_t FirstRow(const LoDTensor& x, int64_t index, int64_t count) {
  if (x.lod() == nullptr)
    return PartOf(x.dims()[0], index, count, "rows").begin;
  const PartRange sequences =
      PartOf(x.lod()->sequences(0), index, count, "sequences");
  int64_t row = sequences.begin;
  for (int level = 0; level < x.lod()->levels(); ++level) {
    row = x.lod()->offsets(level)[row];
  }
  return row;
}

class MicroBatchKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(const framework::KernelContext& context) const override {
    const LoDTensor& x = x_(context);
    LoDTensor& out = out_(context);
    const int64_t first = FirstRow(x, index_, count_);
    kernels::CopyElements(context.device(),
                          x.Slice(first, first + out.dims()[0]), &out);
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<int64_t> index_{this, "index"};
  const Attr<int64_t> count_{this, "count"};
};

}  // namespace

REGISTER_OPERATOR(micro_batch, MicroBatchKernel);

}  // namespace paddle::operators
