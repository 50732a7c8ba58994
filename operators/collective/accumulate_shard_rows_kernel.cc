#include "paddle/operators/collective/rows_kernel.h"

namespace paddle::operators {
namespace {

class AccumulateShardRowsKernel final : public RowsKernel {
 public:
  using RowsKernel::RowsKernel;

  void Compute(const framework::KernelContext& context) const override {
    AddShard(context, x_.rows(context), &shards(context));
  }

 private:
  const Input x_{this, "X"};
};

}  // namespace

REGISTER_OPERATOR(accumulate_shard_rows, AccumulateShardRowsKernel);

}  // namespace paddle::operators
