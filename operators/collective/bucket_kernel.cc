#include "paddle/operators/collective/bucket_kernel.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "paddle/operators/collective/bucket_type.h"
#include "paddle/operators/collective/scale_numbers.h"

namespace paddle::operators {

using framework::DataType;
using framework::KernelContext;
using framework::Tensor;

framework::Dims BucketKernel::BucketDims(const KernelContext& context) const {
  int64_t numel = 1;
  for (int i = 0; i < x_.size(); ++i) numel += x_(context, i).numel();
  return framework::Dims({numel});
}

DataType BucketKernel::BucketType(const KernelContext& context) const {
  return operators::BucketType(x_(context, 0).dtype());
}

void BucketKernel::Pack(const KernelContext& context, Tensor* bucket) const {
  const double weight = WeightOf(context);
  if (weight == 0) {
    std::memset(bucket->raw_mutable_data(), 0, bucket->bytes());
    return;
  }
  auto* next = static_cast<std::byte*>(bucket->raw_mutable_data());
  for (int i = 0; i < x_.size(); ++i) {
    const Tensor& x = x_(context, i);
    PackNumbers(x, weight, next);
    next += x.numel() * framework::SizeOf(bucket->dtype());
  }
  if (bucket->dtype() == DataType::kFloat64) {
    *reinterpret_cast<double*>(next) = weight;
  } else {
    *reinterpret_cast<float*>(next) = static_cast<float>(weight);
  }
}

}  // namespace paddle::operators
