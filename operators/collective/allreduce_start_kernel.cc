#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/operators/collective/bucket_kernel.h"
#include "paddle/operators/collective/pending_reduction.h"

namespace paddle::operators {
namespace {

using framework::LoDTensor;
using framework::Tensor;

class AllreduceStartKernel final : public BucketKernel {
 public:
  explicit AllreduceStartKernel(const framework::OpArguments& arguments)
      : BucketKernel(arguments),
        pending_(arguments.OutputRange("Pending").begin) {}

  void Compute(const framework::KernelContext& context) const override {
    distributed::Communicator& members = group(context);
    auto* pending = context.var(pending_)->GetMutable<PendingReduction>();
    pending->call = nullptr;  // of a run that failed in between
    LoDTensor& buffer = buffer_(context);
    Pack(context, &buffer);
    pending->arrays = ArraysOf(context, buffer);
    std::vector<void*> parts;
    for (Tensor& array : pending->arrays) {
      parts.push_back(array.raw_mutable_data());
    }
    pending->call =
        members.StartAllReduce({parts, buffer.numel(), buffer.dtype(),
                                distributed::Reduction::kSum, OrderOf(order_)},
                               parts[0]);
  }

 private:
  // Returns what this member gives, its last shard's bucket being `own`.
  std::vector<Tensor> ArraysOf(const framework::KernelContext& context,
                               const Tensor& own) const {
    const distributed::Communicator& members = group(context);
    if (!has_shards()) {
      EnforceOneShard(members);
      return {own};
    }
    distributed::ShardSums& sums = shards(context);
    sums.Add(exchange(), members, own);
    return sums.Take(exchange(), members);
  }

  const Output buffer_{this, "Buffer"};
  const int pending_;
  const Attr<std::string> order_{this, "order"};
};

}  // namespace

REGISTER_OPERATOR(allreduce_start, AllreduceStartKernel);

}  // namespace paddle::operators
