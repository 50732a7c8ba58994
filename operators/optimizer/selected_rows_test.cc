#include "paddle/operators/optimizer/selected_rows.h"

#include <algorithm>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/enforce.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Dims;
using framework::SelectedRows;
using ::testing::ElementsAre;
using CPU = platform::CPUDeviceContext;

const CPU kCpu;

SelectedRows Make(std::vector<int64_t> rows, const std::vector<float>& values,
                  int64_t width) {
  SelectedRows result;
  result.set_height(10);
  result.mutable_value()->Allocate(
      Dims({static_cast<int64_t>(rows.size()), width}), DataType::kFloat32);
  std::copy(values.begin(), values.end(),
            result.mutable_value()->mutable_data<float>());
  *result.mutable_rows() = std::move(rows);
  return result;
}

TEST(MergeRows, AddsEqualRowsAndSorts) {
  const SelectedRows rows = Make({7, 3, 7}, {1, 2, 3, 4, 5, 6}, 2);
  std::vector<double> workspace(MergeBytes<float>(rows) / 8 + 1);
  const MergedRows<float> merged =
      MergeRows<CPU, float>(kCpu, rows, workspace.data());
  EXPECT_THAT(merged.rows, ElementsAre(3, 7));
  EXPECT_EQ(merged.width, 2);
  EXPECT_THAT(std::vector<float>(merged.values, merged.values + 4),
              ElementsAre(3, 4, 6, 8));
}

// In single precision 1e8 + 1 - 1e8 is 0, and 1e8 - 1e8 + 1 is 1.
TEST(MergeRows, AddsInTheOrderOfTheRows) {
  const auto sum = [](std::vector<float> values) {
    const SelectedRows rows = Make({4, 4, 4}, values, 1);
    std::vector<double> workspace(MergeBytes<float>(rows) / 8 + 1);
    return *MergeRows<CPU, float>(kCpu, rows, workspace.data()).values;
  };
  EXPECT_EQ(sum({1e8f, 1, -1e8f}), 0);
  EXPECT_EQ(sum({1e8f, -1e8f, 1}), 1);
}

TEST(MergeRows, LooksAtRowsThatAreMergedAlready) {
  const SelectedRows rows = Make({1, 4}, {1, 2}, 1);
  const MergedRows<float> merged = MergeRows<CPU, float>(kCpu, rows, nullptr);
  EXPECT_EQ(merged.values, rows.value().data<float>());
  EXPECT_THAT(merged.rows, ElementsAre(1, 4));
}

TEST(MergeRows, NoRows) {
  const SelectedRows rows = Make({}, {}, 3);
  EXPECT_TRUE((MergeRows<CPU, float>(kCpu, rows, nullptr).rows.empty()));
}

TEST(MergeRowsLater, AddsEqualRowsAndCopiesNoOthers) {
  const SelectedRows rows = Make({7, 3, 7}, {1, 2, 3, 4, 5, 6}, 2);
  std::vector<double> workspace(MergeLaterBytes<CPU, float>(rows) / 8 + 1);
  const MergedRows<float> merged =
      MergeRowsLater<CPU, float>(kCpu, rows, workspace.data());
  EXPECT_THAT(merged.rows, ElementsAre(3, 7));
  std::vector<float> space(2);
  EXPECT_EQ(SumOfRow(merged, 0, space.data()), rows.value().data<float>() + 2);
  EXPECT_EQ(SumOfRow(merged, 1, space.data()), space.data());
  EXPECT_THAT(space, ElementsAre(6, 8));
}

TEST(MergeRowsLater, LooksAtRowsThatAreMergedAlready) {
  const SelectedRows rows = Make({1, 4}, {1, 2}, 1);
  const auto merged = MergeRowsLater<CPU, float>(kCpu, rows, nullptr);
  EXPECT_EQ(SumOfRow(merged, 1, static_cast<float*>(nullptr)),
            rows.value().data<float>() + 1);
}

TEST(MergeRows, ChecksRows) {
  EXPECT_THROW((MergeRows<CPU, float>(kCpu, Make({10}, {1}, 1), nullptr)),
               platform::Error);
  EXPECT_THROW((MergeRowsLater<CPU, float>(kCpu, Make({10}, {1}, 1), nullptr)),
               platform::Error);
}

}  // namespace
}  // namespace paddle::operators::kernels
