#include "paddle/operators/collective/scale_numbers.h"

#include <cstddef>
#include <type_traits>

#include "paddle/memory/copy.h"
#include "paddle/operators/collective/bucket_type.h"
#include "paddle/operators/collective/scaling.h"
#include "paddle/platform/transform.h"

namespace paddle::operators {
namespace {

using framework::Tensor;
using internal::Scaling;
using platform::DeviceContext;

void Scale(const DeviceContext& device, const Scaling& scaling) {
  if (device.place().is_cuda()) return internal::ScaleOnCUDA(device, scaling);
  internal::VisitScaling(scaling, [&](auto* from, auto* to, auto function) {
    using To = std::remove_pointer_t<decltype(to)>;
    platform::Transform(device, scaling.count, from, to, [function](auto x) {
      return static_cast<To>(function(x));
    });
  });
}

}  // namespace

void DivideNumbers(const DeviceContext& device, double divisor,
                   Tensor* tensor) {
  Scale(device, {tensor->raw_data(), tensor->raw_mutable_data(),
                 tensor->numel(), tensor->dtype(), false, false, divisor,
                 /*divides=*/true});
}

void MultiplyNumbers(const DeviceContext& device, const Tensor& from,
                     double factor, Tensor* to) {
  Scale(device, {from.raw_data(), to->raw_mutable_data(), from.numel(),
                 from.dtype(), false, false, factor, /*divides=*/false});
}

void PackNumbers(const DeviceContext& device, const Tensor& from, double factor,
                 void* bucket) {
  const size_t bytes = from.bytes();
  if (factor == 1 && from.dtype() == BucketType(from.dtype())) {
    if (bytes == 0) return;
    return memory::CopyAsync(device.place(), bucket, device.place(),
                             from.raw_data(), bytes);
  }
  Scale(device, {from.raw_data(), bucket, from.numel(), from.dtype(), false,
                 /*to_bucket=*/true, factor, /*divides=*/false});
}

void UnpackNumbers(const DeviceContext& device, const void* bucket,
                   double divisor, Tensor* to) {
  Scale(device, {bucket, to->raw_mutable_data(), to->numel(), to->dtype(),
                 /*from_bucket=*/true, false, divisor, /*divides=*/true});
}

}  // namespace paddle::operators
