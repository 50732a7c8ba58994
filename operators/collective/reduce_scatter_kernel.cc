#include <cstdint>
#include <string>
#include <vector>

#include "paddle/operators/collective/collective_kernel.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::KernelContext;
using framework::LoDTensor;
using framework::Tensor;

class ReduceScatterKernel final : public CollectiveKernel {
 public:
  using CollectiveKernel::CollectiveKernel;

  void Compute(const KernelContext& context) const override {
    distributed::Communicator& members = group(context);
    EnforceOneShard(members);
    // A reduction overwrites what it is given.
    const LoDTensor& x = x_(context);
    Tensor part;
    part.Allocate(x.dims(), x.dtype(), context.allocator());
    kernels::CopyElements(context.device(), x, &part);
    std::vector<int64_t> counts = RowsOfMembers(context, &members);
    framework::Dims dims = x.dims();
    dims[0] = counts[members.rank()];
    const int64_t width = dims.Slice(1, dims.rank()).Numel();
    for (int64_t& count : counts) count *= width;
    LoDTensor& out = out_(context);
    out.Allocate(dims, x.dtype(), context.allocator());
    void* address = part.raw_mutable_data();
    members.ReduceScatter(
        {absl::MakeConstSpan(&address, 1), x.numel(), x.dtype(),
         distributed::Reduction::kSum, OrderOf(order_)},
        counts, out.raw_mutable_data());
  }

 private:
  std::vector<int64_t> RowsOfMembers(const KernelContext& context,
                                     distributed::Communicator* members) const {
    const int size = members->size();
    const int64_t rows = x_(context).dims()[0];
    std::vector<int64_t> counts(size);
    if (like_.present()) {
      const auto all = GatherSizes(members, {like_(context).dims()[0]});
      for (int rank = 0; rank < size; ++rank) counts[rank] = all[rank][0];
      PADDLE_ENFORCE_EQ(SumOfSizes(counts), rows,
                        "rows of all members, and of X of reduce_scatter");
      return counts;
    }
    for (int rank = 0; rank < size; ++rank) {
      counts[rank] = rows * (rank + 1) / size - rows * rank / size;
    }
    return counts;
  }

  const Input x_{this, "X"};
  const Input like_{this, "Like"};
  const Output out_{this, "Out"};
  const Attr<std::string> order_{this, "order"};
};

}  // namespace

REGISTER_OPERATOR(reduce_scatter, ReduceScatterKernel);

}  // namespace paddle::operators
