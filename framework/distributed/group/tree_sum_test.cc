#include "paddle/framework/distributed/group/tree_sum.h"

#include <cmath>
#include <limits>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using framework::DataType;

// The combination of three arrays as a job of three shards has it.
template <class T>
std::vector<T> CombineThree(std::vector<std::vector<T>> parts,
                            Reduction reduction = Reduction::kSum) {
  std::vector<void*> addresses;
  for (std::vector<T>& part : parts) addresses.push_back(part.data());
  std::vector<T> result(parts[0].size());
  CombineParts(AdditionsOf({0, 3}, {{0, 1}, {1, 2}, {2, 3}}), addresses,
               result.data(), result.size(), framework::DataTypeOf<T>(),
               reduction);
  return result;
}

TEST(CombineParts, AddsInTheOrderOfTheTree) {
  // (1e8 + 1) - 1e8 is 0 in float32; 1e8 + (1 - 1e8) is 1 or more.
  EXPECT_EQ(CombineThree<float>({{1e8f}, {1.0f}, {-1e8f}})[0], 0.0f);
}

TEST(CombineParts, AddsEveryNumber) {
  const int64_t count = 10001;  // several blocks, the last one odd
  std::vector<std::vector<int64_t>> parts(3, std::vector<int64_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    for (int part = 0; part < 3; ++part) parts[part][i] = i * (part + 1);
  }
  const std::vector<int64_t> result = CombineThree<int64_t>(parts);
  for (int64_t i = 0; i < count; ++i) ASSERT_EQ(result[i], 6 * i);
}

TEST(CombineParts, ResultMayBeTheFirstPart) {
  std::vector<double> a{1, 2}, b{3, 4};
  void* parts[] = {a.data(), b.data()};
  CombineParts(AdditionsOf({0, 2}, {{0, 1}, {1, 2}}), parts, a.data(), 2,
               DataType::kFloat64, Reduction::kSum);
  EXPECT_EQ(a, (std::vector<double>{4, 6}));
}

TEST(CombineParts, OnePartIsTheResult) {
  std::vector<int32_t> a{1, 2}, result(2);
  void* parts[] = {a.data()};
  CombineParts({}, parts, result.data(), 2, DataType::kInt32, Reduction::kSum);
  EXPECT_EQ(result, a);
}

TEST(CombineParts, MaximumAndMinimumKeepNaN) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto max = CombineThree<float>({{1, nan, 2}, {5, 3, 2}, {4, 9, nan}},
                                       Reduction::kMax);
  EXPECT_EQ(max[0], 5);
  EXPECT_TRUE(std::isnan(max[1]));
  EXPECT_TRUE(std::isnan(max[2]));
  const auto min =
      CombineThree<float>({{1, nan}, {5, 3}, {4, 9}}, Reduction::kMin);
  EXPECT_EQ(min[0], 1);
  EXPECT_TRUE(std::isnan(min[1]));
}

TEST(CombineParts, RoundsHalfFloatsAfterEachAddition) {
  using platform::float16;
  // 2048 + 1 rounds to 2048 in float16, and once more.
  const auto sum = CombineThree<float16>(
      {{float16(2048.0f)}, {float16(1.0f)}, {float16(1.0f)}});
  EXPECT_EQ(static_cast<float>(sum[0]), 2048.0f);
}

TEST(CombineParts, RefusesTruthValues) {
  bool a = true, b = true;
  void* parts[] = {&a, &b};
  EXPECT_ERROR(
      CombineParts({{0, 1}}, parts, &a, 1, DataType::kBool, Reduction::kSum),
      InvalidArgument, "truth values cannot be added");
}

}  // namespace
}  // namespace paddle::distributed
