#include "paddle/framework/types/data_type.h"
#include "paddle/operators/creation/cast.h"
#include "paddle/operators/math/loops/convert.h"
#include "paddle/operators/math/loops/convert_any.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;

// 16-bit numbers are converted by way of their accumulator, float, as on the
// CPU.
template <typename To, typename From>
PADDLE_HOST_DEVICE To ElementAs(const void* x, int64_t i) {
  return platform::Narrowed<To>(Convert<platform::Accumulator<To>>(
      platform::Widened(static_cast<const From*>(x)[i])));
}

// Returns element i of x, which is of this type. All threads take the same
// branch; a kernel for each pair of types would be a hundred.
template <typename To>
PADDLE_HOST_DEVICE To ElementAs(DataType type, const void* x, int64_t i) {
  switch (type) {
    case DataType::kBool:
      return ElementAs<To, bool>(x, i);
    case DataType::kUInt8:
      return ElementAs<To, uint8_t>(x, i);
    case DataType::kInt8:
      return ElementAs<To, int8_t>(x, i);
    case DataType::kInt16:
      return ElementAs<To, int16_t>(x, i);
    case DataType::kInt32:
      return ElementAs<To, int32_t>(x, i);
    case DataType::kInt64:
      return ElementAs<To, int64_t>(x, i);
    case DataType::kFloat16:
      return ElementAs<To, platform::float16>(x, i);
    case DataType::kBFloat16:
      return ElementAs<To, platform::bfloat16>(x, i);
    case DataType::kFloat32:
      return ElementAs<To, float>(x, i);
    default:
      return ElementAs<To, double>(x, i);
  }
}

template <typename To>
void CastTo(const platform::CUDADeviceContext& device,
            const framework::Tensor& x, To* out) {
  // Only the target is a template argument: ten kernels.
  const DataType type = x.dtype();
  const void* from = x.raw_data();
  platform::ForEach(device, x.numel(), [=] PADDLE_DEVICE(int64_t i) {
    out[i] = ElementAs<To>(type, from, i);
  });
}

// Converts element i of x, of this type, as FromWide does. Types that are
// stored only are rare: no kernel is made for them alone.
template <typename To>
PADDLE_HOST_DEVICE To RoundedElement(DataType type, const void* x, int64_t i,
                                     platform::SmallRounding rounding) {
#define PADDLE_ELEMENT_OF_(cpp, name) \
  case name:                          \
    return FromWide<To>(WideElement(static_cast<const cpp*>(x)[i]), rounding);
  switch (type) {
    PADDLE_DATA_TYPES_(PADDLE_ELEMENT_OF_)
    PADDLE_STORED_TYPES_(PADDLE_ELEMENT_OF_)
  }
#undef PADDLE_ELEMENT_OF_
  return To();
}

template <typename To>
void CastRoundedTo(const platform::CUDADeviceContext& device,
                   const framework::Tensor& x, platform::SmallRounding rounding,
                   To* out) {
  const DataType type = x.dtype();
  const void* from = x.raw_data();
  platform::ForEach(device, x.numel(), [=] PADDLE_DEVICE(int64_t i) {
    out[i] = RoundedElement<To>(type, from, i, rounding);
  });
}

}  // namespace

template <class Device>
void Cast(const Device& device, const framework::Tensor& x,
          framework::Tensor* out) {
  framework::VisitDataType(out->dtype(), [&](auto to) {
    CastTo(device, x, out->mutable_data<typename decltype(to)::type>());
  });
}

template <class Device>
void CastRounded(const Device& device, const framework::Tensor& x,
                 platform::SmallRounding rounding, framework::Tensor* out) {
  if (!framework::IsStoredOnly(x.dtype()) &&
      !framework::IsStoredOnly(out->dtype())) {
    return Cast(device, x, out);
  }
  framework::VisitAnyDataType(out->dtype(), [&](auto to) {
    using To = typename decltype(to)::type;
    CastRoundedTo(device, x, rounding, out->mutable_data<To>());
  });
}

PADDLE_INSTANTIATE_ONE(Cast<platform::CUDADeviceContext>);
PADDLE_INSTANTIATE_ONE(CastRounded<platform::CUDADeviceContext>);

}  // namespace paddle::operators::kernels
