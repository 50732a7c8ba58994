#include "paddle/operators/math/loops/dropout.h"

#include <algorithm>
#include <cmath>

#include "gtest/gtest.h"

#include "paddle/operators/math/loops/dropout_run.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::DataTypeOf;
using framework::Dims;
using framework::Tensor;

const platform::CPUDeviceContext& Device() { return platform::CPUContext(); }

// Dropout of `size` ones.
template <typename T>
struct Dropped {
  Dropped(const platform::RandomKey& key, double probability, int64_t size)
      : x({size}, DataTypeOf<T>()),
        out({size}, DataTypeOf<T>()),
        mask({size}, DataType::kUInt8) {
    for (int64_t i = 0; i < size; ++i) x.mutable_data<T>()[i] = 1;
    Dropout<platform::CPUDeviceContext, T>(Device(), key, probability, x, &out,
                                           &mask);
  }
  int64_t Kept() const {
    int64_t kept = 0;
    for (int64_t i = 0; i < mask.numel(); ++i) {
      kept += mask.data<uint8_t>()[i];
    }
    return kept;
  }
  bool SameMask(const Tensor& other) const {
    return std::equal(mask.data<uint8_t>(), mask.data<uint8_t>() + mask.numel(),
                      other.data<uint8_t>());
  }
  Tensor x;
  Tensor out;
  Tensor mask;
};

TEST(DropoutTest, KeepsAsManyAsItShould) {
  constexpr int64_t kSize = 100000;
  for (double probability : {0.1, 0.5, 0.9}) {
    const Dropped<float> dropped({1, 2, 3}, probability, kSize);
    const double deviation = std::sqrt(kSize * probability * (1 - probability));
    EXPECT_NEAR(dropped.Kept(), kSize * (1 - probability), 5 * deviation);
  }
}

TEST(DropoutTest, ScalesWhatItKeeps) {
  const Dropped<double> dropped({1, 2, 3}, 0.75, 1000);
  for (int64_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(dropped.out.data<double>()[i],
              dropped.mask.data<uint8_t>()[i] * 4.0);
  }
}

TEST(DropoutTest, DependsOnTheKeyAlone) {
  const Dropped<float> one({1, 2, 3}, 0.5, 10000);
  const int threads = platform::NumThreads();
  platform::SetNumThreads(3);
  EXPECT_TRUE(one.SameMask(Dropped<float>({1, 2, 3}, 0.5, 10000).mask));
  platform::SetNumThreads(threads);
  EXPECT_TRUE(one.SameMask(Dropped<double>({1, 2, 3}, 0.5, 10000).mask));
  EXPECT_FALSE(one.SameMask(Dropped<float>({1, 2, 4}, 0.5, 10000).mask));
  EXPECT_FALSE(one.SameMask(Dropped<float>({1, 3, 3}, 0.5, 10000).mask));
  EXPECT_FALSE(one.SameMask(Dropped<float>({2, 2, 3}, 0.5, 10000).mask));
  EXPECT_TRUE(
      Dropped<float>({1, 2, 3}, 0.5, 700).SameMask(one.mask.Slice(0, 700)));
}

TEST(DropoutTest, APartHasTheBitsOfTheWhole) {
  const platform::RandomKey key = {1, 2, 3};
  const Dropped<float> whole(key, 0.5, 1000);
  float out[100];
  uint8_t mask[100];
  DropoutRun<float>(key, 0.5)(33, 100, whole.x.data<float>() + 33, out, mask);
  EXPECT_TRUE(std::equal(out, out + 100, whole.out.data<float>() + 33));
  EXPECT_TRUE(std::equal(mask, mask + 100, whole.mask.data<uint8_t>() + 33));
  Tensor alone({1000}, DataType::kFloat32);
  Dropout<platform::CPUDeviceContext, float>(Device(), key, 0.5, whole.x,
                                             &alone, /*mask=*/nullptr);
  EXPECT_TRUE(std::equal(alone.data<float>(), alone.data<float>() + 1000,
                         whole.out.data<float>()));
}

}  // namespace
}  // namespace paddle::operators::kernels
