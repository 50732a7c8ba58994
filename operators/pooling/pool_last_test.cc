#include "paddle/operators/pooling/pool_last.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "gtest/gtest.h"

#include "paddle/platform/bfloat16.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;
using Device = platform::CPUDeviceContext;

// Images [N, H, W, C] of numbers without a visible pattern, some of them NaN.
template <typename T>
Tensor Images(const Dims& dims) {
  Tensor images(dims, framework::DataTypeOf<T>());
  for (int64_t i = 0; i < images.numel(); ++i) {
    images.mutable_data<T>()[i] = T(
        i % 97 == 5 ? NAN : static_cast<float>(std::sin(12.9898 * i) * 43758));
  }
  return images;
}

template <typename T>
Tensor Pooled(const PoolAttributes& attributes, const std::string& type,
              const std::string& format, const Tensor& x, const Dims& out) {
  Tensor pooled(out, x.dtype());
  Pool2d<Device, T>(Device(), attributes, type, /*exclusive=*/true, format, x,
                    &memory::AllocatorOf(platform::CPUPlace()), &pooled);
  return pooled;
}

template <typename T>
Tensor Gradient(const PoolAttributes& attributes, const std::string& type,
                const std::string& format, const Tensor& x,
                const Tensor& d_out) {
  Tensor d_x(x.dims(), x.dtype());
  Pool2dGrad<Device, T>(Device(), attributes, type, /*exclusive=*/true, format,
                        x, &memory::AllocatorOf(platform::CPUPlace()), d_out,
                        &d_x);
  return d_x;
}

Tensor Turned(const Tensor& images) {
  return TurnedFirst(Device(), images,
                     &memory::AllocatorOf(platform::CPUPlace()));
}

// A NaN has any bits.
template <typename T>
bool SameBits(const Tensor& a, const Tensor& b) {
  const auto is_nan = [](T x) { return std::isnan(static_cast<float>(x)); };
  return std::equal(
      a.data<T>(), a.data<T>() + a.numel(), b.data<T>(), [&](T x, T y) {
        return is_nan(x) ? is_nan(y) : std::memcmp(&x, &y, sizeof(T)) == 0;
      });
}

struct Row {
  Dims x;
  Dims out;
  PoolAttributes attributes;
};

template <typename T>
void ExpectBitsOfTheOtherOrder() {
  const Row kRows[] = {
      {{2, 9, 9, 20}, {2, 4, 4, 20}, {{3, 3}, {2, 2}, {0, 0}, false, false}},
      {{2, 9, 9, 20}, {2, 5, 5, 20}, {{3, 3}, {2, 2}, {1, 1}, false, false}},
      {{2, 7, 7, 65}, {2, 1, 1, 65}, {{1, 1}, {1, 1}, {0, 0}, true, false}},
      {{2, 7, 6, 9}, {2, 3, 4, 9}, {{3, 4}, {1, 1}, {0, 0}, false, true}},
  };
  const int threads = platform::NumThreads();
  for (const Row& row : kRows) {
    const Tensor x = Images<T>(row.x);
    const Tensor first = Turned(x);
    for (const char* type : {"max", "avg"}) {
      Tensor wanted(row.out, x.dtype());
      TurnLast(Device(),
               Pooled<T>(row.attributes, type, "NCHW", first,
                         ChannelsFirst(row.out)),
               &wanted);
      for (int n : {1, 3}) {
        platform::SetNumThreads(n);
        EXPECT_TRUE(SameBits<T>(
            Pooled<T>(row.attributes, type, "NHWC", x, row.out), wanted))
            << type << " of " << row.x;
      }
    }
  }
  platform::SetNumThreads(threads);
}

TEST(PoolLastTest, GivesTheBitsOfTheOtherOrder) {
  ExpectBitsOfTheOtherOrder<float>();
  ExpectBitsOfTheOtherOrder<platform::bfloat16>();
}

TEST(PoolLastTest, GivesTheGradientsOfTheOtherOrder) {
  const Row kRows[] = {
      {{2, 9, 9, 20}, {2, 4, 4, 20}, {{2, 2}, {2, 2}, {0, 0}, false, false}},
      {{3, 8, 8, 70}, {3, 4, 4, 70}, {{2, 2}, {2, 2}, {0, 0}, false, false}},
      {{2, 9, 9, 20}, {2, 5, 5, 20}, {{3, 3}, {2, 2}, {1, 1}, false, false}},
      {{2, 9, 9, 3}, {2, 9, 9, 3}, {{3, 3}, {1, 1}, {1, 1}, false, false}},
      {{2, 7, 7, 65}, {2, 1, 1, 65}, {{1, 1}, {1, 1}, {0, 0}, true, false}},
      {{2, 7, 6, 9}, {2, 3, 4, 9}, {{3, 4}, {1, 1}, {0, 0}, false, true}},
  };
  const int threads = platform::NumThreads();
  for (const Row& row : kRows) {
    Tensor x = Images<float>(row.x);
    // Equal elements, of which the first one counts.
    for (int64_t i = 0; i < x.numel(); i += 3) x.mutable_data<float>()[i] = 1e6;
    const Tensor d_out = Images<float>(row.out);
    for (const char* type : {"max", "avg"}) {
      const Tensor first = Gradient<float>(row.attributes, type, "NCHW",
                                           Turned(x), Turned(d_out));
      for (int n : {1, 3}) {
        platform::SetNumThreads(n);
        EXPECT_TRUE(SameBits<float>(
            Turned(Gradient<float>(row.attributes, type, "NHWC", x, d_out)),
            first))
            << type << " of " << row.x;
      }
    }
  }
  platform::SetNumThreads(threads);
}

}  // namespace
}  // namespace paddle::operators::kernels
