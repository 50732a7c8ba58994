#include <utility>

#include "paddle/operators/collective/bucket_kernel.h"

namespace paddle::operators {
namespace {

class AccumulateShardKernel final : public BucketKernel {
 public:
  using BucketKernel::BucketKernel;

  // The array outlives the run, and so has memory of its own.
  void Compute(const framework::KernelContext& context) const override {
    framework::Tensor array;
    array.Allocate(BucketDims(context), BucketType(context),
                   context.allocator());
    Pack(context, &array);
    shards(context).Add(exchange(), group(context), std::move(array));
  }
};

}  // namespace

REGISTER_OPERATOR(accumulate_shard, AccumulateShardKernel);

}  // namespace paddle::operators
