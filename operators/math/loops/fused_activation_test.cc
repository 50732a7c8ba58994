#include "paddle/operators/math/loops/fused_activation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/bfloat16.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {
namespace {

using platform::bfloat16;

FusedActivation Parsed(const char* name) {
  FusedActivation value;
  ParseAttribute(name, &value);
  return value;
}

double Expected(const std::string& name, double x) {
  if (name == "relu") return std::max(x, 0.0);
  if (name == "relu6") return std::min(std::max(x, 0.0), 6.0);
  if (name == "sigmoid") return 1 / (1 + std::exp(-x));
  if (name == "tanh") return std::tanh(x);
  if (name == "swish") return x / (1 + std::exp(-x));
  if (name == "hard_swish") {
    return x * std::min(std::max(x + 3, 0.0), 6.0) / 6;
  }
  if (name == "gelu") return x * std::erfc(-x / std::sqrt(2.0)) / 2;
  return x;
}

const char* const kNames[] = {"",     "relu",  "relu6",      "sigmoid",
                              "tanh", "swish", "hard_swish", "gelu"};
// More than one run of 16-bit numbers, and no multiple of a block.
constexpr int64_t kCount = 603;

double At(int64_t i) { return 0.03 * static_cast<double>(i - kCount / 2); }

// The distance of one element, relative to one that is larger than 1.
double Error(double got, double wanted) {
  return std::abs(got - wanted) / std::max(1.0, std::abs(wanted));
}

template <typename T>
void ExpectFinished(const char* name, bool has_residual, double bound) {
  SCOPED_TRACE(name);
  std::vector<platform::Accumulator<T>> sums(kCount);
  std::vector<T> residual(kCount), in_place(kCount), out(kCount);
  for (int64_t i = 0; i < kCount; ++i) {
    in_place[i] = T(At(i));
    sums[i] = in_place[i];
    residual[i] = T(0.5 * At(kCount - i));
  }
  const T* more = has_residual ? residual.data() : nullptr;
  FinishRun(Parsed(name), kCount, sums.data(), more, out.data());
  FinishRun(Parsed(name), kCount, more, in_place.data());
  for (int64_t i = 0; i < kCount; ++i) {
    const double x = static_cast<double>(sums[i]) +
                     (has_residual ? static_cast<double>(residual[i]) : 0.0);
    EXPECT_LE(Error(static_cast<double>(out[i]), Expected(name, x)), bound)
        << x;
    EXPECT_EQ(static_cast<double>(in_place[i]), static_cast<double>(out[i]))
        << x;
  }
}

TEST(FusedActivation, Activates) {
  for (const char* name : kNames) {
    for (bool has_residual : {false, true}) {
      ExpectFinished<float>(name, has_residual, 1e-6);
      ExpectFinished<double>(name, has_residual, 1e-14);
      ExpectFinished<bfloat16>(name, has_residual, 4e-3);
      ExpectFinished<platform::float16>(name, has_residual, 5e-4);
    }
  }
}

TEST(FusedActivation, KeepsNaN) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const char* name : kNames) {
    std::vector<float> x(13, nan);
    FinishRun<float>(Parsed(name), 13, nullptr, x.data());
    std::vector<bfloat16> half(13, bfloat16(-nan));
    FinishRun<bfloat16>(Parsed(name), 13, nullptr, half.data());
    for (int i = 0; i < 13; ++i) {
      EXPECT_TRUE(std::isnan(x[i]) && std::isnan(half[i])) << name;
    }
  }
}

// A result depends on the element alone, so that rows give the same bits alone
// as among others.
TEST(FusedActivation, PlacesMakeNoDifference) {
  for (const char* name : kNames) {
    std::vector<float> all(kCount);
    for (int64_t i = 0; i < kCount; ++i) all[i] = static_cast<float>(At(i));
    std::vector<float> part(all.begin() + 5, all.begin() + 20);
    FinishRun<float>(Parsed(name), kCount, nullptr, all.data());
    FinishRun<float>(Parsed(name), 15, nullptr, part.data());
    for (int64_t i = 0; i < 15; ++i) EXPECT_EQ(part[i], all[5 + i]) << name;
  }
}

TEST(FusedActivation, NamesWhatThereIs) {
  try {
    Parsed("softmax");
    FAIL();
  } catch (const platform::Error& e) {
    EXPECT_NE(std::string(e.what()).find("relu6, sigmoid"), std::string::npos);
  }
}

}  // namespace
}  // namespace paddle::operators::kernels
