#include "paddle/tools/fuzz/near_results.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/types/data_type.h"

namespace paddle::fuzz {
namespace {

framework::Tensor Row(const std::vector<float>& numbers) {
  framework::Tensor tensor({static_cast<int64_t>(numbers.size())},
                           framework::DataType::kFloat32);
  std::copy(numbers.begin(), numbers.end(), tensor.mutable_data<float>());
  return tensor;
}

TEST(NearResults, AllowsRoundingOfTheLargest) {
  EXPECT_TRUE(AreNear({Row({1, 0})}, {Row({1, 9e-6f})}, {}));
  EXPECT_FALSE(AreNear({Row({1, 0})}, {Row({1, 2e-5f})}, {}));
}

TEST(NearResults, AllowsWhatChangedInputsChange) {
  const Results plain = {Row({1, 5})};
  EXPECT_TRUE(AreNear(plain, {Row({1, 4})}, {{Row({1, 4})}, plain}));
  EXPECT_FALSE(AreNear(plain, {Row({2, 5})}, {{Row({1, 4})}}));
}

TEST(NearResults, TellsNothingOfWhatIsNotFinite) {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(AreNear({Row({infinity, 1})}, {Row({7, 1})}, {}));
  EXPECT_TRUE(AreNear({Row({1})}, {Row({7})}, {{Row({infinity})}}));
  EXPECT_FALSE(AreNear({Row({1})}, {Row({std::nanf("")})}, {}));
}

TEST(NearResults, ComparesShapes) {
  EXPECT_FALSE(AreNear({Row({1})}, {Row({1, 1})}, {}));
  EXPECT_FALSE(AreNear({Row({1})}, {}, {}));
}

}  // namespace
}  // namespace paddle::fuzz
