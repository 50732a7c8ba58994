// The base of kernels that exchange SelectedRows by their weight.
#pragma once

#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/operators/collective/collective_kernel.h"

namespace paddle::operators {

class RowsKernel : public WeightedKernel {
 public:
  using WeightedKernel::WeightedKernel;

 protected:
  // Appends weight * rows, and the weight, to what shards have given.
  void AddShard(const framework::KernelContext& context,
                const framework::SelectedRows& rows,
                distributed::ShardSums* sums) const;
  // Returns the rows that the member's shards have given, those of the last
  // being `rows`, and leaves the sum of all members' weights in *weights.
  framework::SelectedRows TakeShards(const framework::KernelContext& context,
                                     const framework::SelectedRows& rows,
                                     double* weights) const;
};

}  // namespace paddle::operators
