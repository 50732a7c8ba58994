// The base of kernels that put several tensors into one array.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/collective/collective_kernel.h"

namespace paddle::operators {

class BucketKernel : public WeightedKernel {
 public:
  using WeightedKernel::WeightedKernel;

 protected:
  // Returns the dims and the data type that the bucket of X has.
  framework::Dims BucketDims(const framework::KernelContext& context) const;
  framework::DataType BucketType(const framework::KernelContext& context) const;
  // Writes all numbers of X times the weight, then the weight. Without any
  // weight X may hold anything: its numbers are 0.
  void Pack(const framework::KernelContext& context,
            framework::Tensor* bucket) const;

 private:
  // Returns what of X[i] counts.
  virtual framework::Tensor PartOf(const framework::Tensor& x, int) const {
    return x;
  }

  const InputList x_{this, "X"};
};

}  // namespace paddle::operators
