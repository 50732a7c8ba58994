#include "paddle/operators/collective/bucket_kernel.h"

#include <cstddef>
#include <cstdint>

#include "paddle/framework/types/number.h"
#include "paddle/memory/copy.h"
#include "paddle/operators/collective/bucket_type.h"
#include "paddle/operators/collective/scale_numbers.h"
#include "paddle/operators/math/rows/any_device.h"

namespace paddle::operators {

using framework::DataType;
using framework::KernelContext;
using framework::Tensor;

framework::Dims BucketKernel::BucketDims(const KernelContext& context) const {
  int64_t numel = 1;
  for (int i = 0; i < x_.size(); ++i) {
    numel += PartOf(x_(context, i), i).numel();
  }
  return framework::Dims({numel});
}

DataType BucketKernel::BucketType(const KernelContext& context) const {
  return operators::BucketType(x_(context, 0).dtype());
}

void BucketKernel::Pack(const KernelContext& context, Tensor* bucket) const {
  const double weight = WeightOf(context);
  const platform::DeviceContext& device = context.device();
  if (weight == 0) return kernels::Fill(device, framework::Number(0.0), bucket);
  auto* next = static_cast<std::byte*>(bucket->raw_mutable_data());
  for (int i = 0; i < x_.size(); ++i) {
    const Tensor x = PartOf(x_(context, i), i);
    PackNumbers(device, x, weight, next);
    next += x.numel() * framework::SizeOf(bucket->dtype());
  }
  Tensor last({1}, bucket->dtype());
  if (bucket->dtype() == DataType::kFloat64) {
    last.mutable_data<double>()[0] = weight;
  } else {
    last.mutable_data<float>()[0] = static_cast<float>(weight);
  }
  memory::CopyAsync(device.place(), next, platform::CPUPlace(), last.raw_data(),
                    last.bytes());
}

}  // namespace paddle::operators
