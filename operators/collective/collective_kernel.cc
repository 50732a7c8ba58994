#include "paddle/operators/collective/collective_kernel.h"

#include <cstring>
#include <string>

#include "absl/strings/string_view.h"

#include "paddle/framework/distributed/group/gather.h"
#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/platform/device_graph.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using distributed::Communicator;

CollectiveKernel::CollectiveKernel(const framework::OpArguments& arguments)
    : OpKernel(arguments), group_(arguments.InputRange("Group").begin) {}

Communicator& CollectiveKernel::group(
    const framework::KernelContext& context) const {
  using Held = std::shared_ptr<Communicator>;
  const framework::Variable& var = *context.var(group_);
  PADDLE_ENFORCE(var.Is<Held>() && var.Get<Held>() != nullptr,
                 FailedPrecondition, "the variable ",
                 arguments().var(group_).name,
                 " of the scope holds no group of members");
  Communicator& group = *var.Get<Held>();
  const platform::Place place = context.device().place();
  if (place.is_cpu()) return group.host();
  platform::RefuseWhileRecording("an exchange between members");
  const std::string theirs =
      group.place().is_cpu() ? "the CPU" : group.place().ToString();
  PADDLE_ENFORCE(group.place() == place, Unimplemented,
                 "members exchange memory of ", theirs, " only");
  return group;
}

ExchangedList::ExchangedList(const framework::OpArguments& arguments)
    : x_(arguments.InputRange("X")), out_(arguments.OutputRange("Out")) {}

framework::LoDTensor& ExchangedList::operator()(
    const framework::KernelContext& context, int i) const {
  const auto& x = context.var(x_.begin + i)->Get<framework::LoDTensor>();
  auto& out = *context.var(out_.begin + i)->GetMutable<framework::LoDTensor>();
  kernels::CopyElements(context.device(), x, &out);
  return out;
}

distributed::Order OrderOf(const std::string& order) {
  return order == "fast" ? distributed::Order::kFast
                         : distributed::Order::kTree;
}

void EnforceOneShard(const Communicator& group) {
  PADDLE_ENFORCE_EQ(group.nodes().size(), size_t{1},
                    "shards of a member, which has several tensors to give, "
                    "and this operator takes one");
}

WeightedKernel::WeightedKernel(const framework::OpArguments& arguments)
    : CollectiveKernel(arguments), shards_(arguments.InputRange("Shards")) {}

distributed::ShardSums& WeightedKernel::shards(
    const framework::KernelContext& context) const {
  platform::RefuseWhileRecording("a sum over the shards of a member");
  return *context.var(shards_.begin)->GetMutable<distributed::ShardSums>();
}

double WeightedKernel::WeightOf(const framework::KernelContext& context) const {
  if (weight_.present()) {
    return framework::OnCPU(weight_(context)).data<float>()[0];
  }
  return rows_.present() ? rows_(context).numel() / nominal_rows_ : 1;
}

void AllReduceInPlace(Communicator* group, distributed::Reduction reduction,
                      distributed::Order order, framework::Tensor* tensor) {
  EnforceOneShard(*group);
  void* part = tensor->raw_mutable_data();
  group->AllReduce({absl::MakeConstSpan(&part, 1), tensor->numel(),
                    tensor->dtype(), reduction, order},
                   part);
}

std::vector<std::vector<int64_t>> GatherNumbers(
    Communicator* group, absl::Span<const int64_t> numbers) {
  std::vector<std::vector<int64_t>> each;
  const absl::string_view own(reinterpret_cast<const char*>(numbers.data()),
                              numbers.size() * sizeof(int64_t));
  for (const std::string& bytes : distributed::GatherBytes(group, own)) {
    PADDLE_ENFORCE(bytes.size() % sizeof(int64_t) == 0, DataLoss, "member ",
                   each.size(), " gives ", bytes.size(),
                   " bytes, which are no numbers");
    each.emplace_back(bytes.size() / sizeof(int64_t));
    if (!bytes.empty()) {
      std::memcpy(each.back().data(), bytes.data(), bytes.size());
    }
  }
  return each;
}

std::vector<std::vector<int64_t>> GatherSizes(Communicator* group,
                                              absl::Span<const int64_t> sizes) {
  std::vector<std::vector<int64_t>> each = GatherNumbers(group, sizes);
  for (size_t rank = 0; rank < each.size(); ++rank) {
    PADDLE_ENFORCE(each[rank].size() == sizes.size(), InvalidArgument,
                   "member ", rank, " gives ", each[rank].size(),
                   " sizes, member ", group->rank(), " ", sizes.size());
    for (const int64_t size : each[rank]) {
      PADDLE_ENFORCE(size >= 0, InvalidArgument, "member ", rank,
                     " gives the size ", size);
    }
  }
  return each;
}

int64_t SumOfSizes(absl::Span<const int64_t> sizes) {
  int64_t sum = 0;
  for (const int64_t size : sizes) {
    PADDLE_ENFORCE(!__builtin_add_overflow(sum, size, &sum), InvalidArgument,
                   "sizes of all members overflow");
  }
  return sum;
}

std::vector<size_t> BytesOfRows(absl::Span<const int64_t> rows,
                                int64_t row_bytes) {
  std::vector<size_t> bytes;
  for (const int64_t count : rows) {
    int64_t product;
    PADDLE_ENFORCE(!__builtin_mul_overflow(count, row_bytes, &product),
                   InvalidArgument, count, " rows of ", row_bytes,
                   " bytes overflow");
    bytes.push_back(product);
  }
  return bytes;
}

}  // namespace paddle::operators
