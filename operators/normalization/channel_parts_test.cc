#include "paddle/operators/normalization/channel_parts.h"

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/normalization/batch_norm.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

struct Outcome {
  std::vector<double> sums;
  std::vector<float> mapped;
};

// The sum of each channel, and each element times it.
Outcome Scaled(const BatchNormShape& s, const std::vector<float>& x) {
  Outcome outcome{std::vector<double>(s.channels, -1),
                  std::vector<float>(x.size(), -1)};
  double* const sums = outcome.sums.data();
  ForChannelParts<float>(s, [&](const ChannelPart& part) {
    part.Sum<float>([&](int64_t i, int64_t) { return x[i]; }, sums);
    part.ForEach([&](int64_t c) { sums[c] += 1; });
    part.Map(outcome.mapped.data(), [&](int64_t i, int64_t c) {
      return x[i] * static_cast<float>(sums[c]);
    });
  });
  return outcome;
}

std::vector<float> Numbers(const BatchNormShape& s) {
  std::vector<float> x(s.outer * s.channels * s.inner);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 7) - 2;
  return x;
}

void ExpectScaled(const BatchNormShape& s) {
  const std::vector<float> x = Numbers(s);
  const Outcome outcome = Scaled(s, x);
  std::vector<double> sums(s.channels, 1);
  const auto channel = [&](size_t i) { return i / s.inner % s.channels; };
  for (size_t i = 0; i < x.size(); ++i) sums[channel(i)] += x[i];
  EXPECT_EQ(outcome.sums, sums);
  for (size_t i = 0; i < x.size(); ++i) {
    ASSERT_EQ(outcome.mapped[i], x[i] * static_cast<float>(sums[channel(i)]))
        << i;
  }
}

// Small integers, whose sums have no rounding.
TEST(ChannelParts, SumAndMapAllChannelsOnce) {
  const int before = platform::NumThreads();
  for (const int threads : {1, 3}) {
    platform::SetNumThreads(threads);
    ExpectScaled({4, 5, 1});
    ExpectScaled({2, 130, 1});
    ExpectScaled({3, 2, 9});
    ExpectScaled({3, 64, 9});
    ExpectScaled({30, 1000, 9});
    ExpectScaled({3, 7, 15001});
    ExpectScaled({2, 7, 70000});  // a channel is more than fits
    ExpectScaled({0, 4, 9});
    ExpectScaled({4, 0, 9});
    ExpectScaled({4, 3, 0});
  }
  platform::SetNumThreads(before);
}

TEST(ChannelParts, BitsDoNotDependOnTheParts) {
  const int before = platform::NumThreads();
  const BatchNormShape s{8, 6, 10000};
  std::vector<float> x = Numbers(s);
  for (float& value : x) value /= 3;
  platform::SetNumThreads(8);  // more than channels: one part for all
  const Outcome whole = Scaled(s, x);
  platform::SetNumThreads(2);
  const Outcome parts = Scaled(s, x);
  platform::SetNumThreads(before);
  EXPECT_EQ(whole.sums, parts.sums);
  EXPECT_EQ(whole.mapped, parts.mapped);
}

// Sums of images with their channels last have the bits of the other order.
TEST(ChannelParts, BitsDoNotDependOnTheLayout) {
  for (const int64_t channels : {3, 16, 70}) {
    for (const int64_t pixels : {1, 4, 49, 256, 1030}) {
      const BatchNormShape first{5, channels, pixels};
      const BatchNormShape last{5 * pixels, channels, 1, pixels};
      std::vector<float> x = Numbers(first), turned(x.size());
      for (float& value : x) value /= 3;
      for (int64_t n = 0; n < 5; ++n) {
        for (int64_t c = 0; c < channels; ++c) {
          for (int64_t i = 0; i < pixels; ++i) {
            turned[(n * pixels + i) * channels + c] =
                x[(n * channels + c) * pixels + i];
          }
        }
      }
      EXPECT_EQ(Scaled(first, x).sums, Scaled(last, turned).sums)
          << channels << " " << pixels;
    }
  }
}

}  // namespace
}  // namespace paddle::operators::kernels
