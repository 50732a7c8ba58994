#include "paddle/operators/collective/rows_kernel.h"

#include <utility>

#include "paddle/operators/collective/gather_rows.h"
#include "paddle/operators/math/rows/sum.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using distributed::ShardSums;
using framework::KernelContext;
using framework::SelectedRows;
using framework::Tensor;

void RowsKernel::AddShard(const KernelContext& context,
                          const SelectedRows& rows, ShardSums* sums) const {
  const double weight = WeightOf(context);
  sums->AddRows(exchange(), ScaledRows(context.device(), rows, weight,
                                       context.allocator()));
  Tensor number({1}, framework::DataType::kFloat64);
  number.mutable_data<double>()[0] = weight;
  sums->Add(exchange(), group(context), std::move(number));
}

SelectedRows RowsKernel::TakeShards(const KernelContext& context,
                                    const SelectedRows& rows,
                                    double* weights) const {
  distributed::Communicator& members = group(context);
  if (!has_shards()) EnforceOneShard(members);
  ShardSums one;
  ShardSums* sums = has_shards() ? &shards(context) : &one;
  AddShard(context, rows, sums);
  std::vector<Tensor> numbers = sums->Take(exchange(), members);
  std::vector<void*> parts;
  for (Tensor& number : numbers) parts.push_back(number.raw_mutable_data());
  members.host().AllReduce(
      {parts, 1, framework::DataType::kFloat64, distributed::Reduction::kSum},
      weights);
  PADDLE_ENFORCE(*weights != 0, FailedPrecondition,
                 "no member has any rows: all weights are 0");
  const std::vector<SelectedRows> given = sums->TakeRows(exchange());
  if (given.size() == 1) return given[0];
  std::vector<const SelectedRows*> list;
  for (const SelectedRows& each : given) list.push_back(&each);
  SelectedRows all;
  kernels::ConcatRows(context.device(), list, context.allocator(), &all);
  return all;
}

}  // namespace paddle::operators
