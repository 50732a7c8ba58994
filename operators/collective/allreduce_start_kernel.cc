#include <cstdint>
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
    pending->runs = 1;
    pending->arrays = kept_.value().empty() ? ArraysOf(context)
                                            : Kept(context, &pending->runs);
    std::vector<void*> parts;
    for (Tensor& array : pending->arrays) {
      parts.push_back(array.raw_mutable_data());
    }
    const Tensor& first = pending->arrays[0];
    pending->call =
        members.StartAllReduce({parts, first.numel(), first.dtype(),
                                distributed::Reduction::kSum, OrderOf(order_)},
                               parts[0]);
  }

 private:
  // Returns what this member gives, its last shard the bucket of X.
  std::vector<Tensor> ArraysOf(const framework::KernelContext& context) const {
    const distributed::Communicator& members = group(context);
    LoDTensor& own = buffer_(context);
    Pack(context, &own);
    if (!has_shards()) {
      EnforceOneShard(members);
      return {own};
    }
    distributed::ShardSums& sums = shards(context);
    sums.Add(exchange(), members, own);
    return sums.Take(exchange(), members);
  }

  // Returns what the member's shards have given over several runs.
  std::vector<Tensor> Kept(const framework::KernelContext& context,
                           int64_t* runs) const {
    return shards(context).TakeKept({kept_.value(), exchange()}, group(context),
                                    runs);
  }

  const Output buffer_{this, "Buffer"};
  const int pending_;
  const Attr<std::string> order_{this, "order"};
  const Attr<std::string> kept_{this, "kept"};
};

}  // namespace

REGISTER_OPERATOR(allreduce_start, AllreduceStartKernel);

}  // namespace paddle::operators
