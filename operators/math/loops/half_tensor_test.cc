#include "paddle/operators/math/loops/half_tensor.h"

#include <cstdint>

#include "gtest/gtest.h"

#include "paddle/platform/bfloat16.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/place.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataTypeOf;
using framework::Tensor;
using Device = platform::CPUDeviceContext;

// Every bit pattern that is no NaN comes back.
template <typename T>
void ExpectThereAndBack() {
  constexpr int64_t kPatterns = 1 << 16;
  Tensor halves({kPatterns}, DataTypeOf<T>());
  Tensor back({kPatterns}, DataTypeOf<T>());
  for (int64_t i = 0; i < kPatterns; ++i) {
    halves.mutable_data<T>()[i] = T::FromBits(static_cast<uint16_t>(i));
  }
  const Tensor wide = WidenedTensor<Device, T>(
      Device(), halves, &memory::AllocatorOf(platform::CPUPlace()));
  RoundTensor<Device, T>(Device(), wide, &back);
  for (int64_t i = 0; i < kPatterns; ++i) {
    const float x = wide.data<float>()[i];
    if (x != x) continue;
    EXPECT_EQ(x, static_cast<float>(halves.data<T>()[i]));
    EXPECT_EQ(back.data<T>()[i].bits, i);
  }
}

TEST(HalfTensor, GoesThereAndBack) {
  ExpectThereAndBack<platform::bfloat16>();
  ExpectThereAndBack<platform::float16>();
}

}  // namespace
}  // namespace paddle::operators::kernels
