#include "paddle/operators/testing/data.h"

#include <algorithm>
#include <cmath>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/enforce.h"

namespace paddle::operators::testing {
namespace {

using framework::DataType;
using framework::Dims;
using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::Lt;

TEST(Data, IsTheSameForTheSameSlot) {
  const Data data = Random({4});
  const auto x = data.Make("X", DataType::kFloat64).data.values;
  EXPECT_EQ(x, data.Make("X", DataType::kFloat64).data.values);
  EXPECT_NE(x, data.Make("Y", DataType::kFloat64).data.values);
  EXPECT_THAT(x, Each(AllOf(Ge(-1), Lt(1))));
}

TEST(Data, StaysAwayFromKinks) {
  const Value value =
      Random({1000}).AwayFrom(0.25).Make("X", DataType::kFloat64);
  for (double x : value.data.values) EXPECT_GE(std::abs(x - 0.25), 0.1);
}

TEST(Data, DistinctNumbersAreApart) {
  Value value = Random({50}).Distinct().Make("X", DataType::kFloat32);
  std::vector<double>& x = value.data.values;
  EXPECT_FALSE(std::is_sorted(x.begin(), x.end()));
  std::sort(x.begin(), x.end());
  for (size_t i = 1; i < x.size(); ++i) EXPECT_GT(x[i] - x[i - 1], 0.03);
}

TEST(Data, IntegerTypesGetLargerNumbers) {
  const Value value = Random({100}).AwayFrom(0).Make("X", DataType::kInt32);
  for (double x : value.data.values) {
    EXPECT_EQ(x, std::round(x));
    EXPECT_GE(std::abs(x), 1);
    EXPECT_LE(std::abs(x), 10);
  }
}

TEST(Data, IdsAreInt64AndScaleWithRows) {
  const Value value = Integers({4, 1}, 3, 5).Make("X", DataType::kFloat32, 50);
  EXPECT_EQ(value.dtype, DataType::kInt64);
  EXPECT_EQ(value.data.dims, Dims({50, 1}));
  EXPECT_THAT(value.data.values, Each(AllOf(Ge(3), Lt(5))));
  EXPECT_EQ(
      Integers({4, 1}, 3, 5).Make("X", DataType::kFloat32, 0).data.numel(), 0);
}

TEST(Data, GivenValuesKeepTheirRows) {
  const Data data = Values({2, 1}, {1, 2}).As(DataType::kInt32);
  const Value value = data.Make("X", DataType::kFloat32, 9);
  EXPECT_EQ(value.dtype, DataType::kInt32);
  EXPECT_THAT(value.data.values, ElementsAre(1, 2));
  EXPECT_THROW(Values({3}, {1, 2}), platform::Error);
}

TEST(Data, SelectedRowsStandForADenseTensor) {
  const Value value = Values({3, 2}, {1, 2, 3, 4, 5, 6})
                          .Rows(4, {3, 1, 3})
                          .Make("X", DataType::kFloat32);
  EXPECT_TRUE(value.sparse);
  const Array dense = value.Dense();
  EXPECT_EQ(dense.dims, Dims({4, 2}));
  EXPECT_THAT(dense.values, ElementsAre(0, 0, 3, 4, 0, 0, 6, 8));
}

}  // namespace
}  // namespace paddle::operators::testing
