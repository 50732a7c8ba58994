#include "paddle/operators/collective/collective_kernel.h"

#include <cstring>
#include <string>

#include "paddle/framework/executor/op_arguments.h"
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
  PADDLE_ENFORCE(context.device().place().is_cpu(), Unimplemented,
                 "members exchange memory of the CPU only");
  return *var.Get<Held>();
}

ExchangedList::ExchangedList(const framework::OpArguments& arguments)
    : x_(arguments.InputRange("X")), out_(arguments.OutputRange("Out")) {}

framework::LoDTensor& ExchangedList::operator()(
    const framework::KernelContext& context, int i) const {
  const auto& x = context.var(x_.begin + i)->Get<framework::LoDTensor>();
  auto& out = *context.var(out_.begin + i)->GetMutable<framework::LoDTensor>();
  if (out.raw_data() != x.raw_data() && x.bytes() > 0) {
    std::memcpy(out.raw_mutable_data(), x.raw_data(), x.bytes());
  }
  return out;
}

void AllReduceInPlace(Communicator* group, distributed::Reduction reduction,
                      framework::Tensor* tensor) {
  PADDLE_ENFORCE_EQ(group->nodes().size(), size_t{1},
                    "shards of a member: the sums of several are those of the "
                    "operator shards");
  void* part = tensor->raw_mutable_data();
  group->AllReduce({absl::MakeConstSpan(&part, 1), tensor->numel(),
                    tensor->dtype(), reduction},
                   part);
}

std::vector<std::vector<int64_t>> GatherNumbers(
    Communicator* group, absl::Span<const int64_t> numbers) {
  const int size = group->size();
  const int64_t own = numbers.size();
  std::vector<int64_t> counts(size);
  group->AllGather(&own, std::vector<size_t>(size, sizeof(own)), counts.data());
  int64_t total = 0;
  std::vector<size_t> bytes;
  for (int64_t count : counts) {
    total += count;
    bytes.push_back(count * sizeof(int64_t));
  }
  std::vector<int64_t> all(total);
  group->AllGather(numbers.data(), bytes, all.data());
  std::vector<std::vector<int64_t>> each;
  auto next = all.begin();
  for (int64_t count : counts) {
    each.emplace_back(next, next + count);
    next += count;
  }
  return each;
}

}  // namespace paddle::operators
