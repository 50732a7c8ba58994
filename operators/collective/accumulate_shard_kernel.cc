#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/operators/collective/bucket_kernel.h"
#include "paddle/platform/enforce.h"

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
    distributed::ShardSums& sums = shards(context);
    if (!count_.present()) {
      return sums.Add(exchange(), group(context), std::move(array));
    }
    const framework::Tensor count = framework::OnCPU(count_(context));
    PADDLE_ENFORCE_EQ(count.numel(), 1, "numbers in Count of accumulate_shard");
    sums.Keep({kept_.value(), exchange()}, group(context),
              count.data<int64_t>()[0], std::move(array));
  }

 private:
  framework::Tensor PartOf(const framework::Tensor& x, int i) const override {
    const bool all = ends_.value().empty() || ends_.value()[i] < 0;
    return all ? x : x.Slice(begins_.value()[i], ends_.value()[i]);
  }

  const Attr<std::vector<int64_t>> begins_{this, "begins"};
  const Attr<std::vector<int64_t>> ends_{this, "ends"};
  const Input count_{this, "Count"};
  const Attr<std::string> kept_{this, "kept"};
};

}  // namespace

REGISTER_OPERATOR(accumulate_shard, AccumulateShardKernel);

}  // namespace paddle::operators
