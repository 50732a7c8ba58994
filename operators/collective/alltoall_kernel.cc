#include <cstdint>
#include <numeric>
#include <vector>

#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/memory/copy.h"
#include "paddle/operators/collective/collective_kernel.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::KernelContext;
using framework::LoDTensor;

class AlltoallKernel final : public CollectiveKernel {
 public:
  using CollectiveKernel::CollectiveKernel;

  void Compute(const KernelContext& context) const override {
    distributed::Communicator& members = group(context);
    const LoDTensor& x = x_(context);
    const framework::Tensor lengths = framework::OnCPU(lengths_(context));
    PADDLE_ENFORCE_EQ(lengths.numel(), static_cast<int64_t>(members.size()),
                      "Lengths of alltoall: one for each member");
    const int64_t* begin = lengths.data<int64_t>();
    std::vector<int64_t> numbers(begin, begin + lengths.numel());
    CheckLengths(numbers, x.dims()[0]);
    numbers.push_back(x.dims().Slice(1, x.rank()).Numel());
    Exchange(context, &members, GatherSizes(&members, numbers));
  }

 private:
  static void CheckLengths(const std::vector<int64_t>& lengths, int64_t rows) {
    for (int64_t length : lengths) {
      PADDLE_ENFORCE_GE(length, 0, "a length of alltoall");
    }
    PADDLE_ENFORCE_EQ(
        std::accumulate(lengths.begin(), lengths.end(), int64_t{0}), rows,
        "the sum of the lengths of alltoall, and the rows of X");
  }

  void SetLengths(const KernelContext& context,
                  const std::vector<int64_t>& lengths) const {
    LoDTensor& out = out_lengths_(context);
    out.Allocate({static_cast<int64_t>(lengths.size())},
                 framework::DataType::kInt64, context.allocator());
    memory::CopyAsync(out.place(), out.raw_mutable_data(), platform::CPUPlace(),
                      lengths.data(), out.bytes());
  }

  // `all`: the lengths of each member, and the numbers in its rows.
  void Exchange(const KernelContext& context,
                distributed::Communicator* members,
                const std::vector<std::vector<int64_t>>& all) const {
    const LoDTensor& x = x_(context);
    const int rank = members->rank();
    const int64_t width = all[rank].back();
    std::vector<int64_t> lengths;
    for (int peer = 0; peer < members->size(); ++peer) {
      PADDLE_ENFORCE_EQ(all[peer].back(), width, "numbers in a row of member ",
                        peer, ", compared with member ", rank);
      lengths.push_back(all[peer][rank]);
    }
    const int64_t rows = SumOfSizes(lengths);
    const int64_t row = width * SizeOf(x.dtype());
    const std::vector<size_t> received = BytesOfRows(lengths, row);
    std::vector<int64_t> own = all[rank];
    own.pop_back();
    const std::vector<size_t> sent = BytesOfRows(own, row);
    SetLengths(context, lengths);
    framework::Dims dims = x.dims();
    dims[0] = rows;
    LoDTensor& out = out_(context);
    out.Allocate(dims, x.dtype(), context.allocator());
    members->AllToAll(x.raw_data(), sent, out.raw_mutable_data(), received);
  }

  const Input x_{this, "X"};
  const Input lengths_{this, "Lengths"};
  const Output out_{this, "Out"};
  const Output out_lengths_{this, "OutLengths"};
};

}  // namespace

REGISTER_OPERATOR(alltoall, AlltoallKernel);

}  // namespace paddle::operators
